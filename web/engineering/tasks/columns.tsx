import { counted, formatCount, formatPrice4 } from '#domain/numberFormat.ts';
import type { TaskRowFragment } from '#web/generated/engineering.ts';
import type { CardItem, Column } from '#web/ui/index.ts';
import { BasePill } from './BasePill.tsx';
import styles from './tasks.module.css';

/** Why a composition has no price: a line of an own one has none, or none was published. */
export const priceText = ({ unitPrice, readOnly }: Pick<TaskRowFragment, 'unitPrice' | 'readOnly'>): string =>
  unitPrice === null ? (readOnly ? 'sem preço' : 'incompleto') : formatPrice4(unitPrice);

export const taskColumns: readonly Column<TaskRowFragment>[] = [
  { id: 'code', title: 'Código', width: 110, sortable: true, value: ({ code }) => code },
  {
    ...{ id: 'description', title: 'Composição', minWidth: 220, flex: 1, sortable: true, tone: 'strong' },
    value: ({ description }) => description,
  },
  { id: 'unit', title: 'Un.', width: 70, sortable: true, value: ({ unit }) => unit?.acronyms },
  {
    ...{ id: 'unitPrice', title: 'Preço unitário (R$)', width: 150, kind: 'money', sortable: true },
    value: ({ unitPrice }) => unitPrice,
    render: (row) =>
      row.unitPrice === null ? <span className={styles.missing}>{priceText(row)}</span> : priceText(row),
  },
  { id: 'group', title: 'Grupo', width: 170, value: ({ group }) => group },
  {
    ...{ id: 'costDatabase', title: 'Base', width: 170, sortable: true },
    value: ({ costDatabase }) => costDatabase.name,
    render: ({ costDatabase }) => <BasePill base={costDatabase} />,
  },
  { id: 'uses', title: 'Usos', width: 70, align: 'right', value: ({ uses }) => formatCount(uses) },
];

/** Columns of the file besides those of the grid. */
export const taskFileColumns: readonly Column<TaskRowFragment>[] = [
  { id: 'sourceReference', title: 'Referência', value: ({ sourceReference }) => sourceReference },
  { id: 'itemCount', title: 'Itens', value: ({ itemCount }) => formatCount(itemCount) },
];

export const taskCard = (row: TaskRowFragment): CardItem => ({
  id: row.id,
  title: row.description,
  meta: [row.code, row.costDatabase.name, row.uses > 0 && counted(row.uses, 'uso')].filter(Boolean).join(' · '),
  end: row.unitPrice === null ? <span className={styles.missing}>{priceText(row)}</span> : `R$ ${priceText(row)}`,
  endMeta: row.unit?.acronyms,
});
