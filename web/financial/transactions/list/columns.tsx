import { formatDate } from '#domain/dates.ts';
import { STATUS_LABELS } from '#domain/transactions.ts';
import { formatCurrency } from '#domain/money.ts';
import type { TransactionRowFragment, TransactionType } from '#web/generated/financial.ts';
import { MoneyText, type CardGroup, type CardItem, type Column } from '#web/ui/index.ts';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';
import { words } from '../words.ts';
import { dueDateOf, isOverdue, openOf, paidOf, valueOf, wholeValueOf, type ListRow as Row } from './matching.ts';

/** Returns the buildings of a row: "Residência Alto da Serra +1", "outras obras", "sem obra". */
export const buildingsText = (
  row: Pick<TransactionRowFragment, 'otherBuildingsValue'> & {
    apportionments: readonly Pick<TransactionRowFragment['apportionments'][number], 'building'>[];
  },
): string => {
  const names = [...new Set(row.apportionments.flatMap(({ building }) => building?.name ?? []))];
  const [first] = names;
  if (first === undefined) return row.otherBuildingsValue ? 'outras obras' : 'sem obra';
  const more = names.length - 1 + (row.otherBuildingsValue ? 1 : 0);
  return more > 0 ? `${first} +${more}` : first;
};

/** Column with the value of the whole transaction or installment, beside the share of the list's building. */
export const wholeColumn = <R,>(title: string, value: (row: R) => string | null): Column<R> => ({
  ...{ id: 'wholeValue', title, kind: 'money', width: 130, pinned: 'right', tone: 'muted', value },
});

/** `ofObra`: the list is filtered by a building, and its values are that building's shares. */
export const transactionColumns = (type: TransactionType, hasBuildingFilter = false): Column<Row>[] => [
  {
    id: 'dueDate',
    title: 'Vencimento',
    kind: 'date',
    width: 122,
    sortable: true,
    value: dueDateOf,
    tone: (row) => (isOverdue(row) ? 'out' : undefined),
  },
  {
    id: 'status',
    title: 'Situação',
    width: 106,
    sortable: true,
    value: (row) => STATUS_LABELS[isOverdue(row) ? 'OVERDUE' : row.status],
    render: (row) => <TransactionStatusPill transaction={{ ...row, overdue: isOverdue(row) }} />,
  },
  {
    id: 'partner',
    title: words[type].partner,
    sortable: true,
    tone: 'strong',
    minWidth: 150,
    value: (row) => row.partner?.name,
  },
  {
    id: 'description',
    title: 'Descrição',
    sortable: true,
    tone: 'muted',
    minWidth: hasBuildingFilter ? 100 : 130,
    value: (row) => row.description,
  },
  { id: 'documentNumber', title: 'Documento', width: 118, sortable: true, value: (row) => row.documentNumber },
  { id: 'category', title: 'Categoria', minWidth: 110, value: (row) => row.category?.name },
  { id: 'building', title: 'Obra', ofBuilding: true, minWidth: hasBuildingFilter ? 80 : 130, value: buildingsText },
  {
    id: 'installments',
    title: 'Parcelas',
    width: 84,
    align: 'center',
    value: (row) => `${row.paidInstallmentCount}/${row.installmentCount}`,
  },
  ...(hasBuildingFilter ? [wholeColumn('Líquido total (R$)', wholeValueOf)] : []),
  {
    id: 'value',
    title: 'Líquido (R$)',
    kind: 'money',
    width: 124,
    pinned: 'right',
    sortable: true,
    value: valueOf,
  },
];

/** Additional columns of the exported file: emission date, paid and open value. */
export const fileColumns = (type: TransactionType): Column<Row>[] => [
  { id: 'emissionDate', title: 'Emissão', kind: 'date', value: (row) => row.emissionDate },
  {
    id: 'paidValue',
    title: type === 'DEBIT' ? 'Pago (R$)' : 'Recebido (R$)',
    kind: 'money',
    value: paidOf,
  },
  { id: 'openValue', title: 'Em aberto (R$)', kind: 'money', paper: true, value: openOf },
];

/** Sums of the days on a page, by the title of their cards; undefined where they were not asked for. */
export const sumsByDay = (days: readonly { date: string; value: string }[] | undefined) =>
  days && new Map(days.map(({ date, value }) => [formatDate(date), value]));

/** Groups cards by due date, with the sum of the day. */
export const dueOn = (day: string, amount: string): CardGroup => ({
  title: formatDate(day),
  label: `Vencimento ${formatDate(day)}`,
  amount,
});

/** Returns "de R$ 1.000,00": the whole value beside a share. */
export const wholeText = (value: string | null): string | null => value && `de ${formatCurrency(value)}`;

/** Returns the partner's name, else the description. */
export const nameOf = ({ partner, description, type }: Pick<Row, 'partner' | 'description' | 'type'>): string =>
  partner?.name ?? description ?? words[type].noPartner;

export const transactionCard = (row: Row): CardItem => ({
  id: row.id,
  group: dueOn(dueDateOf(row), valueOf(row)),
  title: nameOf(row),
  meta: [wholeText(wholeValueOf(row)), row.partner && row.description, buildingsText(row)].filter(Boolean).join(' · '),
  end: <MoneyText value={valueOf(row)} symbol={false} strong />,
  endMeta: <TransactionStatusPill transaction={{ ...row, overdue: isOverdue(row) }} />,
});
