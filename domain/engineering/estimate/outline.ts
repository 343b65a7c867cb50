/** Levels of rows within each other; codes have as many numbers. */
export const MAX_LEVELS = 8;
/** Rows of one estimate. */
export const MAX_ROWS = 20_000;

/** A row of an outline: rows in the order of the tree, each with its level, 0 at the top. */
export interface Leveled {
  level: number;
}

/** A row of an outline of stages. */
export interface Outlined extends Leveled {
  /** A stage: its figures are sums. */
  group: boolean;
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

/**
 * Values with those of stages filled in as sums of the rows in them, and the sum of the rows at the top. Goes through
 * rows backwards, so that what is below a stage is summed before the stage.
 */
export const groupSums = (
  rows: readonly Outlined[],
  values: readonly (bigint | null)[],
): [(bigint | null)[], bigint] => {
  const below: bigint[] = [];
  const sums = [...values];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (!row) continue;
    const { level } = row;
    if (row.group) {
      sums[index] = below[level + 1] ?? 0n;
      below[level + 1] = 0n;
    }
    below[level] = (below[level] ?? 0n) + (sums[index] ?? 0n);
  }
  return [sums, below[0] ?? 0n];
};
