import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { formatDate } from '#domain/dates.ts';
import type { RetentionProposalFragment } from '#web/generated/financial.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { Combobox, DateInput, IconButton, MoneyInput, QuantityInput, TextInput, today } from '#web/ui/index.ts';
import { ReadOnlyContext } from '#web/ui/readOnly.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { Link } from 'react-router-dom';
import { setRetention } from './edits.ts';
import type { TransactionFormState } from './model.ts';
import { exemptionOfRow, isOther, retentionPath, valueOf, type FormRetention } from './retentions.ts';
import { useListBehind } from './useListBehind.ts';
import styles from './Retentions.module.css';
import layout from '#web/form/document/document.module.css';

interface RetentionRowProps {
  row: FormRetention;
  index: number;
  state: TransactionFormState;
  readOnly: boolean;
  /** The rule in force; null for a guarantee, and until it is loaded. */
  proposal: RetentionProposalFragment | null;
  onRemove: () => void;
}

type Part = 'base' | 'rate' | 'value' | 'partner' | 'dueDate' | 'reason';

/** One retention: tax, base, rate, value, to whom, when. What is paid is read-only. */
export const RetentionRow = ({ row, index, state, readOnly, proposal, onRemove }: RetentionRowProps) => {
  const { key } = row;
  const label = TAX_LABELS[key];
  const problemOf = (part: Part) =>
    state.problems[retentionPath(key, part)] ?? state.problems[`retentions.${index}.${part}`];
  const parts: readonly Part[] = ['base', 'rate', 'value', 'partner', 'dueDate', 'reason'];
  const found = [...new Set([state.problems[`retentions.${index}.tax`], ...parts.map(problemOf)])].filter(Boolean);
  const closed = readOnly || row.paid;
  return (
    <ReadOnlyContext value={closed}>
      <tr>
        <th scope="row" className={styles.tax}>
          {label}
          {row.city !== null && <span className={styles.city}>{row.city}</span>}
        </th>
        <td className={styles.number} data-label="Base (R$)">
          <MoneyInput
            size="small"
            path={retentionPath(key, 'base')}
            invalid={problemOf('base') !== undefined}
            ariaLabel={`Base de ${label}`}
            value={row.base}
            onChange={(base) => state.edit(setRetention(key, { base, basePercentage: null }))}
          />
        </td>
        <td className={styles.number} data-label="Alíquota (%)">
          <QuantityInput
            size="small"
            twoPlaces
            path={retentionPath(key, 'rate')}
            invalid={problemOf('rate') !== undefined}
            ariaLabel={`Alíquota de ${label}, em %`}
            value={row.rate}
            onChange={(rate) => state.edit(setRetention(key, { rate }))}
          />
        </td>
        <td className={styles.number} data-label="Valor (R$)">
          <MoneyInput
            size="small"
            path={retentionPath(key, 'value')}
            invalid={problemOf('value') !== undefined}
            ariaLabel={`Valor de ${label}`}
            value={valueOf(row)}
            onChange={(typed) => state.edit(setRetention(key, { typed }))}
          />
        </td>
        <td data-label="Recolher a">
          <Collector row={row} state={state} proposal={proposal} invalid={problemOf('partner') !== undefined} />
        </td>
        <td data-label="Vencimento">
          <DueDate row={row} state={state} proposal={proposal} invalid={problemOf('dueDate') !== undefined} />
        </td>
        <td className={styles.remove}>
          {!closed && (
            <IconButton size="small" label={`Remover retenção de ${label}`} icon={<DeleteIcon />} onClick={onRemove} />
          )}
        </td>
      </tr>
      {found.length > 0 && (
        <tr className={styles.note}>
          <td colSpan={7} role="alert" className={layout.problem}>
            {found.join('. ')}
          </td>
        </tr>
      )}
      <Notes row={row} state={state} proposal={proposal} />
    </ReadOnlyContext>
  );
};

type CellProps = Pick<RetentionRowProps, 'row' | 'state' | 'proposal'> & { invalid: boolean };

/** To whom it is paid: the collector of the rule unless another is chosen; a guarantee goes back to the supplier. */
const Collector = ({ row, state, proposal, invalid }: CellProps) => {
  const partners = usePartnerChoice('DEBIT');
  if (row.key === 'GUARANTEE')
    return <span className={styles.text}>{state.form.partner?.label ?? 'o fornecedor'}</span>;
  return (
    <Combobox
      size="small"
      path={retentionPath(row.key, 'partner')}
      ariaLabel={`Recolher ${TAX_LABELS[row.key]} a`}
      placeholder={proposal?.rule.collector}
      invalid={invalid}
      value={row.partner}
      onChange={(partner) => state.edit(setRetention(row.key, { partner }))}
      loadOptions={partners.load}
    />
  );
};

/** The day of the rule unless another is typed; a tax by payments has one in the month after each. */
const DueDate = ({ row, state, proposal, invalid }: CellProps) => {
  const { key, dueDate } = row;
  const byPayment = proposal?.rule.fact === 'PAYMENT';
  if (byPayment && state.form.installments.length > 1) {
    return <span className={styles.text}>{formatDate(dueDate || proposal.dueDate)} em diante</span>;
  }
  return (
    <DateInput
      hideIcon
      size="small"
      path={retentionPath(key, 'dueDate')}
      towards="future"
      invalid={invalid}
      ariaLabel={`Vencimento de ${TAX_LABELS[key]}`}
      value={dueDate || (proposal?.dueDate ?? '')}
      onChange={(day) => state.edit(setRetention(key, { dueDate: day === proposal?.dueDate ? '' : day }))}
    />
  );
};

/** Why a day has moved, why nothing is withheld, what the law says; of a saved one, the way to its payable. */
const notesOf = ({ row, state, proposal }: Omit<CellProps, 'invalid'>): string[] => {
  const { dueDate, paid } = row;
  const exemption = exemptionOfRow(row);
  const byPayment = proposal?.rule.fact === 'PAYMENT' && state.form.installments.length > 1;
  return [
    ...(paid ? ['guia paga: desfaça o pagamento dela para mudar'] : []),
    ...(exemption === null ? [] : [exemption]),
    ...(byPayment ? ['no mês seguinte a cada pagamento'] : []),
    ...(!byPayment && proposal?.dueReason != null && (dueDate === '' || dueDate === proposal.dueDate)
      ? [proposal.dueReason]
      : []),
    ...(proposal?.rule.code == null ? [] : [`código ${proposal.rule.code}`]),
  ];
};

const PayableLink = ({ row: { key, payableId, paid, dueDate } }: Pick<CellProps, 'row'>) => {
  const { pathname } = useListBehind('DEBIT');
  if (payableId === null) return null;
  return (
    <>
      {!paid && dueDate < today() && <strong className={styles.overdue}>guia vencida · </strong>}
      <Link
        to={`${pathname}?id=${payableId}`}
        className={styles.link}
        aria-label={`Abrir a guia de ${TAX_LABELS[key]}`}
      >
        Abrir a guia
      </Link>
    </>
  );
};

const Notes = (props: Omit<CellProps, 'invalid'>) => {
  const { row, state, proposal } = props;
  const { key } = row;
  const text = notesOf(props).join(' · ');
  return (
    <>
      {(text !== '' || row.payableId !== null) && (
        <tr className={styles.note} title={proposal?.rule.legalSource}>
          <td colSpan={7}>
            {text}
            {text !== '' && row.payableId !== null && ' · '}
            <PayableLink row={row} />
          </td>
        </tr>
      )}
      {isOther(row) && (
        <tr className={styles.note}>
          <td colSpan={7}>
            <TextInput
              size="small"
              ariaLabel={`Motivo do valor de ${TAX_LABELS[key]}`}
              placeholder="Motivo da diferença: como está na nota"
              maxLength={200}
              value={row.reason}
              onChange={(reason) => state.edit(setRetention(key, { reason }))}
            />
          </td>
        </tr>
      )}
    </>
  );
};
