import type { TreeColumn } from '#web/form/tree/TreeGrid.tsx';

export type ColumnId =
  'included' | 'item' | 'description' | 'unit' | 'estimated' | 'cost' | 'quantity' | 'price' | 'total';
/** Columns that are typed in. */
export type TypedColumn = 'quantity' | 'price';

const ALL: readonly TreeColumn<ColumnId>[] = [
  { id: 'included', title: '', width: '44px' },
  { id: 'item', title: 'Item', width: '64px' },
  { id: 'description', title: 'Serviço', width: 'minmax(140px, 1fr)' },
  { id: 'unit', title: 'Un.', width: '52px' },
  { id: 'estimated', title: 'Orçado', width: '88px', right: true },
  { id: 'cost', title: 'Custo (R$)', width: '92px', right: true },
  { id: 'quantity', title: 'Contratado', width: '96px', right: true },
  { id: 'price', title: 'Preço (R$)', width: '92px', right: true },
  { id: 'total', title: 'Total (R$)', width: '112px', right: true },
];

const ON_PHONE: readonly TreeColumn<ColumnId>[] = [
  { id: 'included', title: '', width: '40px' },
  { id: 'description', title: 'Serviço', width: 'minmax(0, 1fr)' },
  { id: 'quantity', title: 'Contratado', width: '92px', right: true },
  { id: 'price', title: 'Preço (R$)', width: '92px', right: true },
];

export const columnsFor = (phone: boolean): readonly TreeColumn<ColumnId>[] => (phone ? ON_PHONE : ALL);

export const isTyped = (column: ColumnId): column is TypedColumn => column === 'quantity' || column === 'price';
