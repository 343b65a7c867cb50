import type { TreeCursor } from '#web/form/tree/useTreeCursor.ts';
import type { KeyboardEvent } from 'react';

/** What the keys of a tree need to know of a row. */
export interface KeyRow {
  key: string;
  /** It has rows in it, which it shows or not; undefined: it has none. */
  open?: boolean | undefined;
  /** The row that it is in. */
  parent: string | null;
}

interface RowKeysOptions<Row extends KeyRow> {
  cursor: TreeCursor<string>;
  rows: readonly Row[];
  onToggle: (row: Row) => void;
  /** Enter. */
  onOpen: (row: Row) => void;
  /** Space. */
  onCheck: (row: Row) => void;
  /** Shift and an arrow: both rows. */
  onExtend: (from: Row, to: Row) => void;
}

const PAGE = 20;

const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE },
  ...{ Home: -Infinity, End: Infinity },
};

/** Keys of a tree that is read by rows: arrows, Home and End go along, right opens, left closes, Enter shows, Space chooses. */
export const useRowKeys = <Row extends KeyRow>(options: RowKeysOptions<Row>) => {
  const { cursor, rows, onToggle } = options;
  const go = (key: string | undefined | null) => key != null && cursor.go({ key, column: 'name' });
  const move = (from: Row, by: number, extending: boolean) => {
    const to = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(from) + by))];
    if (!to) return;
    go(to.key);
    if (extending) options.onExtend(from, to);
  };
  const sideways = (row: Row, by: 1 | -1) => {
    if (row.open !== undefined && row.open === (by === -1)) onToggle(row);
    else if (by === -1) go(row.parent);
    else if (row.open === true) move(row, 1, false);
    else if (row.open === undefined) options.onOpen(row);
  };
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // Links, checkboxes and buttons have keys of their own.
    if (!(event.target instanceof HTMLElement)) return;
    const { row: key } = event.target.dataset;
    const row = rows.find((one) => one.key === key);
    if (!row) return;
    const by = STEPS[event.key];
    if (by !== undefined) move(row, by, event.shiftKey);
    else if (event.key === 'ArrowRight') sideways(row, 1);
    else if (event.key === 'ArrowLeft') sideways(row, -1);
    else if (event.key === 'Enter') options.onOpen(row);
    else if (event.key === ' ') options.onCheck(row);
    else return;
    event.preventDefault();
  };
};
