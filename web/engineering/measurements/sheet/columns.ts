import type { TreeColumn } from '#web/form/tree/TreeGrid.tsx';
import type { Mode } from '../model/cells.ts';

export type ColumnId =
  | 'item'
  | 'description'
  | 'unit'
  | 'contracted'
  | 'price'
  | 'previous'
  | 'percentage'
  | 'quantity'
  | 'progress'
  | 'balance'
  | 'value'
  | 'photos';

/** Columns of a sheet; those that are typed in are named by what they say. */
export const columnsOf = (mode: Mode, previousNumber: number): readonly TreeColumn<ColumnId>[] => {
  const typed = mode === 'ACCUMULATED' ? 'Acum.' : 'Período';
  return [
    { id: 'item', title: 'Item', width: '76px' },
    { id: 'description', title: 'Serviço', width: 'minmax(200px, 1fr)' },
    { id: 'unit', title: 'Un.', width: '48px' },
    { id: 'contracted', title: 'Contratado', width: '86px', right: true },
    { id: 'price', title: 'Preço (R$)', width: '86px', right: true },
    { id: 'previous', title: previousNumber > 0 ? `Até a ${previousNumber}` : 'Antes', width: '66px', right: true },
    { id: 'percentage', title: `${typed} %`, width: '82px', right: true },
    { id: 'quantity', title: `${typed} qtd.`, width: '90px', right: true },
    { id: 'progress', title: '', width: '104px' },
    { id: 'balance', title: 'Saldo', width: '100px', right: true },
    { id: 'value', title: 'Nesta (R$)', width: '104px', right: true },
    { id: 'photos', title: '', width: '44px' },
  ];
};

export const COLUMN_IDS = columnsOf('ACCUMULATED', 0).map(({ id }) => id);
