import { differencesOf } from '#domain/financial/paymentCodes/check.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { PaymentCodeView } from '#web/financial/paymentCodes/PaymentCodeView.tsx';
import { DeleteIcon } from '#web/ui/icons.ts';
import { IconButton, StatusPill } from '#web/ui/index.ts';
import type { FormInstallment } from '../model.ts';
import rows from '../Installments.module.css';
import styles from './codes.module.css';

export interface InstallmentCodeProps {
  installment: FormInstallment;
  number: number;
  /** Absent where it cannot be changed: on a paid installment, or without the permission. */
  onRemove?: (() => void) | undefined;
}

const PILLS = { AMOUNT: 'valor difere', DUE_DATE: 'vencimento difere' };

/** The code of an installment below it, and in what both differ. */
export const InstallmentCode = ({ installment, number, onRemove }: InstallmentCodeProps) => {
  const read = readHere(installment.paymentCode ?? '');
  if (!read.ok) return null;
  const differences = installment.forecast ? differencesOf(read.code, installment) : [];
  const pill =
    differences.length > 0 ? (
      <StatusPill tone="warning">{differences.map(({ what }) => PILLS[what]).join(', ')}</StatusPill>
    ) : (
      <StatusPill tone="in">parcela {number}</StatusPill>
    );
  return (
    <tr className={`${rows.note} ${styles.row}`}>
      <td />
      <td colSpan={6}>
        <PaymentCodeView
          code={read.code}
          of={`parcela ${number}`}
          pill={pill}
          actions={
            onRemove && (
              <IconButton
                size="small"
                label={`Remover código da parcela ${number}`}
                icon={<DeleteIcon />}
                onClick={onRemove}
              />
            )
          }
        />
        {differences.map(({ what, message }) => (
          <span key={what} className={styles.differences} role="status">
            {message}
          </span>
        ))}
      </td>
    </tr>
  );
};
