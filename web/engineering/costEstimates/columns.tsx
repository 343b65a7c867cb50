import { formatDate } from '#domain/dates.ts';
import { isNegative, isZero } from '#domain/money.ts';
import { counted, formatCount, formatMoney } from '#domain/numberFormat.ts';
import type { CostEstimateRowFragment } from '#web/generated/engineering.ts';
import { dayOf, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';

type Row = CostEstimateRowFragment;

const situationText = (row: Row): string => {
  if (row.fromAnotherSystem) return 'Importado';
  return row.approved ? 'Aprovado' : 'Em elaboração';
};

/** Approved, imported or being worked on; a lock of another user is named. */
export const Situation = ({ row }: { row: Row }) => {
  if (row.approved || row.fromAnotherSystem)
    return <StatusPill tone={row.approved ? 'in' : 'neutral'}>{situationText(row)}</StatusPill>;
  return (
    <StatusPill tone={row.lock ? 'warning' : 'info'}>
      {row.lock ? `Em edição por ${row.lock.mine ? 'você' : row.lock.user.name}` : situationText(row)}
    </StatusPill>
  );
};

export const costEstimateColumns: readonly Column<Row>[] = [
  { id: 'code', title: 'Código', width: 110, sortable: true, value: ({ code }) => code },
  {
    ...{ id: 'description', title: 'Orçamento', minWidth: 180, flex: 2, sortable: true, tone: 'strong' },
    value: ({ description }) => description,
  },
  {
    id: 'building',
    title: 'Obra',
    ofBuilding: true,
    minWidth: 130,
    flex: 1,
    sortable: true,
    value: ({ building }) => building?.name,
  },
  {
    ...{ id: 'customer', title: 'Cliente', width: 130, sortable: true, tone: 'muted' },
    value: ({ customer }) => customer?.name,
  },
  { id: 'itemCount', title: 'Itens', width: 70, align: 'right', value: ({ itemCount }) => formatCount(itemCount) },
  {
    ...{ id: 'situation', title: 'Situação', width: 160, value: situationText },
    render: (row) => <Situation row={row} />,
  },
  {
    ...{ id: 'updatedAt', title: 'Alterado', width: 105, sortable: true },
    value: ({ updatedAt }) => formatDate(dayOf(updatedAt)),
  },
  {
    ...{ id: 'amendmentTotal', title: 'Aditivos (R$)', width: 125, kind: 'money', sortable: true },
    value: ({ amendmentTotal }) => (isZero(amendmentTotal) ? null : amendmentTotal),
  },
  {
    ...{ id: 'currentTotal', title: 'Total (R$)', width: 130, kind: 'money', sortable: true },
    value: ({ currentTotal }) => currentTotal,
  },
];

export const costEstimateFileColumns: readonly Column<Row>[] = [
  { id: 'total', title: 'Original (R$)', kind: 'money', value: ({ total }) => total },
  { id: 'withoutPrice', title: 'Itens sem preço', value: ({ withoutPrice }) => formatCount(withoutPrice) },
];

/** "aditivos +1.200,00": how much of the total was not in the approved estimate. */
const amendmentText = ({ amendmentTotal }: Row): string | null =>
  isZero(amendmentTotal) ? null : `aditivos ${isNegative(amendmentTotal) ? '' : '+'}${formatMoney(amendmentTotal)}`;

export const costEstimateCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.description,
  meta: [row.code, row.building?.name, counted(row.itemCount, 'item', 'itens'), amendmentText(row)]
    .filter(Boolean)
    .join(' · '),
  end: <MoneyText value={row.currentTotal} symbol />,
  endMeta: <Situation row={row} />,
});
