import { useEffect, useRef } from 'react';

/** What had the focus last, on the page or not any more. */
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  last = target instanceof Element ? target : null;
});

/** Whoever clicks beside everything wants the focus nowhere; it is lost when what had it is gone. */
export const isFocusLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) && last !== null && !last.isConnected;

const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Long enough for a dialog to go and for rows to come. */
const PATIENCE = 2_000;
const PAUSE = 80;

/**
 * Finds a place for a focus that is lost when `mark` changes: rows went, a drawer or a dialog closed. `find` is called
 * once nothing stands above the list any more.
 */
export const useFocusWhenLost = (mark: unknown, find: () => void): void => {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
  });
  useEffect(() => {
    const until = Date.now() + PATIENCE;
    let wasLost = false;
    const timer = setInterval(() => {
      const isLost = !isCovered() && isFocusLost();
      // Seen twice: what closes gives the focus back a moment after it has gone from the page.
      const isDone = Date.now() > until || (isLost && wasLost);
      if (isDone) clearInterval(timer);
      if (isLost && wasLost) current.current();
      wasLost = isLost;
    }, PAUSE);
    return () => clearInterval(timer);
  }, [mark]);
};

/** A row of a list: where it stands tells which one follows when it is gone. */
export interface RowPlace {
  id: string;
  index: number;
}
