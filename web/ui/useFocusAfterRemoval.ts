import { useEffect, useRef, type RefObject } from 'react';

export interface RemovalFocus<Element extends HTMLElement> {
  /** Element around the rows and the button that adds one. */
  ref: RefObject<Element | null>;
  /** Call before removing a row. */
  removing: (index: number) => void;
}

/**
 * Moves the focus when a row of a form is removed: to the same button (`buttons` selects all of them) of the next row,
 * or of the last row, or to the button that adds a row (`adds`).
 */
export const useFocusAfterRemoval = <Element extends HTMLElement>(
  buttons: string,
  adds: string,
): RemovalFocus<Element> => {
  const ref = useRef<Element>(null);
  const going = useRef<{ index: number; of: number } | null>(null);
  const all = () => [...(ref.current?.querySelectorAll<HTMLElement>(buttons) ?? [])];
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Without cleanup: the form may render again before the focus has moved.
  useEffect(() => {
    if (!going.current || all().length >= going.current.of) return;
    const { index } = going.current;
    going.current = null;
    // A closing menu first returns the focus to its button, which has been removed.
    timer.current = setTimeout(() => {
      const left = all();
      const next = left[Math.min(index, left.length - 1)] ?? ref.current?.querySelector<HTMLElement>(adds);
      next?.focus();
    }, 50);
  });
  return {
    ref,
    removing: (index) => {
      going.current = { index, of: all().length };
    },
  };
};
