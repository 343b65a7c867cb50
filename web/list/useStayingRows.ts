import { useMemo, useState } from 'react';

interface Identified {
  id: string;
}

export interface StayingRowsOptions<Row> {
  /** Key of the request; a change of view keeps no rows. */
  view: string;
  /** The rows of this view; undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  /** True while the rows load: for the first time, on a new visit, or after an action changed them. */
  loading: boolean;
  /** True while they load because the user asked for a refresh. */
  refreshing: boolean;
  /** Returns the current version of a row; null when it no longer exists. */
  now: (row: Row) => Row | null;
}

export interface StayingRows<Row> {
  rows: readonly Row[];
  /** Ids of shown rows that now belong to another view or page. */
  left: ReadonlySet<string>;
}

/** Merges the new rows with those that left; each of these stays after the row it followed. */
const together = <Row extends Identified>(before: readonly Row[], now: readonly Row[]): Row[] => {
  const here = new Set(now.map(({ id }) => id));
  const rows = [...now];
  before.forEach((row, index) => {
    if (here.has(row.id)) return;
    const previous = before[index - 1]?.id;
    rows.splice(rows.findIndex(({ id }) => id === previous) + 1, 0, row);
  });
  return rows;
};

/** Compares row by row; rows read again from the cache are compared by value. */
const sameRows = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every((row, index) => row === b[index] || JSON.stringify(row) === JSON.stringify(b[index]));

interface Shown<Row> {
  view: string;
  answer: readonly Row[] | undefined;
  /** The rows have come from the server since the view was opened or refreshed; until then a response replaces them. */
  settled: boolean;
  rows: readonly Row[];
}

/**
 * Keeps a row in place after an action that takes it out of the view (an overdue installment that was paid, a supplier
 * that was deactivated): the user sees the result, and the rows below do not move. The row is marked and removed at the
 * next refresh.
 */
export const useStayingRows = <Row extends Identified>(options: StayingRowsOptions<Row>): StayingRows<Row> => {
  const { view, rows: answer, loading, refreshing, now } = options;
  const [shown, setShown] = useState<Shown<Row>>({ view, answer: undefined, settled: false, rows: [] });
  const stays = shown.view === view && shown.settled;
  const settled = !refreshing && (!loading || stays);
  if (answer && (shown.answer !== answer || shown.view !== view || shown.settled !== settled)) {
    setShown({ view, answer, settled, rows: stays ? together(shown.rows, answer) : answer });
  }
  // While the response to an action loads, all rows are read from the cache; afterwards only those that left.
  const fresh = new Set(loading ? [] : (answer ?? []).map(({ id }) => id));
  const kept = shown.view === view && shown.answer !== undefined;
  const current = kept ? shown.rows.flatMap((row) => (fresh.has(row.id) ? row : (now(row) ?? []))) : shown.rows;
  const [rows, setRows] = useState(current);
  if (!sameRows(rows, current)) setRows(current);
  return useMemo(() => {
    const listed = new Set((shown.answer ?? []).map(({ id }) => id));
    return { rows, left: new Set(rows.map(({ id }) => id).filter((id) => !listed.has(id))) };
  }, [rows, shown.answer]);
};
