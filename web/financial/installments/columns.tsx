import { buildingsText, wholeValueColumn } from '#domain/lists/transactions.ts';
import { installmentLabel } from '#domain/transactions.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { MoneyText, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import { dueOn, nameOf, WHOLE_VALUE, wholeText } from '../transactions/list/columns.tsx';
import { CodeMark } from '#web/financial/paymentCodes/CodeMark.tsx';
import { words } from '../transactions/words.ts';
import { InstallmentStatusPill, statusOf } from '../transactions/InstallmentStatusPill.tsx';
import { valueOf, wholeValueOf, type Row } from './row.ts';

const editable = ({ installment, transaction }: Row) => installment.forecast && transaction.canChange;

/** A share cannot be edited, because it follows from the apportionment. */
const editableValue = (row: Row) => editable(row) && wholeValueOf(row) === null;

/**
 * One row per installment; `failed` has the reasons of the rows that the last bulk command rejected. `ofObra`: the list
 * is filtered by a building, and its values are that building's shares.
 */
export const installmentColumns = (
  type: TransactionType,
  failed: ReadonlyMap<string, string>,
  hasBuildingFilter = false,
): Column<Row>[] => [
  {
    id: 'dueDate',
    title: 'Vencimento',
    kind: 'date',
    width: 122,
    sortable: true,
    editable,
    towards: 'future',
    value: ({ installment }) => installment.dueDate,
    tone: (row) => (statusOf(row.installment) === 'OVERDUE' ? 'out' : undefined),
  },
  {
    id: 'status',
    title: 'Situação',
    width: 112,
    value: (row) => failed.get(row.id) ?? installmentLabel(statusOf(row.installment), type),
    render: (row) =>
      failed.has(row.id) ? (
        <StatusPill tone="warning">Recusada</StatusPill>
      ) : (
        <InstallmentStatusPill installment={row.installment} type={type} />
      ),
  },
  {
    id: 'partner',
    title: words[type].partner,
    sortable: true,
    tone: 'strong',
    minWidth: 150,
    value: ({ transaction }) => transaction.partner?.name,
  },
  {
    id: 'description',
    title: 'Descrição',
    sortable: true,
    tone: (row) => (failed.has(row.id) ? 'out' : 'muted'),
    minWidth: hasBuildingFilter ? 100 : 130,
    value: (row) => failed.get(row.id) ?? row.transaction.description,
  },
  {
    id: 'documentNumber',
    title: 'Documento',
    width: 118,
    sortable: true,
    value: ({ transaction }) => transaction.documentNumber,
  },
  { id: 'category', title: 'Categoria', minWidth: 110, value: ({ transaction }) => transaction.category?.name },
  {
    id: 'building',
    title: 'Obra',
    ofBuilding: true,
    minWidth: hasBuildingFilter ? 80 : 130,
    value: ({ transaction }) => buildingsText(transaction),
  },
  {
    id: 'number',
    title: 'Parcela',
    width: 80,
    align: 'center',
    value: ({ installment, transaction }) => `${installment.number}/${transaction.installmentCount}`,
    render: ({ installment, transaction }) => (
      <CodeMark code={installment.paymentCode}>
        {installment.number}/{transaction.installmentCount}
      </CodeMark>
    ),
  },
  ...(hasBuildingFilter ? [{ ...wholeValueColumn(wholeValueOf), ...WHOLE_VALUE }] : []),
  {
    id: 'value',
    title: 'Líquido (R$)',
    kind: 'money',
    width: 124,
    pinned: 'right',
    sortable: true,
    editable: editableValue,
    value: valueOf,
  },
];

/** Additional columns of the exported file: payment date and wallet. */
export const fileColumns = (type: TransactionType): Column<Row>[] => [
  {
    id: 'paymentDate',
    title: type === 'DEBIT' ? 'Pagamento' : 'Recebimento',
    kind: 'date',
    paper: true,
    value: ({ installment }) => installment.paymentDate,
  },
  { id: 'wallet', title: 'Carteira', value: ({ installment }) => installment.wallet?.identifier },
];

/** Card with a checkbox that opens the transaction; a rejected row shows the reason. */
export const installmentCard = (row: Row, refusal: string | undefined): CardItem => {
  const { installment, transaction } = row;
  const part = transaction.installmentCount > 1 && `${installment.number}/${transaction.installmentCount}`;
  const about = [
    wholeText(wholeValueOf(row)),
    part,
    transaction.partner && transaction.description,
    buildingsText(transaction),
  ];
  return {
    id: row.id,
    group: dueOn(installment.dueDate, valueOf(row)),
    title: nameOf(transaction),
    selectLabel: `Selecionar ${nameOf(transaction)}, parcela ${installment.number}`,
    meta: refusal ?? about.filter(Boolean).join(' · '),
    end: <MoneyText value={valueOf(row)} symbol={false} strong />,
    endMeta:
      refusal === undefined ? (
        <InstallmentStatusPill installment={row.installment} type={row.transaction.type} />
      ) : (
        <StatusPill tone="warning">Recusada</StatusPill>
      ),
  };
};
