import { useEffect, useState, type RefObject } from 'react';
import { useStable } from '../useStable.ts';

/** Fewer pixels than this are a click. */
const LEAST = 5;
/** Pixels from the upper or lower end where the list scrolls while rows are held there. */
const EDGE = 40;
/** Most pixels that it scrolls by in one frame. */
const FASTEST = 18;

/** Where the pointer is: on the screen, and from the top of the scrolling content. */
export interface Held {
  x: number;
  y: number;
  top: number;
}

interface RowDragOptions {
  /** Whether rows can be taken at this element. */
  takes: (target: Element) => boolean;
  onDrop: (held: Held) => void;
}

const scrollBy = (y: number, { top, bottom }: DOMRect): number => {
  const over = y < top + EDGE ? y - top - EDGE : Math.max(0, y - bottom + EDGE);
  return Math.max(-FASTEST, Math.min(FASTEST, over / 2));
};

/**
 * Rows that are dragged by mouse or pen in the element around `inside`, which scrolls at its ends; Escape lets them go
 * where they were. A finger scrolls, so that it takes no rows.
 */
export const useRowDrag = (inside: RefObject<HTMLElement | null>, options: RowDragOptions): Held | null => {
  const [held, setHeld] = useState<Held | null>(null);
  const takes = useStable(options.takes);
  const onDrop = useStable(options.onDrop);
  useEffect(() => {
    const scroller = inside.current?.parentElement;
    if (!scroller) return undefined;
    let stop: (() => void) | null = null;
    const begin = (down: PointerEvent): void => {
      if (down.button !== 0 || down.pointerType === 'touch' || down.shiftKey) return;
      if (!(down.target instanceof Element) || !takes(down.target)) return;
      let at = { x: down.clientX, y: down.clientY };
      let dragging = false;
      let frame = 0;
      const now = (): Held => ({ ...at, top: at.y - scroller.getBoundingClientRect().top + scroller.scrollTop });
      let seen = scroller.scrollTop;
      const scroll = (): void => {
        scroller.scrollTop += scrollBy(at.y, scroller.getBoundingClientRect());
        // The wheel scrolls, too.
        if (scroller.scrollTop !== seen) setHeld(now());
        seen = scroller.scrollTop;
        frame = requestAnimationFrame(scroll);
      };
      const move = ({ clientX, clientY }: PointerEvent): void => {
        if (!dragging && Math.hypot(clientX - at.x, clientY - at.y) < LEAST) return;
        at = { x: clientX, y: clientY };
        if (!dragging) {
          frame = requestAnimationFrame(scroll);
          scroller.dataset.dragging = '';
        }
        dragging = true;
        setHeld(now());
      };
      const end = (): void => {
        stop?.();
        if (dragging) onDrop(now());
      };
      const cancel = (): void => stop?.();
      const key = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || !dragging) return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      };
      const listening = new AbortController();
      const { signal } = listening;
      stop = () => {
        listening.abort();
        delete scroller.dataset.dragging;
        cancelAnimationFrame(frame);
        setHeld(null);
        stop = null;
      };
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', end, { signal });
      window.addEventListener('pointercancel', cancel, { signal });
      window.addEventListener('blur', cancel, { signal });
      window.addEventListener('keydown', key, { signal, capture: true });
    };
    scroller.addEventListener('pointerdown', begin);
    return () => {
      scroller.removeEventListener('pointerdown', begin);
      stop?.();
    };
  }, [inside, onDrop, takes]);
  return held;
};
