import { useCallback, useMemo, useRef, useState } from 'react';

export interface TreePlace<Column extends string> {
  key: string;
  column: Column;
}

/** The cell with the cursor, and the rows that are chosen with it; `usual` is the column where the cursor begins. */
export const useTreeCursor = <Column extends string>(
  keys: readonly string[],
  columns: readonly Column[],
  usual: Column,
) => {
  const [active, setActive] = useState<TreePlace<Column> | null>(null);
  /** Row at the other end of what is chosen; null: one row alone. */
  const [anchor, setAnchor] = useState<string | null>(null);
  /** The focus follows the cursor after the next rendering. */
  const wanted = useRef(false);
  const go = useCallback((place: TreePlace<Column> | null) => {
    wanted.current = place !== null;
    setActive(place);
    setAnchor(null);
  }, []);
  const at = active === null ? -1 : keys.indexOf(active.key);
  const extend = (key: string) => {
    wanted.current = true;
    setAnchor((now) => now ?? active?.key ?? key);
    setActive((now) => ({ key, column: now?.column ?? usual }));
  };
  /** Moves by rows; with `extending`, what is chosen grows. Returns whether there is such a row. */
  const step = (by: number, extending = false): boolean => {
    const index = Math.max(0, Math.min(keys.length - 1, at + by));
    const key = keys[index];
    if (key === undefined || index === at) return false;
    if (extending) extend(key);
    else go({ key, column: active?.column ?? usual });
    return true;
  };
  const across = (by: 1 | -1) => {
    const index = columns.findIndex((id) => id === active?.column);
    const column = columns[index + by];
    if (active && column) go({ key: active.key, column });
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

export type TreeCursor<Column extends string> = ReturnType<typeof useTreeCursor<Column>>;
