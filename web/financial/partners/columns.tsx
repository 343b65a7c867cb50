import { cityText, isOverdue, partnerColumns as shared, partnerFigures } from '#domain/lists/partners.ts';
import { formatTaxId } from '#domain/taxId.ts';
import type { PartnerRowFragment } from '#web/generated/financial.ts';
import { withLooks } from '#web/list/columns/withLooks.ts';
import { ActivePill, MoneyText, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import type { PartnerKind } from './kinds.ts';

type Row = PartnerRowFragment;

/** Returns whether a column shows figures, which need permission to see the transactions. */
export const isFigure = ({ id }: Column<Row>): boolean => ['nextDueDate', 'overdueValue', 'openValue'].includes(id);

export const partnerColumns = (kind: PartnerKind): Column<Row>[] =>
  withLooks<Row>([...shared, ...partnerFigures(kind.type)], {
    name: { sortable: true, tone: 'strong', minWidth: 190, flex: 2 },
    taxId: { sortable: true, width: 160 },
    phone: { width: 136 },
    city: { sortable: true, minWidth: 130, tone: 'muted' },
    active: { width: 100, render: ({ active }) => <ActivePill active={active} /> },
    nextDueDate: { sortable: true, width: 148 },
    overdueValue: { sortable: true, width: 120, tone: (row) => (isOverdue(row) ? 'out' : 'muted') },
    openValue: { sortable: true, width: 132, pinned: 'right' },
  });

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
