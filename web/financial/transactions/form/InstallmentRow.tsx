import { formatDate } from '#domain/dates.ts';
import { isPositive, ZERO } from '#domain/money.ts';
import { copyCode } from '#web/financial/paymentCodes/copyCode.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import {
  BankIcon,
  CopyIcon,
  DeleteIcon,
  DownloadIcon,
  ExpenseIcon,
  MoreIcon,
  QrIcon,
  UndoIcon,
} from '#web/ui/icons.ts';
import { DateInput, IconButton, Menu, MoneyInput, MoneyText, today, type MenuAction } from '#web/ui/index.ts';
import { InstallmentStatusPill } from '../InstallmentStatusPill.tsx';
import { setCode } from './codes/codeEdits.ts';
import { InstallmentCode } from './codes/InstallmentCode.tsx';
import { setInstallmentDueDate, setInstallmentValue } from './edits.ts';
import { installmentPath, type FormInstallment, type TransactionFormState } from './model.ts';
import { dueDateWarning } from './warnings.ts';
import styles from './Installments.module.css';
import layout from '#web/form/document/document.module.css';

export interface InstallmentActions {
  expense: boolean;
  onPay: (installment: FormInstallment) => void;
  onUndo: (installment: FormInstallment) => void;
  /** Downloads the receipt of a paid one. */
  onReceipt: (installment: FormInstallment) => void;
  onRemove: () => void;
  /** Shows the code of an installment to be paid at the bank. */
  onShowCode?: ((installment: FormInstallment) => void) | undefined;
  /** A line of a bank's statement is answered by its payment. */
  isReconciled: (installment: FormInstallment) => boolean;
}

interface InstallmentRowProps extends InstallmentActions {
  installment: FormInstallment;
  index: number;
  state: TransactionFormState;
  readOnly: boolean;
  /** Its value is that of what has made the document, and it cannot be removed. */
  fixed: boolean;
  /** Payments may be made and undone, also where the fields stay as they are. */
  mayPay: boolean;
}

/** One installment: a forecast is editable, a paid one is read-only. */
export const InstallmentRow = (props: InstallmentRowProps) => {
  const { installment, index, state, readOnly, fixed, expense } = props;
  const { forecast, key, dueDate, grossValue } = installment;
  const [dateProblem, valueProblem] = [
    state.problems[installmentPath(key, 'dueDate')] ?? state.problems[`installments.${index}.dueDate`],
    state.problems[installmentPath(key, 'grossValue')] ?? state.problems[`installments.${index}.grossValue`],
  ];
  const warning = dueDateWarning(state, installment);
  const editable = forecast && !readOnly;
  const name = `da parcela ${index + 1}`;
  const actions = actionsOf(props);
  return (
    <>
      <tr>
        <td className={styles.position}>{index + 1}</td>
        <td>
          {editable ? (
            <DateInput
              hideIcon
              size="small"
              path={installmentPath(key, 'dueDate')}
              towards="future"
              invalid={dateProblem !== undefined}
              ariaLabel={`Vencimento ${name}`}
              value={dueDate}
              onChange={(date) => state.edit(setInstallmentDueDate(key, date))}
            />
          ) : (
            formatDate(dueDate)
          )}
        </td>
        <td className={styles.number}>
          {editable && !fixed ? (
            <MoneyInput
              size="small"
              path={installmentPath(key, 'grossValue')}
              invalid={valueProblem !== undefined}
              ariaLabel={`Valor ${name}`}
              value={grossValue}
              onChange={(value) => state.edit(setInstallmentValue(key, value || ZERO))}
            />
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
          {actions.length > 0 && (
            <Menu trigger={<IconButton size="small" label={`Ações ${name}`} icon={<MoreIcon />} />} actions={actions} />
          )}
        </td>
      </tr>
      {installment.paymentCode != null && (
        <InstallmentCode
          installment={installment}
          number={index + 1}
          onRemove={editable ? () => state.edit(setCode(key, null)) : undefined}
        />
      )}
      {!forecast && <PaidNote installment={installment} reconciled={props.isReconciled(installment)} />}
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
};

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

const actionsOf = (props: InstallmentRowProps): MenuAction[] => {
  const { installment, state, fixed, expense, readOnly, mayPay, onPay, onUndo, onReceipt, onRemove, onShowCode } =
    props;
  if (!mayPay) return [];
  if (!installment.forecast) {
    const label = expense ? 'Desfazer pagamento' : 'Desfazer recebimento';
    return [
      { label: 'Comprovante (PDF)', icon: <DownloadIcon />, onClick: () => onReceipt(installment) },
      { label, icon: <UndoIcon />, onClick: () => onUndo(installment) },
    ];
  }
  return [
    {
      label: expense ? 'Registrar pagamento' : 'Registrar recebimento',
      icon: <ExpenseIcon />,
      onClick: () => onPay(installment),
    },
    ...codeActions(installment, onShowCode),
    ...(state.form.installments.length > 1 && !fixed && !readOnly
      ? [
          {
            label: 'Remover parcela',
            icon: <DeleteIcon />,
            separated: true,
            onClick: onRemove,
          },
        ]
      : []),
  ];
};

const codeActions = (installment: FormInstallment, onShowCode: InstallmentRowProps['onShowCode']): MenuAction[] => {
  const read = installment.paymentCode == null ? null : readHere(installment.paymentCode);
  if (!read?.ok) return [];
  const { code } = read;
  return [
    { label: 'Copiar código', icon: <CopyIcon />, onClick: () => void copyCode(code) },
    ...(onShowCode
      ? [
          {
            label: code.kind === 'PIX' ? 'Mostrar QR do Pix' : 'Mostrar código de barras',
            icon: <QrIcon />,
            onClick: () => onShowCode(installment),
          },
        ]
      : []),
  ];
};
