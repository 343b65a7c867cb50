import { useCallback, useMemo, useRef, useState } from 'react';
import { COLUMNS, type ColumnId } from './columns.ts';
import type { Shown } from './model/visible.ts';

export interface Place {
  key: string;
  column: ColumnId;
}

const rowKeys = (shown: readonly Shown[]): string[] => shown.flatMap((one) => (one.kind === 'row' ? [one.key] : []));

/** The cell with the cursor, and the rows that are chosen with it. */
export const useCursor = (shown: readonly Shown[]) => {
  const [active, setActive] = useState<Place | null>(null);
  /** Row at the other end of what is chosen; null: one row alone. */
  const [anchor, setAnchor] = useState<string | null>(null);
  /** The focus follows the cursor after the next rendering. */
  const wanted = useRef(false);
  const go = useCallback((place: Place | null) => {
    wanted.current = place !== null;
    setActive(place);
    setAnchor(null);
  }, []);
  const keys = useMemo(() => rowKeys(shown), [shown]);
  const at = active === null ? -1 : keys.indexOf(active.key);
  const extend = (key: string) => {
    wanted.current = true;
    setAnchor((now) => now ?? active?.key ?? key);
    setActive((now) => ({ key, column: now?.column ?? 'description' }));
  };
  /** Moves by rows; with `extending`, what is chosen grows. Returns whether there is such a row. */
  const step = (by: number, extending = false): boolean => {
    const index = Math.max(0, Math.min(keys.length - 1, at + by));
    const key = keys[index];
    if (key === undefined || index === at) return false;
    if (extending) extend(key);
    else go({ key, column: active?.column ?? 'description' });
    return true;
  };
  const across = (by: 1 | -1) => {
    const index = COLUMNS.findIndex(({ id }) => id === active?.column);
    const column = COLUMNS[index + by];
    if (active && column) go({ key: active.key, column: column.id });
  };
  const chosen = useMemo(() => {
    if (active === null) return new Set<string>();
    const other = anchor === null ? -1 : keys.indexOf(anchor);
    if (other < 0) return new Set([active.key]);
    return new Set(keys.slice(Math.min(at, other), Math.max(at, other) + 1));
  }, [active, anchor, keys, at]);
  /** The focus belongs to the cursor again after rows have moved. */
  const keep = useCallback(() => {
    wanted.current = true;
    setActive((now) => (now ? { ...now } : now));
  }, []);
  /** Whether the focus has to follow; once for each move. */
  const takeFocus = useCallback((): boolean => {
    const follows = wanted.current;
    wanted.current = false;
    return follows;
  }, []);
  return { active, chosen, keys, at, go, step, across, extend, keep, takeFocus, several: anchor !== null };
};

export type Cursor = ReturnType<typeof useCursor>;
