import { formatDate, type IsoDate } from '../../dates.ts';
import { compare, formatCurrency, type Money } from '../../money.ts';
import { bankName, segmentName } from './banks.ts';
import { isSameDueDay } from './dueDates.ts';
import type { PaymentCode } from './types.ts';

type Told = Pick<PaymentCode, 'kind' | 'amount' | 'dueDate'>;

export interface Difference {
  what: 'AMOUNT' | 'DUE_DATE';
  /** Sentence for the user. */
  message: string;
}

/** "boleto", "guia" or "Pix", with its article. */
const subjects = { BOLETO: 'O boleto', COLLECTION: 'A conta ou guia', PIX: 'O Pix' };

/** In what a code differs from the installment that it is to pay. What a code leaves open differs in nothing. */
export const differencesOf = (
  { kind, amount, dueDate }: Told,
  installment: { grossValue: Money; dueDate: IsoDate },
): Difference[] => {
  const subject = subjects[kind];
  const differences: Difference[] = [];
  if (amount !== null && compare(amount, installment.grossValue) !== 0) {
    const message = `${subject} é de ${formatCurrency(amount)}, e a parcela, de ${formatCurrency(installment.grossValue)}.`;
    differences.push({ what: 'AMOUNT', message });
  }
  if (dueDate !== null && !isSameDueDay(dueDate, installment.dueDate)) {
    const message = `${subject} vence em ${formatDate(dueDate)}, e a parcela, em ${formatDate(installment.dueDate)}.`;
    differences.push({ what: 'DUE_DATE', message });
  }
  return differences;
};

/** Who is paid through a code: its bank, the kind of receiver, or the name in the Pix. */
export const receiverOf = (code: PaymentCode): string => {
  if (code.kind === 'BOLETO') return bankName(code.bank);
  return code.kind === 'COLLECTION' ? segmentName(code.segment) : code.name || 'Pix';
};

/** Payment method that a code stands for. */
export const methodOf = (kind: PaymentCode['kind']): 'PIX' | 'BOLETO' => (kind === 'PIX' ? 'PIX' : 'BOLETO');
