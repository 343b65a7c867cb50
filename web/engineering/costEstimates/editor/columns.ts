import type { TreeColumn } from '#web/form/tree/TreeGrid.tsx';
import type { FilledColumn } from './model/cells.ts';

export type ColumnId =
  | 'item'
  | 'description'
  | 'code'
  | 'base'
  | 'unit'
  | 'quantity'
  | 'unitPrice'
  | 'withBdi'
  | 'total'
  | 'share'
  | 'amendment'
  | 'current';

export const COLUMNS: readonly TreeColumn<ColumnId>[] = [
  { id: 'item', title: 'Item', width: '92px' },
  { id: 'description', title: 'Descrição', width: 'minmax(240px, 1fr)' },
  { id: 'code', title: 'Código', width: '84px' },
  { id: 'base', title: 'Base', width: '84px' },
  { id: 'unit', title: 'Un.', width: '56px' },
  { id: 'quantity', title: 'Quantidade', width: '112px', right: true },
  { id: 'unitPrice', title: 'Preço unit.', width: '104px', right: true },
  { id: 'withBdi', title: 'Com BDI', width: '104px', right: true },
  { id: 'total', title: 'Total (R$)', width: '124px', right: true },
  { id: 'share', title: '%', width: '76px', right: true },
];

/** After the original: what amendments add to the quantity, and the total with them, in the place of what explains prices. */
export const AMENDED: readonly TreeColumn<ColumnId>[] = [
  ...COLUMNS.filter(({ id }) => id !== 'base' && id !== 'share'),
  { id: 'amendment', title: 'Aditivo', width: '104px', right: true },
  { id: 'current', title: 'Com aditivos (R$)', width: '128px', right: true },
];

const TYPED: readonly string[] = ['description', 'unit', 'quantity', 'unitPrice'] satisfies FilledColumn[];

/** The field of a column that is typed in. */
export const typedColumn = (id: ColumnId): FilledColumn | null => (TYPED.includes(id) ? (id as FilledColumn) : null);
