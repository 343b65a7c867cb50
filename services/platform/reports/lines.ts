import { toDecimal, type Decimal } from '#domain/decimal.ts';
import { fromCents, toCents } from '#domain/money.ts';
import type { Cell, Column, Content, Row } from './description.ts';

/** A line of the paper. */
export interface Line {
  kind: 'GROUP' | 'ROW' | 'STRONG' | 'TOTAL';
  level: number;
  cells: readonly Cell[];
  /** Rows of a group, which follow its heading. */
  rows: number;
}

/** Adds up the columns of some rows: money in cents, everything else as exact decimals. */
export class Sums {
  readonly #columns: readonly Column[];
  readonly #cents: bigint[];
  readonly #decimals: (Decimal | null)[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#cents = columns.map(() => 0n);
    this.#decimals = columns.map(() => null);
  }

  add({ cells, strong, level = 0 }: Row): void {
    if (strong || level > 0) return;
    this.#columns.forEach(({ kind, sum }, index) => {
      const cell = cells[index];
      if (!sum || cell === null || cell === undefined) return;
      if (kind === 'MONEY') this.#cents[index] = (this.#cents[index] ?? 0n) + toCents(cell);
      else this.#decimals[index] = toDecimal(cell).add(this.#decimals[index] ?? 0);
    });
  }

  cells(label: string): Cell[] {
    return this.#columns.map(({ kind, sum }, index) => {
      if (index === 0) return label;
      if (!sum) return null;
      return kind === 'MONEY' ? fromCents(this.#cents[index] ?? 0n) : (this.#decimals[index]?.toString() ?? '0');
    });
  }
}

const TOTAL = 'Total';

const lineOf = (row: Row): Line => ({
  kind: row.strong ? 'STRONG' : 'ROW',
  level: row.level ?? 0,
  cells: row.cells,
  rows: 0,
});

/** The heading of a group has the sums of its rows, so that these wait for its last one. */
function* groupLines(columns: readonly Column[], group: string, rows: readonly Row[]): Generator<Line> {
  const sums = new Sums(columns);
  for (const row of rows) sums.add(row);
  yield { kind: 'GROUP', level: 0, cells: sums.cells(group), rows: rows.length };
  for (const row of rows) yield lineOf(row);
}

/** All lines of a report in their order: one group of it in memory at a time. */
export async function* linesOf({ columns, rows, totals }: Content): AsyncGenerator<Line> {
  const all = new Sums(columns);
  let group: { name: string; rows: Row[] } | null = null;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    all.add(row);
    if (group && row.group !== group.name) {
      yield* groupLines(columns, group.name, group.rows);
      group = null;
    }
    if (row.group === undefined) yield lineOf(row);
    else if (group) group.rows.push(row);
    else group = { name: row.group, rows: [row] };
  }
  if (group) yield* groupLines(columns, group.name, group.rows);
  if (count === 0 || totals === null || (totals === undefined && !columns.some(({ sum }) => sum))) return;
  yield { kind: 'TOTAL', level: 0, cells: totals ?? all.cells(TOTAL), rows: 0 };
}
