import { readQuantity } from '#domain/engineering/estimate/formula.ts';
import { setInputPrice } from './composition.ts';
import type { EstimateRow, Rows } from './rows.ts';

/** What is typed in a row. */
export type Cell = Partial<
  Pick<EstimateRow, 'description' | 'unit' | 'quantity' | 'formula' | 'memo' | 'bdiId' | 'unitPrice'>
>;

/** A typed quantity: a number or a formula; null where the text does not read. */
export const quantityCell = (text: string): Cell | null => readQuantity(text);

const isChange = (row: EstimateRow, cell: Cell): boolean =>
  (Object.keys(cell) as (keyof Cell)[]).some((field) => cell[field] !== row[field]);

/** Sets cells of a row. The price of an input is one in the whole estimate: all its rows follow. */
export const setCell = (rows: Rows, index: number, cell: Cell): Rows => {
  const row = rows[index];
  if (!row || !isChange(row, cell)) return rows;
  const next = rows.with(index, { ...row, ...cell });
  const { unitPrice } = cell;
  return unitPrice === undefined || row.productId === null ? next : setInputPrice(next, row.productId, unitPrice);
};

export type FilledColumn = 'description' | 'unit' | 'quantity' | 'unitPrice' | 'bdiId' | 'memo';

/** Whether a cell can be typed in: stages have a name alone, compositions a computed price, register rows their own text. */
export const isTyped = (row: EstimateRow, column: FilledColumn): boolean => {
  if (row.group) return column === 'description';
  if (column === 'unitPrice') return row.type === 'PRODUCT' || (row.type === 'TASK' && row.taskId === null);
  if (column === 'unit' || column === 'description') return row.type === 'TASK' && row.taskId === null;
  return true;
};

const valueOf = (row: EstimateRow, column: FilledColumn): Cell =>
  column === 'quantity' ? { quantity: row.quantity, formula: row.formula } : { [column]: row[column] };

/** Repeats the first chosen cell in the cells below it; of one row, the cell above (Ctrl+D). */
export const fillDown = (rows: Rows, indexes: readonly number[], column: FilledColumn): Rows => {
  const [first = -1, ...others] = indexes;
  const above = rows.findLastIndex((row, index) => index < first && isTyped(row, column) && !row.group);
  const [source, targets] = others.length > 0 ? [first, others] : [above, [first]];
  const from = rows[source];
  if (!from || !isTyped(from, column)) return rows;
  return targets.reduce((next, index) => {
    const row = next[index];
    return row && row.group === from.group && isTyped(row, column) ? setCell(next, index, valueOf(from, column)) : next;
  }, rows);
};
