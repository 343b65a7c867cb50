import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import type { Problems } from '../../platform/problems.ts';

interface Sent {
  /** As a body has it: undefined leaves the stored code, null and '' remove it. */
  sent: string | null | undefined;
  stored: string | null;
  /** Path of the field. */
  path: string;
}

export const NOT_OF_INCOME = 'Só parcelas de despesa têm código de pagamento.';

/**
 * The code that an installment has after a save, without mask: 47 or 48 digits, or the text of a Pix. One whose check
 * digits are wrong is a problem at its field; the stored one was right when it was stored.
 */
export const plannedCode = ({ sent, stored, path }: Sent, today: string, problems: Problems): string | null => {
  if (sent === undefined || sent === stored) return stored;
  const text = sent?.trim() ?? '';
  if (text === '') return null;
  const read = readPaymentCode(text, today);
  if (read.ok) return read.code.code;
  problems.rule(path, read.message);
  return stored;
};
