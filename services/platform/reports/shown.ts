import { formatDate } from '#domain/dates.ts';
import { formatExact, formatMoney, formatShare, formatUnitPrice } from '#domain/numberFormat.ts';
import type { Cell, Column } from './description.ts';
import type { Line } from './lines.ts';

const NONE = '–';

/** The minus sign of print. */
const signed = (text: string): string => text.replace('-', '−');

const cellText = (kind: Column['kind'], cell: Cell): string => {
  if (cell === null) return kind === 'TEXT' ? '' : NONE;
  switch (kind) {
    case 'TEXT':
      return cell;
    case 'DATE':
      return formatDate(cell);
    case 'MONEY':
      return signed(formatMoney(cell));
    case 'PRICE':
      return signed(formatUnitPrice(cell));
    case 'PERCENT':
      return signed(formatShare(cell));
    case 'QUANTITY':
    case 'COUNT':
      return signed(formatExact(cell));
  }
};

/** Cells as people read them: the same texts on the screen and on the paper. */
export const shownCells = (columns: readonly Column[], { kind, cells }: Pick<Line, 'kind' | 'cells'>): string[] =>
  columns.map(({ kind: of, sum }, index) => {
    const cell = cells[index] ?? null;
    const heads = kind === 'GROUP' || kind === 'TOTAL';
    // A heading has its name in the first cell, whatever that column holds, and nothing where nothing is added up.
    if (heads && index === 0) return cell ?? '';
    return heads && cell === null && !sum ? '' : cellText(of, cell);
  });

export const isNumeric = ({ kind }: Pick<Column, 'kind'>): boolean => kind !== 'TEXT' && kind !== 'DATE';
