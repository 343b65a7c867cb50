import { NARROWEST, WIDEST, type ColumnChoice } from '#domain/listColumns.ts';
import type { Column } from '#web/ui/index.ts';

/** A column as a person sees it. */
export interface Arranged<Row> {
  column: Column<Row>;
  choice: ColumnChoice;
  shown: boolean;
  /** Whether it is shown while the person has not said so. */
  byItself: boolean;
  /** Tells one row from another: it is always shown. */
  needed: boolean;
  /** Amounts stay at the right. */
  movable: boolean;
}

/** Kept columns that come first, each described one that is not kept behind the one that it follows by itself. */
const inOrder = <Row>(columns: readonly Column<Row>[], kept: readonly ColumnChoice[]): Column<Row>[] => {
  const free = columns.filter(({ pinned }) => pinned === undefined);
  const ordered = kept.flatMap(({ id }) => free.find((column) => column.id === id) ?? []);
  free.forEach((column, index) => {
    if (ordered.includes(column)) return;
    const before = free[index - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column);
  });
  return [...ordered, ...columns.filter(({ pinned }) => pinned !== undefined)];
};

/** Applies what a person chose to the columns of a list; what is kept of columns that the list does not have is ignored. */
export const arrange = <Row>(
  columns: readonly Column<Row>[],
  kept: readonly ColumnChoice[],
  ofOneBuilding: boolean,
): Arranged<Row>[] =>
  inOrder(columns, kept).map((column) => {
    const choice = kept.find(({ id }) => id === column.id) ?? { id: column.id, shown: null, width: null };
    const needed = column === columns[0] || column.tone === 'strong';
    const byItself = !(column.ofBuilding === true && ofOneBuilding);
    const shown = needed || (choice.shown ?? byItself);
    return { column, choice, shown, byItself, needed, movable: column.pinned === undefined };
  });

/** The columns of the grid, as wide as the person made them. */
export const shownColumns = <Row>(arranged: readonly Arranged<Row>[]): Column<Row>[] =>
  arranged
    .filter(({ shown }) => shown)
    .map(({ column, choice }) => (choice.width === null ? column : { ...column, width: choice.width }));

/** What is to be kept: of vanished columns too, which may come back; nothing where the list is as it is by itself. */
export const choicesOf = <Row>(
  columns: readonly Column<Row>[],
  arranged: readonly Arranged<Row>[],
  kept: readonly ColumnChoice[],
): ColumnChoice[] => {
  const choices = arranged.map(({ choice }) => choice);
  const vanished = kept.filter(({ id }) => !columns.some((column) => column.id === id));
  const own = inOrder(columns, []);
  const standard = choices.every(({ id, shown, width }, at) => shown === null && width === null && id === own[at]?.id);
  return standard && vanished.length === 0 ? [] : [...choices, ...vanished];
};

const chosen = <Row>(arranged: readonly Arranged<Row>[], id: string, change: Partial<ColumnChoice>): Arranged<Row>[] =>
  arranged.map((one) => (one.column.id === id ? { ...one, choice: { ...one.choice, ...change } } : one));

/** Shows or hides a column; what the list does by itself is no choice. */
export const withShown = <Row>(arranged: readonly Arranged<Row>[], id: string, shown: boolean): Arranged<Row>[] => {
  const byItself = arranged.find(({ column }) => column.id === id)?.byItself;
  return chosen(arranged, id, { shown: shown === byItself ? null : shown });
};

export const withWidth = <Row>(arranged: readonly Arranged<Row>[], id: string, width: number): Arranged<Row>[] =>
  chosen(arranged, id, { width: Math.max(NARROWEST, Math.min(Math.round(width), WIDEST)) });

/** Moves a column before (-1) or behind (1) its neighbour; at the end it stays. */
export const withMove = <Row>(arranged: readonly Arranged<Row>[], id: string, by: -1 | 1): readonly Arranged<Row>[] => {
  const from = arranged.findIndex(({ column }) => column.id === id);
  const [one, other] = [arranged[from], arranged[from + by]];
  if (!one?.movable || !other?.movable) return arranged;
  const moved = [...arranged];
  moved[from] = other;
  moved[from + by] = one;
  return moved;
};

/** The shown columns in the order of `ids`; hidden ones keep their places. */
export const withOrder = <Row>(arranged: readonly Arranged<Row>[], ids: readonly string[]): Arranged<Row>[] => {
  const placed = ids.flatMap((id) => arranged.find(({ column, movable }) => movable && column.id === id) ?? []);
  let next = 0;
  return arranged.map((one) => (placed.includes(one) ? (placed[next++] ?? one) : one));
};
