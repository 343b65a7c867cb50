import { codesOf, endOf, MAX_LEVELS, parentOf } from '#domain/engineering/estimate/outline.ts';
import { indexOfKey, type Rows } from './rows.ts';
import { blocksOf, chosenRows, insertAt, siblingBefore, type Place } from './steps.ts';
import type { Shown } from './visible.ts';

/** Where rows are moved to: beside a row, or into a stage as its first or its last. Without a row: the whole estimate. */
export interface Drop {
  key: string | null;
  how: 'before' | 'after' | 'first' | 'last';
}

/** Why rows cannot stand at a place. */
export type Refusal = 'itself' | 'deep';

export const REFUSALS: Readonly<Record<Refusal, string>> = {
  itself: 'Uma etapa não pode ser movida para dentro dela mesma.',
  deep: `As etapas vão até ${MAX_LEVELS} níveis.`,
};

const placeOf = (rows: Rows, { key, how }: Drop): Place | null => {
  if (key === null) return { index: how === 'first' ? 0 : rows.length, level: 0 };
  const index = indexOfKey(rows, key);
  const row = rows[index];
  if (!row) return null;
  const end = endOf(rows, index);
  const { level } = row;
  switch (how) {
    case 'before':
      return { index, level };
    case 'after':
      return { index: end, level };
    case 'first':
      return { index: index + 1, level: level + 1 };
    case 'last':
      return { index: end, level: level + 1 };
  }
};

const isSame = (a: Rows, b: Rows): boolean =>
  a.every(({ key, level }, index) => b[index]?.key === key && b[index].level === level);

/**
 * The list with the chosen rows, and everything below them, at another place; those of several levels stand side by side
 * there. The same list where nothing moves.
 */
export const movedTo = (rows: Rows, keys: ReadonlySet<string>, drop: Drop): Rows | Refusal => {
  const blocks = blocksOf(rows, keys);
  const inside =
    drop.key === null
      ? undefined
      : blocks.find(({ start, end }) => {
          const at = indexOfKey(rows, drop.key ?? '');
          return at >= start && at < end;
        });
  if (inside) {
    const beside = drop.how === 'before' || drop.how === 'after';
    return beside && rows[inside.start]?.key === drop.key ? rows : 'itself';
  }
  const moved = blocks.flatMap(({ start, end }) => {
    const top = rows[start]?.level ?? 0;
    return rows.slice(start, end).map((row) => (top === 0 ? row : { ...row, level: row.level - top }));
  });
  const gone = new Set(chosenRows(rows, keys));
  const left = rows.filter((row) => !gone.has(row));
  const place = placeOf(left, drop);
  if (!place || moved.length === 0) return rows;
  const next = insertAt(left, place, moved);
  if (!next) return 'deep';
  return isSame(next, rows) ? rows : next;
};

/** Where a row stands now, so that it can be put back. */
export const placeNow = (rows: Rows, key: string): Drop => {
  const index = indexOfKey(rows, key);
  const level = rows[index]?.level ?? 0;
  const before = siblingBefore(rows, { start: index, level });
  if (before >= 0) return { key: rows[before]?.key ?? null, how: 'after' };
  return { key: rows[parentOf(rows, index)]?.key ?? null, how: 'first' };
};

/** What a pointer over the tree means: where rows would go, and where that is shown. */
export interface Aim {
  drop: Drop;
  /** Row before which the line is drawn, or the stage that is marked. */
  at: number;
  level: number;
}

/** Parts of a stage's height at its upper and lower end that mean a place beside it, not in it. */
const EDGE = 0.25;

const isBelow = (shown: Shown | undefined, level: number): boolean => shown?.kind === 'row' && shown.row.level > level;

/** The place that a pointer means, `y` in heights of rows from the first one. */
export const aimAt = (shown: readonly Shown[], y: number): Aim => {
  const place = Math.floor(y);
  const one = shown[place];
  if (!one) {
    const before = y < 0;
    return { drop: { key: null, how: before ? 'first' : 'last' }, at: before ? 0 : shown.length, level: 0 };
  }
  const { key, level, group } = one.row;
  const part = y - place;
  if (one.kind === 'row' && part < (group ? EDGE : 0.5)) return { drop: { key, how: 'before' }, at: place, level };
  if (group && part <= 1 - EDGE) return { drop: { key, how: 'last' }, at: place, level: level + 1 };
  if (group && isBelow(shown[place + 1], level))
    return { drop: { key, how: 'first' }, at: place + 1, level: level + 1 };
  let end = place + 1;
  while (shown[end]?.kind === 'line') end += 1;
  return { drop: { key, how: 'after' }, at: end, level };
};

/** The place in words, with the item of the row that it is said by. */
export const wordsOf = (rows: Rows, { key, how }: Drop): string => {
  if (key === null) return how === 'first' ? 'no início do orçamento' : 'no fim do orçamento';
  const index = indexOfKey(rows, key);
  const name = `${codesOf(rows)[index] ?? ''} ${rows[index]?.description ?? ''}`.trim();
  return { before: `antes de ${name}`, after: `depois de ${name}`, first: `no início de ${name}`, last: `em ${name}` }[
    how
  ];
};
