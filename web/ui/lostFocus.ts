import { useEffect, useRef } from 'react';

/** The element that had the focus last; it may have been removed from the page. */
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  last = target instanceof Element ? target : null;
});

/**
 * Returns whether the focused element was removed. A click on an empty area also leaves nothing focused, but loses no
 * focus.
 */
export const isFocusLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) && last !== null && !last.isConnected;

/** Number of closed dialogs that are about to return the focus. */
let returning = 0;

/** Announces that a closing dialog returns the focus by itself. Call the result when it has. */
export const announceReturn = (): (() => void) => {
  returning += 1;
  return () => {
    returning -= 1;
  };
};

const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Milliseconds in which a dialog closes and rows load. */
const SEARCH_WITHIN = 2_000;
const PAUSE = 80;

/**
 * Restores a focus that is lost when `mark` changes (rows removed, a drawer or a dialog closed). Calls `find` once no
 * dialog covers the list.
 */
export const useFocusWhenLost = (mark: unknown, find: () => void): void => {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
  });
  useEffect(() => {
    const until = Date.now() + SEARCH_WITHIN;
    let wasLost = false;
    const timer = setInterval(() => {
      const isLost = returning === 0 && !isCovered() && isFocusLost();
      // Lost on two checks in a row: a closing dialog returns the focus shortly after it is removed from the page.
      const isDone = Date.now() > until || (isLost && wasLost);
      if (isDone) clearInterval(timer);
      if (isLost && wasLost) current.current();
      wasLost = isLost;
    }, PAUSE);
    return () => clearInterval(timer);
  }, [mark]);
};

/** A row of a list; `index` finds the row that follows when this one is removed. */
export interface RowPlace {
  id: string;
  index: number;
}
