import { endOf, MAX_LEVELS, parentOf } from '#domain/engineering/estimate/outline.ts';
import type { EstimateRow, Rows } from './rows.ts';

/** Where rows go: before the row at `index`, at a level. */
export interface Place {
  index: number;
  level: number;
}

/** Part of the list: a row with everything below it. */
interface Block {
  start: number;
  end: number;
}

const shifted = (rows: Rows, by: number): Rows =>
  by === 0 ? rows : rows.map((row) => ({ ...row, level: row.level + by }));

/** Deepest level that rows use. */
const deepest = (rows: Rows): number => rows.reduce((most, { level }) => Math.max(most, level), 0);

/** Where a row that is no stage goes beside the row with the cursor: into a stage as its first, else after the row. */
export const placeOfItem = (rows: Rows, index: number): Place => {
  const row = rows[index];
  if (!row) return { index: rows.length, level: 0 };
  if (row.group && row.level + 1 < MAX_LEVELS) return { index: index + 1, level: row.level + 1 };
  return { index: endOf(rows, index), level: row.level };
};

/** Where a stage goes: after the stage with the cursor, or after the stage that the row with the cursor is in. */
export const placeOfStage = (rows: Rows, index: number): Place => {
  const row = rows[index];
  if (!row) return { index: rows.length, level: 0 };
  const parent = row.group ? index : parentOf(rows, index);
  if (parent < 0) return { index: endOf(rows, index), level: row.level };
  return { index: endOf(rows, parent), level: rows[parent]?.level ?? 0 };
};

/** Puts rows at a place; their levels count from the first one. Null where they would nest too deep. */
export const insertAt = (rows: Rows, place: Place, added: Rows): Rows | null => {
  const top = added.reduce((least, { level }) => Math.min(least, level), Infinity);
  const fitted = shifted(added, place.level - (Number.isFinite(top) ? top : 0));
  if (deepest(fitted) >= MAX_LEVELS) return null;
  return rows.toSpliced(place.index, 0, ...fitted);
};

/** The chosen rows with everything below them, without rows that are below another chosen one. */
export const blocksOf = (rows: Rows, keys: ReadonlySet<string>): Block[] => {
  const blocks: Block[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    if (!keys.has(rows[index]?.key ?? '')) continue;
    const end = endOf(rows, index);
    blocks.push({ start: index, end });
    index = end - 1;
  }
  return blocks;
};

const rowsIn = (rows: Rows, blocks: readonly Block[]): EstimateRow[] =>
  blocks.flatMap(({ start, end }) => rows.slice(start, end));

export const chosenRows = (rows: Rows, keys: ReadonlySet<string>): Rows => rowsIn(rows, blocksOf(rows, keys));

/** Removes the chosen rows with everything below them. */
export const removeRows = (rows: Rows, keys: ReadonlySet<string>): Rows => {
  const gone = new Set(chosenRows(rows, keys));
  return gone.size === 0 ? rows : rows.filter((row) => !gone.has(row));
};

/**
 * Puts removed rows back before the row that followed them; at the end where that one is gone too. Where the rows before
 * no longer hold them at their level, they stand at the top.
 */
export const restoreRows = (rows: Rows, gone: Rows, next: string | null): Rows => {
  const found = rows.findIndex(({ key }) => key === next);
  const index = found < 0 ? rows.length : found;
  const before = rows[index - 1];
  const most = before ? before.level + (before.group ? 1 : 0) : 0;
  const level = gone[0]?.level ?? 0;
  const follows = (rows[index]?.level ?? 0) <= level;
  if (level <= most && follows) return insertAt(rows, { index, level }, gone) ?? rows;
  return insertAt(rows, { index: rows.length, level: 0 }, gone) ?? rows;
};

/** The one block of neighbours in the same stage that the chosen rows are; null where they are no neighbours. */
const neighbours = (rows: Rows, keys: ReadonlySet<string>): (Block & { level: number }) | null => {
  const blocks = blocksOf(rows, keys);
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) return null;
  const level = rows[first.start]?.level ?? 0;
  const joined = blocks.every(({ start }, index) => index === 0 || start === blocks[index - 1]?.end);
  if (!joined || blocks.some(({ start }) => rows[start]?.level !== level)) return null;
  return { start: first.start, end: last.end, level };
};

/** Index of the row before a block in the same stage; -1 for the first one. */
export const siblingBefore = (rows: Rows, { start, level }: { start: number; level: number }): number => {
  let index = start - 1;
  while (index >= 0 && (rows[index]?.level ?? 0) > level) index -= 1;
  return index >= 0 && rows[index]?.level === level ? index : -1;
};

/** Moves the chosen rows before the row above them (-1) or after the one below (1) in their stage. */
export const moveRows = (rows: Rows, keys: ReadonlySet<string>, by: 1 | -1): Rows => {
  const block = neighbours(rows, keys);
  if (!block) return rows;
  const { start, end, level } = block;
  const moved = rows.slice(start, end);
  if (by === -1) {
    const before = siblingBefore(rows, block);
    if (before < 0) return rows;
    return [...rows.slice(0, before), ...moved, ...rows.slice(before, start), ...rows.slice(end)];
  }
  if (rows[end]?.level !== level) return rows;
  const after = endOf(rows, end);
  return [...rows.slice(0, start), ...rows.slice(end, after), ...moved, ...rows.slice(after)];
};

/** Moves the chosen rows into the stage above them. */
export const indentRows = (rows: Rows, keys: ReadonlySet<string>): Rows => {
  const block = neighbours(rows, keys);
  if (!block) return rows;
  const before = siblingBefore(rows, block);
  const moved = rows.slice(block.start, block.end);
  if (before < 0 || !rows[before]?.group || deepest(moved) + 1 >= MAX_LEVELS) return rows;
  return rows.toSpliced(block.start, moved.length, ...shifted(moved, 1));
};

/** Moves the chosen rows out of their stage, to the place after it. */
export const outdentRows = (rows: Rows, keys: ReadonlySet<string>): Rows => {
  const block = neighbours(rows, keys);
  if (!block || block.level === 0) return rows;
  const end = endOf(rows, parentOf(rows, block.start));
  const moved = shifted(rows.slice(block.start, block.end), -1);
  return [...rows.slice(0, block.start), ...rows.slice(block.end, end), ...moved, ...rows.slice(end)];
};
