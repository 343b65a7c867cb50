import type { MeasuredLine } from '#domain/engineering/measurements/line.ts';
import type { Accepted, SheetRow } from '#domain/engineering/measurements/sheet.ts';
import { endOf } from '#domain/engineering/estimate/outline.ts';
import type { SearchedRow } from '#web/form/tree/foundIndexes.ts';
import type { StoredLine } from './lineQueue.ts';

/** What a row is, whatever is measured of it. */
export interface RowFacts {
  id: string;
  code: string;
  description: string;
  unit: string | null;
  level: number;
  group: boolean;
  /** Null for stages. */
  contract: Pick<MeasuredLine, 'quantity' | 'unitPrice' | 'total' | 'previous' | 'previousValue'> | null;
}

export type SheetLine = MeasuredLine & Accepted;

export interface MeasuredRow extends SheetRow {
  facts: RowFacts;
  line: SheetLine | null;
}

const known = new WeakMap<StoredLine, MeasuredRow>();

/** Rows with what is stored or typed in them. A row whose line has not changed is the same object as before. */
export const measuredRows = (
  facts: readonly RowFacts[],
  lines: ReadonlyMap<string, StoredLine>,
  stages: WeakMap<RowFacts, MeasuredRow>,
): readonly MeasuredRow[] =>
  facts.map((row) => {
    const stored = lines.get(row.id);
    const { level, group, contract } = row;
    if (!stored || contract === null) {
      const stage = stages.get(row) ?? { level, group, facts: row, line: null };
      stages.set(row, stage);
      return stage;
    }
    const before = known.get(stored);
    if (before?.facts === row) return before;
    const { accumulated, excessConfirmed, reason } = stored;
    const next = { level, group, facts: row, line: { ...contract, accumulated, excessConfirmed, reason } };
    known.set(stored, next);
    return next;
  });

/** What the search reads of a row. */
export const searchedRow = ({ level, group, facts: { code, description } }: MeasuredRow): SearchedRow => ({
  ...{ level, group, code, description },
});

export type View = 'ALL' | 'OPEN' | 'NOW';

/** A row of the grid: a row of the sheet, or the band below a line that needs a word. */
export type Shown =
  { kind: 'row'; key: string; index: number } | { kind: 'word' | 'conflict'; key: string; index: number };

interface ShownOptions {
  rows: readonly MeasuredRow[];
  indexes: readonly number[];
  folded: ReadonlySet<string>;
  bandOf: (index: number) => 'word' | 'conflict' | null;
}

/** Rows of the view that are in no folded stage, with their bands. */
export const shownRows = ({ rows, indexes, folded, bandOf }: ShownOptions): Shown[] => {
  const shown: Shown[] = [];
  let hiddenUntil = -1;
  for (const index of indexes) {
    const row = rows[index];
    if (!row || index < hiddenUntil) continue;
    const key = row.facts.id;
    shown.push({ kind: 'row', key, index });
    if (row.group && folded.has(key)) hiddenUntil = endOf(rows, index);
    const band = row.group ? null : bandOf(index);
    if (band) shown.push({ kind: band, key: `${key}/${band}`, index });
  }
  return shown;
};
