import { receiverOf } from '#domain/financial/paymentCodes/check.ts';
import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import { seemsPix } from '#domain/financial/paymentCodes/pix.ts';
import type { PaymentCode, ReadResult } from '#domain/financial/paymentCodes/types.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { today } from '#web/ui/clock.ts';

/** Reads the payment code in a text: at once, without a call. */
export const readHere = (text: string): ReadResult<PaymentCode> => readPaymentCode(text, today());

/** Fewest digits of what is taken for a code that was mistyped, rather than for any other text. */
const SOME = 30;

/** Whether somebody means a code by a text, right or wrong. */
export const seemsCode = (text: string): boolean => seemsPix(text) || text.replace(/\D/g, '').length >= SOME;

/** What a code is called within a sentence. */
export const nounOf = (code: PaymentCode): string =>
  ({ BOLETO: 'boleto', COLLECTION: 'conta ou guia', PIX: 'Pix' })[code.kind];

/** "Bradesco · vence 20/12/2026 · 18.366,67": who is paid, and what the code says. */
export const factsOf = (code: PaymentCode): string =>
  [
    receiverOf(code),
    code.dueDate === null ? null : `vence ${formatDate(code.dueDate)}`,
    code.amount === null ? 'sem valor' : formatMoney(code.amount),
  ]
    .filter((one) => one !== null)
    .join(' · ');

export const copiedText = (code: PaymentCode): string => (code.kind === 'PIX' ? 'Pix copiado' : 'Linha copiada');
