import { formatMoney, formatQuantity, formatUnitPrice } from '#domain/money.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { type Cell, type FilledColumn, quantityCell } from './model/cells.ts';
import type { EstimateRow } from './model/rows.ts';
import { quantityText } from './model/stored.ts';

export const NO_PRICE = 'sem preço';

/** Two to four places: "4,54", "0,5458". */
export const quantityShown = (quantity: string | null): string => {
  if (quantity === null) return '';
  return /\.\d\d00$/.test(quantity) ? formatMoney(quantity) : formatQuantity(quantity);
};

/** "+2,00": what amendments add to a quantity. */
export const signedQuantity = (amendment: string): string =>
  `${amendment.startsWith('-') ? '−' : '+'}${quantityShown(amendment.replace('-', ''))}`;

/** The text that the field of a cell begins with. */
export const fieldText = (row: EstimateRow, column: FilledColumn): string => {
  switch (column) {
    case 'description':
      return row.description;
    case 'unit':
      return row.unit ?? '';
    case 'quantity':
      return row.formula === null ? quantityShown(row.quantity) : quantityText(row);
    case 'unitPrice':
      return row.unitPrice === null ? '' : formatUnitPrice(row.unitPrice);
    case 'memo':
      return row.memo ?? '';
    case 'bdiId':
      return '';
  }
};

const fourPlaces = (decimal: string): string => {
  const [whole = '0', places = ''] = decimal.split('.');
  return `${whole}.${places.padEnd(4, '0')}`;
};

/** A typed text as a cell, or why it does not read. */
export const readCell = (column: FilledColumn, text: string): { cell: Cell } | { problem: string } => {
  if (column === 'quantity') {
    const cell = text.trim() === '' ? { quantity: '0.0000', formula: null } : quantityCell(text);
    return cell ? { cell } : { problem: 'A conta não pode ser lida: use números, + − * / e parênteses' };
  }
  if (column === 'unitPrice') {
    if (text.trim() === '') return { cell: { unitPrice: null } };
    const price = parseQuantity(text);
    if (price === null) return { problem: 'Não é um número com até 4 casas decimais' };
    return /[1-9]/.test(price)
      ? { cell: { unitPrice: fourPlaces(price) } }
      : { problem: 'O preço deve ser maior que zero' };
  }
  if (column === 'description' && text.trim() === '') return { problem: 'Informe a descrição' };
  return { cell: { [column]: text } };
};
