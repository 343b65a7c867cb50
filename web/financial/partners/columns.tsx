import { formatPhone } from '#domain/masks.ts';
import { isPositive } from '#domain/money.ts';
import { formatTaxId } from '#domain/taxId.ts';
import type { PartnerRowFragment } from '#web/generated/financial.ts';
import { cityLabel } from '#web/location/useCityChoice.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { ActivePill, MoneyText, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import type { PartnerKind } from './kinds.ts';

type Row = PartnerRowFragment;

export const cityText = ({ city, state }: Pick<Row, 'city' | 'state'>): string =>
  cityLabel({ city: city ?? '', state: state ?? '' });

const isOverdue = (row: Row) => isPositive(row.balance?.overdueValue ?? '0');

/** Returns whether a column shows figures, which need permission to see the transactions. */
export const isFigure = ({ id }: Column<Row>): boolean => ['nextDueDate', 'overdueValue', 'openValue'].includes(id);

const figures = (kind: PartnerKind): Column<Row>[] => [
  {
    id: 'nextDueDate',
    title: 'Próx. vencimento',
    kind: 'date',
    sortable: true,
    width: 148,
    value: (row) => row.balance?.nextDueDate,
  },
  {
    id: 'overdueValue',
    title: 'Vencido (R$)',
    kind: 'money',
    sortable: true,
    width: 120,
    value: (row) => (isOverdue(row) ? row.balance?.overdueValue : null),
    tone: (row) => (isOverdue(row) ? 'out' : 'muted'),
  },
  {
    id: 'openValue',
    title: `${kind.open} (R$)`,
    kind: 'money',
    sortable: true,
    width: 132,
    pinned: 'right',
    value: (row) => row.balance?.openValue,
  },
];

export const partnerColumns = (kind: PartnerKind): Column<Row>[] => [
  { ...nameColumn('Nome'), minWidth: 190 },
  {
    id: 'taxId',
    title: 'CPF/CNPJ',
    sortable: true,
    width: 160,
    value: (row) => formatTaxId(row.taxId),
  },
  { id: 'phone', title: 'Telefone', width: 136, value: (row) => formatPhone(row.phone) },
  { id: 'city', title: 'Cidade', sortable: true, minWidth: 130, tone: 'muted', value: cityText },
  activeColumn(kind.noun, 100),
  ...figures(kind),
];

export const partnerCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.name,
  meta: [formatTaxId(row.taxId), cityText(row)].filter(Boolean).join(' · ') || 'sem CPF/CNPJ',
  end: row.balance?.openValue ? <MoneyText value={row.balance.openValue} strong /> : undefined,
  endMeta: !row.active ? (
    <ActivePill active={false} />
  ) : isOverdue(row) ? (
    <StatusPill tone="out">Vencido</StatusPill>
  ) : undefined,
});
