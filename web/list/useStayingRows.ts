import { useMemo, useState } from 'react';

interface Identified {
  id: string;
}

export interface StayingRowsOptions<Row> {
  /** What is asked for: with another view nothing stays. */
  view: string;
  /** The rows of this view; undefined until they are here. */
  rows: readonly Row[] | undefined;
  /** The rows are being asked for: for the first time, anew on a visit, or since an act has changed something in them. */
  loading: boolean;
  /** They are being asked for because the person wants them so. */
  refreshing: boolean;
  /** A row as it is now; null when it exists no longer. */
  now: (row: Row) => Row | null;
}

export interface StayingRows<Row> {
  rows: readonly Row[];
  /** Rows that are shown though they stand elsewhere by now: in another view, or on another page. */
  left: ReadonlySet<string>;
}

/** The new rows, and between them, after the row that they followed, those that stood there before. */
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

/** Row by row; what was read of the cache anew is compared by what it says. */
const sameRows = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every((row, index) => row === b[index] || JSON.stringify(row) === JSON.stringify(b[index]));

interface Shown<Row> {
  view: string;
  answer: readonly Row[] | undefined;
  /** The rows came from the server since the view was opened or refreshed; before that, the answer replaces them. */
  settled: boolean;
  rows: readonly Row[];
}

/**
 * Keeps a row in its place after an act that takes it out of the view (a paid one among the overdue, a supplier that is
 * switched off): whoever acted sees what became of it, and the rows below do not move under the hand. It is marked, and
 * leaves at the next refresh.
 */
export const useStayingRows = <Row extends Identified>(options: StayingRowsOptions<Row>): StayingRows<Row> => {
  const { view, rows: answer, loading, refreshing, now } = options;
  const [shown, setShown] = useState<Shown<Row>>({ view, answer: undefined, settled: false, rows: [] });
  const stays = shown.view === view && shown.settled;
  const settled = !refreshing && (!loading || stays);
  if (answer && (shown.answer !== answer || shown.view !== view || shown.settled !== settled)) {
    setShown({ view, answer, settled, rows: stays ? together(shown.rows, answer) : answer });
  }
  // Between an act and the answer to it all rows are read as they are by now, afterwards those that stayed.
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
