import { useEffect, useRef, useState } from 'react';
import { useFocusWhenLost } from '#web/ui/lostFocus.ts';

export type Side = 'lines' | 'entries';

interface Place {
  side: Side;
  key: string;
  /** Where the row is, or was: the row that took its place follows it. */
  index: number;
}

/** The address is written once the keys rest: browsers refuse many changes of it within seconds. */
const REST = 300;

const rowOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main [data-row-key="${CSS.escape(key)}"]`);

const focusRow = (key: string): void => {
  const row = rowOf(key);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
};

interface CursorOptions {
  lines: readonly string[];
  entries: readonly string[];
  /** Id of a line in the address. */
  asked: string | null;
  onRest: (line: string) => void;
  /** Changes where rows may have gone. */
  mark: unknown;
}

/** The row that keys act on. When it leaves, the row that takes its place is next; a focus that goes with it follows. */
export const useCursor = ({ lines, entries, asked, onRest, mark }: CursorOptions) => {
  const [place, setPlace] = useState<Place>({ side: 'lines', key: asked ?? '', index: 0 });
  const side: Side = place.side === 'entries' && entries.length > 0 ? 'entries' : 'lines';
  const keys = side === 'lines' ? lines : entries;
  const found = keys.indexOf(place.key);
  const index = found >= 0 ? found : Math.max(0, Math.min(place.index, keys.length - 1));
  const key = keys[index] ?? null;

  const rest = useRef(onRest);
  useEffect(() => {
    rest.current = onRest;
  });
  const shown = useRef(asked);
  useEffect(() => {
    if (side !== 'lines' || key === null || key === shown.current) return undefined;
    const timer = setTimeout(() => {
      shown.current = key;
      rest.current(key);
    }, REST);
    return () => clearTimeout(timer);
  }, [key, side]);
  useFocusWhenLost(mark, () => key !== null && focusRow(key));

  const go = (to: Side, at: number): void => {
    const all = to === 'lines' ? lines : entries;
    const next = all[Math.max(0, Math.min(at, all.length - 1))];
    if (next === undefined) return;
    setPlace({ side: to, key: next, index: all.indexOf(next) });
    focusRow(next);
  };
  return {
    side,
    key,
    move: (step: 1 | -1): void => {
      // The first key shows where the cursor is.
      const isThere = key !== null && rowOf(key)?.contains(document.activeElement) === true;
      go(side, isThere ? index + step : index);
    },
    toSide: (to: Side): void => {
      if (to !== side) go(to, 0);
    },
    /** A row has the focus. */
    at: (to: Side, next: string): void => {
      if (next !== key || to !== side)
        setPlace({ side: to, key: next, index: (to === 'lines' ? lines : entries).indexOf(next) });
    },
  };
};
export type Cursor = ReturnType<typeof useCursor>;
