/** Levels of rows within each other; codes have as many numbers. */
export const MAX_LEVELS = 8;
/** Rows of one estimate. */
export const MAX_ROWS = 20_000;

/** A row of an outline: rows in the order of the tree, each with its level, 0 at the top. */
export interface Leveled {
  level: number;
}

/** Codes of rows by their place: "1", "1.1", "1.2", "2". */
export const codesOf = (rows: readonly Leveled[]): string[] => {
  const counts: number[] = [];
  // The part before the last number, so that siblings do not join it again.
  const prefixes: string[] = [''];
  return rows.map(({ level }) => {
    counts.length = Math.min(counts.length, level + 1);
    counts[level] = (counts[level] ?? 0) + 1;
    const code = `${prefixes[level] ?? ''}${counts[level]}`;
    prefixes[level + 1] = `${code}.`;
    return code;
  });
};

/** Index after the last row below the row at `index`. */
export const endOf = (rows: readonly Leveled[], index: number): number => {
  const level = rows[index]?.level ?? 0;
  let end = index + 1;
  while ((rows[end]?.level ?? -1) > level) end += 1;
  return end;
};

/** Index of the row that the row at `index` is in; -1 at the top. */
export const parentOf = (rows: readonly Leveled[], index: number): number => {
  const level = rows[index]?.level ?? 0;
  let above = index - 1;
  while (above >= 0 && (rows[above]?.level ?? 0) >= level) above -= 1;
  return above;
};
