/**
 * Rounds the matrix row × column ÷ total to whole cents and preserves the sums of rows and columns. Each cell is its
 * exact value rounded down or up. Such a rounding always exists: the exact matrix is a flow between rows and columns
 * with integral supplies and demands, which has an integral solution. A greedy pass places nearly all cents; augmenting
 * paths move the rest.
 */
interface Rounding {
  cells: bigint[][];
  /**
   * Fraction that each cell lost by rounding down, as numerator over the total; only a cell with a fraction may gain a
   * cent.
   */
  lost: bigint[][];
  /** Cells that gained a cent. */
  raised: boolean[][];
  rowMissing: number[];
  columnMissing: number[];
}

/**
 * Returns the matrix of whole cents with the given sums. Requires equal sums of both lists and non-negative values.
 * Deterministic.
 */
export function roundMatrix(rows: readonly bigint[], columns: readonly bigint[]): bigint[][] {
  const total = rows.reduce((sum, row) => sum + row, 0n);
  if (total === 0n) return rows.map(() => columns.map(() => 0n));
  const state = roundDown(rows, columns, total);
  placeGreedily(state);
  for (let row = 0; row < rows.length; row += 1) {
    while (missingOf(state.rowMissing, row) > 0) augment(state, row);
  }
  return state.cells.map((cells, row) =>
    cells.map((cell, column) => (isRaised(state, row, column) ? cell + 1n : cell)),
  );
}

function roundDown(rows: readonly bigint[], columns: readonly bigint[], total: bigint): Rounding {
  const cells = rows.map((row) => columns.map((column) => (row * column) / total));
  const lost = rows.map((row) => columns.map((column) => (row * column) % total));
  const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  return {
    cells,
    lost,
    raised: rows.map(() => columns.map(() => false)),
    rowMissing: rows.map((row, index) => Number(row - sumOf(cells[index] ?? []))),
    columnMissing: columns.map((column, index) => Number(column - sumOf(cells.map((cell) => cell[index] ?? 0n)))),
  };
}

/** Adds cents to the cells with the largest fraction first, of equal ones to the last: remainders go last (§5). */
function placeGreedily(state: Rounding): void {
  const wanting = state.lost
    .flatMap((cells, row) => cells.map((fraction, column) => ({ fraction, row, column })))
    .filter(({ fraction }) => fraction > 0n)
    .toSorted((a, b) => {
      if (a.fraction !== b.fraction) return a.fraction < b.fraction ? 1 : -1;
      return b.row - a.row || b.column - a.column;
    });
  for (const { row, column } of wanting) {
    if (missingOf(state.rowMissing, row) === 0 || missingOf(state.columnMissing, column) === 0) continue;
    mark(state, row, column, true);
    settle(state, row, column);
  }
}

/**
 * Breadth-first search from a row that lacks a cent to a column that lacks one: forwards along cells that may gain a
 * cent, and backwards along raised cells, whose rows can move their cent to another column.
 */
function augment(state: Rounding, start: number): void {
  const rowOfColumn = new Map<number, number>();
  const columnOfRow = new Map<number, number>();
  const queue = [start];
  for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
    for (let column = 0; column < state.columnMissing.length; column += 1) {
      if (rowOfColumn.has(column) || !mayRaise(state, row, column)) continue;
      rowOfColumn.set(column, row);
      if (missingOf(state.columnMissing, column) > 0) return applyPath(state, start, column, rowOfColumn, columnOfRow);
      for (let other = 0; other < state.rowMissing.length; other += 1) {
        if (other === start || columnOfRow.has(other) || !isRaised(state, other, column)) continue;
        columnOfRow.set(other, column);
        queue.push(other);
      }
    }
  }
  throw new RangeError('Rows and columns cannot both keep their sums');
}

function applyPath(
  state: Rounding,
  start: number,
  end: number,
  rowOfColumn: ReadonlyMap<number, number>,
  columnOfRow: ReadonlyMap<number, number>,
): void {
  let column: number | undefined = end;
  while (column !== undefined) {
    const row: number = rowOfColumn.get(column) ?? start;
    mark(state, row, column, true);
    column = row === start ? undefined : columnOfRow.get(row);
    if (column !== undefined) mark(state, row, column, false);
  }
  settle(state, start, end);
}

function mark(state: Rounding, row: number, column: number, raised: boolean): void {
  const cells = state.raised[row];
  if (cells) cells[column] = raised;
}

function settle(state: Rounding, row: number, column: number): void {
  state.rowMissing[row] = missingOf(state.rowMissing, row) - 1;
  state.columnMissing[column] = missingOf(state.columnMissing, column) - 1;
}

function mayRaise(state: Rounding, row: number, column: number): boolean {
  return (state.lost[row]?.[column] ?? 0n) > 0n && !isRaised(state, row, column);
}

function isRaised(state: Rounding, row: number, column: number): boolean {
  return state.raised[row]?.[column] === true;
}

function missingOf(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}
