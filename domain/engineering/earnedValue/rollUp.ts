/** A row of a tree, after the one above it. */
export interface TreeRow {
  id: number;
  parentId: number | null;
}

/** Sum of each row with everything below it, by key. Rows come in tree order, so that backwards children come first. */
export const rollUp = (rows: readonly TreeRow[], own: ReadonlyMap<number, bigint>): Map<number, bigint> => {
  const sums = new Map(rows.map(({ id }) => [id, own.get(id) ?? 0n]));
  for (const { id, parentId } of rows.toReversed()) {
    if (parentId !== null) sums.set(parentId, (sums.get(parentId) ?? 0n) + (sums.get(id) ?? 0n));
  }
  return sums;
};
