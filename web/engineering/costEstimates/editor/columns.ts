import type { FilledColumn } from './model/cells.ts';

export type ColumnId =
  'item' | 'description' | 'code' | 'base' | 'unit' | 'quantity' | 'unitPrice' | 'withBdi' | 'total' | 'share';

export interface GridColumn {
  id: ColumnId;
  title: string;
  right?: true;
}

export const COLUMNS: readonly GridColumn[] = [
  { id: 'item', title: 'Item' },
  { id: 'description', title: 'Descrição' },
  { id: 'code', title: 'Código' },
  { id: 'base', title: 'Base' },
  { id: 'unit', title: 'Un.' },
  { id: 'quantity', title: 'Quantidade', right: true },
  { id: 'unitPrice', title: 'Preço unit.', right: true },
  { id: 'withBdi', title: 'Com BDI', right: true },
  { id: 'total', title: 'Total (R$)', right: true },
  { id: 'share', title: '%', right: true },
];

const TYPED: readonly string[] = ['description', 'unit', 'quantity', 'unitPrice'] satisfies FilledColumn[];

/** The field of a column that is typed in. */
export const typedColumn = (id: ColumnId): FilledColumn | null => (TYPED.includes(id) ? (id as FilledColumn) : null);
