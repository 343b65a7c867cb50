import { codesOf, endOf } from '#domain/engineering/estimate/outline.ts';
import type { CompositionLine } from './rows.ts';
import type { EstimateRow, Rows } from './rows.ts';

/** A line of a composition, shown below its row and read-only. */
export interface InnerLine {
  id: string;
  kind: 'PRODUCT' | 'TASK';
  code: string;
  name: string;
  unit: string;
  base: EstimateRow['base'];
  productType: string | null;
  quantity: string;
  unitPrice: string | null;
}

/** A row that the grid shows: one of the estimate, or a line inside of it. */
export type Shown =
  | { kind: 'row'; key: string; row: EstimateRow; index: number; code: string }
  | { kind: 'line'; key: string; row: EstimateRow; line: InnerLine | null; code: string };

export const innerLine = ({ key, ...line }: CompositionLine): InnerLine => ({ ...line, id: key });

/** Rows that are not in a folded stage, with the lines of opened compositions; null for lines under way. */
export const shownRows = (
  rows: Rows,
  folded: ReadonlySet<string>,
  opened: ReadonlyMap<string, readonly InnerLine[] | null>,
): Shown[] => {
  const codes = codesOf(rows);
  const shown: Shown[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (!row) continue;
    const code = codes[index] ?? '';
    shown.push({ kind: 'row', key: row.key, row, index, code });
    const stored = opened.get(row.key);
    const lines = opened.has(row.key) && row.lines !== null ? row.lines.map(innerLine) : stored;
    if (lines === null) shown.push({ kind: 'line', key: `${row.key}/…`, row, line: null, code: '' });
    lines?.forEach((line, place) =>
      shown.push({ kind: 'line', key: `${row.key}/${line.id}`, row, line, code: `${code}.${place + 1}` }),
    );
    if (row.group && folded.has(row.key)) index = endOf(rows, index) - 1;
  }
  return shown;
};

/** Stages that are folded while so many levels are shown. */
export const foldedAt = (rows: Rows, levels: number): ReadonlySet<string> =>
  new Set(rows.filter(({ group, level }) => group && level >= levels - 1).map(({ key }) => key));

/** Unfolds the stages that a row is in. */
export const unfolded = (rows: Rows, folded: ReadonlySet<string>, index: number): ReadonlySet<string> => {
  const above = new Set<string>();
  let level = rows[index]?.level ?? 0;
  for (let place = index - 1; place >= 0 && level > 0; place -= 1) {
    const row = rows[place];
    if (!row || row.level >= level) continue;
    above.add(row.key);
    level = row.level;
  }
  return [...above].some((key) => folded.has(key)) ? new Set([...folded].filter((key) => !above.has(key))) : folded;
};
