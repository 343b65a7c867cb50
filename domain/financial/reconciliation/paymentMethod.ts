import type { PaymentMethod } from '../../paymentMethods.ts';
import { stripAccents } from '../../text.ts';

const WORDS: readonly [RegExp, PaymentMethod][] = [
  [/\bpix\b/, 'PIX'],
  [/\b(boleto|titulo|cobranca)\b/, 'BOLETO'],
  [/\b(deb(ito)?\s+aut\w*|debito automatico)\b/, 'DIRECT_DEBIT'],
  [/\b(ted|doc|transf\w*)\b/, 'TRANSFER'],
  [/\b(cheque|chq|ch comp\w*)\b/, 'CHECK'],
  [/\b(saque|dinheiro|deposito em dinheiro)\b/, 'CASH'],
];

/** Payment method that the words of a bank tell; null where they tell none. */
export const paymentMethodOf = (memo: string): PaymentMethod | null => {
  const text = stripAccents(memo);
  return WORDS.find(([words]) => words.test(text))?.[1] ?? null;
};
