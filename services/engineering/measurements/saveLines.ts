import { compare, MAX_MONEY, toTenThousandths } from '#domain/money.ts';
import type {
  LineChange,
  MeasurementLine,
  MeasurementRow,
  SavedLines,
} from '#schema/engineering/measurements/measurements.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { holdMeasurement, requireApproved, requireOpen } from './hold.ts';
import { readMeasurement } from './read.ts';
import { directValueOf, figuresOf, readSheet, type Contracted, type Sheet } from './sheet.ts';
import { storeEntries, storeFigures, type StoredEntry } from './store.ts';

const NOT_IN_CONTRACT = 'Esta linha não faz parte da medição.';
const REPEATED = 'Esta linha aparece mais de uma vez.';
const TOO_LARGE = 'O valor medido passa do maior valor aceito.';

interface Typed {
  index: number;
  line: Contracted;
  change: LineChange;
}

/** Changes with the lines that they mean. @throws ServiceError 422 at the line */
const matched = ({ rows }: Sheet, changes: readonly LineChange[]): Typed[] => {
  const problems = new Problems();
  const lines = new Map(rows.filter(({ row }) => !row.group).map((line) => [line.row.id, line]));
  const seen = new Set<number>();
  const typed = changes.flatMap((change, index): Typed[] => {
    const line = lines.get(change.id);
    if (!line) problems.rule(`lines.${index}.id`, NOT_IN_CONTRACT);
    else if (seen.has(change.id)) problems.rule(`lines.${index}.id`, REPEATED);
    seen.add(change.id);
    return line ? [{ index, line, change }] : [];
  });
  problems.refuse();
  return typed;
};

const wordOf = (text: string | null | undefined): string | null => (text ?? '').trim() || null;

/** The row as the change wants it; what is left out stays. */
const wanted = ({ row }: Contracted, change: LineChange): MeasurementRow => ({
  ...row,
  accumulated: change.accumulated,
  excessConfirmed: change.excessConfirmed ?? row.excessConfirmed,
  reason: change.reason === undefined ? row.reason : wordOf(change.reason),
});

const isSame = (a: MeasurementRow, b: MeasurementRow): boolean =>
  toTenThousandths(a.accumulated) === toTenThousandths(b.accumulated) &&
  a.excessConfirmed === b.excessConfirmed &&
  a.reason === b.reason;

const lineAnswer = ({ id, accumulated, excessConfirmed, reason, version, updatedAt, updatedBy }: MeasurementRow) =>
  ({ id, accumulated, excessConfirmed, reason, version, updatedAt, updatedBy }) satisfies MeasurementLine;

const entryOf = (line: Contracted, value: string): StoredEntry => ({
  line_id: line.row.id,
  accumulated: line.row.accumulated,
  value,
  direct_value: directValueOf(line),
  excess_confirmed: line.row.excessConfirmed,
  reason: line.row.reason,
});

/** Sheet with the changes in it. @throws ServiceError 422 where a value is too large */
const changed = (sheet: Sheet, typed: readonly Typed[]) => {
  const after = new Map(typed.map(({ line, change }) => [line.row.id, wanted(line, change)]));
  const rows = sheet.rows.map((line) => ({ ...line, row: after.get(line.row.id) ?? line.row }));
  const figures = figuresOf(rows.map(({ row }) => row));
  const problems = new Problems();
  const indexes = new Map(typed.map(({ index, change }) => [change.id, index]));
  const entries = rows.flatMap((line, index) => {
    const at = indexes.get(line.row.id);
    const value = figures.lineAt(index)?.accumulatedValue;
    if (at === undefined || value === undefined) return [];
    if (compare(value, MAX_MONEY) > 0) problems.rule(`lines.${at}.accumulated`, TOO_LARGE);
    return [entryOf(line, value)];
  });
  if (compare(figures.accumulatedValue, MAX_MONEY) > 0) problems.rule('lines', TOO_LARGE);
  problems.refuse();
  return { figures, entries };
};

/**
 * Stores lines one by one: a line that somebody else has changed since it was read stays as it is and is answered as a
 * conflict. A line that is already what the change wants is answered as saved, so that a call can be sent again.
 * @throws ServiceError 404, 409 for a closed measurement, 422
 */
export const saveLines = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, lines }: { id: number; lines: readonly LineChange[] },
): Promise<SavedLines> => {
  const { session } = reader;
  const held = await holdMeasurement(trx, session, id);
  requireOpen(held);
  const sheet = await readSheet(trx, reader, held);
  requireApproved(sheet);
  const typed = matched(sheet, lines);
  const different = typed.filter(({ line, change }) => !isSame(line.row, wanted(line, change)));
  const isStale = ({ line, change }: Typed) => change.version !== undefined && change.version !== line.row.version;
  const stale = different.filter(isStale);
  const accepted = different.filter((one) => !isStale(one));
  if (accepted.length > 0) {
    const { figures, entries } = changed(sheet, accepted);
    await storeEntries(trx, work, id, entries);
    await storeFigures(trx, work, { id, figures });
    work.audit({ action: 'lines', entity: 'measurement', entityId: id, details: { lines: entries } });
  }
  const stored = accepted.length > 0 ? await readSheet(trx, reader, held) : sheet;
  const now = new Map(stored.rows.map(({ row }) => [row.id, row]));
  const answer = (list: readonly Typed[]) =>
    list.flatMap(({ change }) => {
      const row = now.get(change.id);
      return row ? [lineAnswer(row)] : [];
    });
  return {
    measurement: await readMeasurement(trx, session, id),
    saved: answer(typed.filter((one) => !stale.includes(one))),
    conflicts: answer(stale),
  };
};
