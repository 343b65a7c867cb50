import { matchesSearch } from '#domain/text.ts';

/** What the search in a tree reads of a row. */
export interface SearchedRow {
  level: number;
  group: boolean;
  code: string;
  description: string;
}

/**
 * Indexes of the lines that a search finds by code or words, or in a stage that it finds, with the stages that they are in.
 * `visible` tells whether a line can be found.
 */
export const foundIndexes = <Row>(
  rows: readonly Row[],
  search: string,
  read: (row: Row) => SearchedRow,
  visible: (row: Row) => boolean = () => true,
): number[] => {
  const shown = new Set<number>();
  // Stages that the row is in, each with whether the search finds it or one above it.
  const above: { index: number; found: boolean }[] = [];
  rows.forEach((row, index) => {
    const { level, group, code, description } = read(row);
    above.length = Math.min(above.length, level);
    const found = (above.at(-1)?.found ?? false) || matchesSearch(`${code} ${description}`, search);
    if (group) above.push({ index, found });
    else if (found && visible(row)) [...above.map((stage) => stage.index), index].forEach((at) => shown.add(at));
  });
  return [...shown].sort((one, other) => one - other);
};
