import { useEffect, useRef, type RefObject } from 'react';

export interface RemovalFocus<Element extends HTMLElement> {
  /** Around the rows and the button that adds one. */
  ref: RefObject<Element | null>;
  /** A row is about to go. */
  removing: (index: number) => void;
}

/**
 * When a row of a form is removed, the focus goes to what stands in its place: the same button (`buttons` selects them
 * all) of the row that follows, or of the last one, or else the button that adds a row (`adds`).
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
  // Not cleaned up: a form that is drawn again meanwhile has not got the focus yet.
  useEffect(() => {
    if (!going.current || all().length >= going.current.of) return;
    const { index } = going.current;
    going.current = null;
    // A menu gives the focus back to its button first, which is no more.
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
