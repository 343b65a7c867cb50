import { differencesOf } from '#domain/financial/paymentCodes/check.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { factsOf, nounOf } from '#web/financial/paymentCodes/reading.ts';
import { Button, Dialog } from '#web/ui/index.ts';
import type { TransactionForm } from '../model.ts';
import styles from './codes.module.css';

export interface ChooseInstallmentProps {
  code: PaymentCode;
  form: TransactionForm;
  onChoose: (key: string) => void;
  onClose: () => void;
}

/** No installment has the value of the code, or several have: the user says of which it is. */
export const ChooseInstallment = ({ code, form, onChoose, onClose }: ChooseInstallmentProps) => {
  const open = form.installments.flatMap((one, index) => (one.forecast ? [{ one, number: index + 1 }] : []));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`De que parcela é este ${nounOf(code)}?`}
      actions={<Button onClick={onClose}>De nenhuma</Button>}
    >
      <p className={styles.meta}>{factsOf(code)}</p>
      {open.length === 0 && <p className={styles.meta}>Todas as parcelas desta despesa estão pagas.</p>}
      <ul className={styles.choices}>
        {open.map(({ one, number }, index) => (
          <li key={one.key} className={styles.choice}>
            <span className={styles.about}>
              <span>
                Parcela {number} · {formatCurrency(one.grossValue)} · vence {formatDate(one.dueDate)}
              </span>
              <span className={styles.meta}>
                {[
                  ...(one.paymentCode == null ? [] : ['Já tem um código, que será trocado.']),
                  ...(one.dueDate === '' ? [] : differencesOf(code, one).map(({ message }) => message)),
                ].join(' ')}
              </span>
            </span>
            <Button autoFocus={index === 0} onClick={() => onChoose(one.key)}>
              Escolher
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
