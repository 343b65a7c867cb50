interface Row {
  id: string;
}

/** What others did to the rows of a shown page since it was read or refreshed. */
export interface LiveMarks {
  /** Who changed a row, by its id; the row is shown as it is now. */
  changed: ReadonlyMap<string, string>;
  /** Rows that are shown, and no longer are where they are shown. */
  gone: ReadonlySet<string>;
  /** Rows of the page that are not shown. */
  added: number;
}

export const NO_MARKS: LiveMarks = { changed: new Map(), gone: new Set(), added: 0 };

/** What is known of a change. */
export interface Changed {
  /** Null: any row. */
  ids: ReadonlySet<string> | null;
  by: string | null;
}

export interface LivePage<R extends Row> {
  /** The shown rows in their order, each as it is now. */
  content: R[];
  marks: LiveMarks;
}

const SOMEBODY = 'Outra pessoa';

/**
 * Brings a shown page up to date without moving a row: `shown` stays as it is ordered, `now` is the same page as the
 * server has it.
 */
export const inPlace = <R extends Row>(
  shown: readonly R[],
  now: readonly R[],
  { ids, by }: Changed,
  before: LiveMarks,
): LivePage<R> => {
  const current = new Map(now.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const changed = new Map(before.changed);
  const gone = new Set(before.gone);
  const content = shown.map((row) => {
    const fresh = current.get(row.id);
    if (fresh) gone.delete(row.id);
    else if (!ids || ids.has(row.id)) gone.add(row.id);
    if (!fresh) return row;
    if (JSON.stringify(fresh) === JSON.stringify(row)) return row;
    if (!ids || ids.has(row.id)) changed.set(row.id, by ?? SOMEBODY);
    return fresh;
  });
  const added = now.filter(({ id }) => !known.has(id) && (!ids || ids.has(id) || before.added > 0)).length;
  return { content, marks: { changed, gone, added } };
};
