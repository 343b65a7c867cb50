import { formatDate } from '#domain/dates.ts';
import { isPositive, ZERO } from '#domain/money.ts';
import { BankIcon } from '#web/ui/icons.ts';
import { DateInput, MoneyInput, MoneyText, today } from '#web/ui/index.ts';
import { memo } from 'react';
import { InstallmentStatusPill } from '../InstallmentStatusPill.tsx';
import { setCode } from './codes/codeEdits.ts';
import { InstallmentCode } from './codes/InstallmentCode.tsx';
import { setInstallmentDueDate, setInstallmentValue } from './edits.ts';
import { InstallmentMenu, type InstallmentMenuProps } from './InstallmentMenu.tsx';
import { installmentPath, type FormInstallment, type TransactionFormState } from './model.ts';
import styles from './Installments.module.css';
import layout from '#web/form/document/document.module.css';

type Edit = TransactionFormState['edit'];

interface InstallmentRowProps extends Pick<InstallmentMenuProps, 'expense' | 'mayPay' | 'removable' | 'acts'> {
  installment: FormInstallment;
  index: number;
  edit: Edit;
  dateProblem: string | undefined;
  valueProblem: string | undefined;
  /** About the due date; it does not block saving. */
  warning: string | undefined;
  /** A line of a bank's statement is answered by its payment. */
  reconciled: boolean;
  readOnly: boolean;
  /** Its value is that of what has made the document, and it cannot be removed. */
  fixed: boolean;
}

/**
 * One installment: a forecast is editable, a paid one is read-only. Up to 360 stand in a form: a row is drawn anew only when it
 * changes, and of a row only the cells that do.
 */
export const InstallmentRow = memo((props: InstallmentRowProps) => {
  const { installment, index, edit, dateProblem, valueProblem, warning, readOnly, fixed, expense } = props;
  const { forecast, key, dueDate, grossValue } = installment;
  const editable = forecast && !readOnly;
  const name = `da parcela ${index + 1}`;
  return (
    <>
      <tr data-index={index}>
        <td className={styles.position}>{index + 1}</td>
        <td data-label="Vencimento">
          {editable ? (
            <DueDate rowKey={key} name={name} value={dueDate} invalid={dateProblem !== undefined} edit={edit} />
          ) : (
            formatDate(dueDate)
          )}
        </td>
        <td className={styles.number} data-label="Valor (R$)">
          {editable && !fixed ? (
            <Value rowKey={key} name={name} value={grossValue} invalid={valueProblem !== undefined} edit={edit} />
          ) : (
            <MoneyText value={grossValue} symbol={false} />
          )}
        </td>
        <td className={`${styles.number} ${styles.extra}`}>{extra(installment.increase)}</td>
        <td className={`${styles.number} ${styles.extra}`}>{extra(installment.discount)}</td>
        <td className={styles.status}>
          <InstallmentStatusPill
            // Without a valid date the installment counts as due today.
            installment={{ forecast, dueDate: dueDate || today() }}
            type={expense ? 'DEBIT' : 'CREDIT'}
          />
        </td>
        <td className={styles.menu}>
          <InstallmentMenu
            {...{ name, expense, forecast }}
            rowKey={key}
            paymentCode={installment.paymentCode ?? null}
            mayPay={props.mayPay}
            removable={props.removable}
            acts={props.acts}
          />
        </td>
      </tr>
      {installment.paymentCode != null && (
        <InstallmentCode
          installment={installment}
          number={index + 1}
          onRemove={editable ? () => edit(setCode(key, null)) : undefined}
        />
      )}
      {!forecast && <PaidNote installment={installment} reconciled={props.reconciled} />}
      {(dateProblem ?? valueProblem) !== undefined && (
        <tr className={styles.problemRow}>
          <td />
          <td colSpan={6} role="alert" className={layout.problem}>
            {[dateProblem, valueProblem].filter(Boolean).join('. ')}
          </td>
        </tr>
      )}
      {warning !== undefined && (
        <tr className={styles.problemRow}>
          <td />
          <td colSpan={6} role="status" className={layout.warning}>
            {warning}
          </td>
        </tr>
      )}
    </>
  );
});
InstallmentRow.displayName = 'InstallmentRow';

interface CellProps {
  rowKey: string;
  /** "da parcela 3" */
  name: string;
  value: string;
  invalid: boolean;
  edit: Edit;
}

const DueDate = memo(({ rowKey, name, value, invalid, edit }: CellProps) => (
  <DateInput
    hideIcon
    size="small"
    path={installmentPath(rowKey, 'dueDate')}
    towards="future"
    invalid={invalid}
    ariaLabel={`Vencimento ${name}`}
    value={value}
    onChange={(date) => edit(setInstallmentDueDate(rowKey, date))}
  />
));
DueDate.displayName = 'DueDate';

const Value = memo(({ rowKey, name, value, invalid, edit }: CellProps) => (
  <MoneyInput
    size="small"
    path={installmentPath(rowKey, 'grossValue')}
    invalid={invalid}
    ariaLabel={`Valor ${name}`}
    value={value}
    onChange={(amount) => edit(setInstallmentValue(rowKey, amount || ZERO))}
  />
));
Value.displayName = 'Value';

const extra = (value: string | null) =>
  value !== null && isPositive(value) ? <MoneyText value={value} symbol={false} /> : '—';

/** Payment date, wallet and amount. */
const PaidNote = ({ installment, reconciled }: { installment: FormInstallment; reconciled: boolean }) => (
  <tr className={styles.note}>
    <td />
    <td colSpan={6}>
      em {formatDate(installment.paymentDate)}
      {installment.walletName !== null && ` · ${installment.walletName}`}
      {installment.value !== installment.grossValue && (
        <>
          {' · '}
          <MoneyText value={installment.value} />
        </>
      )}
      {reconciled && (
        <span className={styles.reconciled} title="Conciliada com o extrato">
          <BankIcon aria-hidden="true" /> conciliada
        </span>
      )}
    </td>
  </tr>
);
