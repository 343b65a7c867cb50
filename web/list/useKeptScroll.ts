import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isRecord, readJson, writeJson } from '#web/client/storage.ts';

const storageKey = 'scroll';
/** Places of the history that are remembered. */
const REMEMBERED = 100;
/** Rows that take longer than this to come are not scrolled to: somebody has begun to read. */
const PATIENCE = 3000;

const read = (): Map<string, number> =>
  new Map(
    Object.entries(readJson(sessionStorage, storageKey, isRecord) ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  );
let places: Map<string, number> | null = null;

const remember = (place: string, top: number): void => {
  places ??= read();
  places.delete(place);
  if (top > 0) places.set(place, top);
  writeJson(sessionStorage, storageKey, Object.fromEntries([...places].slice(-REMEMBERED)));
};
const recall = (place: string): number | undefined => (places ??= read()).get(place);

/** The element that scrolls inside a list: the one marked so, or the list itself. */
const scrollerIn = (box: HTMLElement | null): HTMLElement | null =>
  box?.querySelector<HTMLElement>('[data-scroller]') ?? box;

/** Scrolls there as soon as there is enough to scroll; a person's own move ends the trying. */
const scrollWhenPossible = (box: RefObject<HTMLElement | null>, top: number): (() => void) => {
  const until = performance.now() + PATIENCE;
  let reached = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    moves.forEach((name) => window.removeEventListener(name, stop));
  };
  const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
  const attempt = () => {
    const scroller = scrollerIn(box.current);
    if (scroller && Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top;
    // Rows that are drawn after the first try may still move it.
    reached = scroller && Math.abs(scroller.scrollTop - top) <= 1 ? reached + 1 : 0;
    if (reached < 5 && performance.now() < until) frame = requestAnimationFrame(attempt);
    else stop();
  };
  moves.forEach((name) => window.addEventListener(name, stop, { once: true }));
  frame = requestAnimationFrame(attempt);
  return stop;
};

export interface KeptScroll<Element extends HTMLElement> {
  ref: RefObject<Element | null>;
  onScrollCapture: (event: UIEvent) => void;
}

/**
 * Back and forward find a list where it was left; what the person asks for anew (`shows` changes) starts at its top.
 * Give what it returns to the element around the one that scrolls. `ready`: the rows of this address are here.
 */
export const useKeptScroll = <Element extends HTMLElement = HTMLDivElement>(
  name: string,
  ready: boolean,
  shows: string,
): KeptScroll<Element> => {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const box = useRef<Element>(null);
  const top = useRef(0);
  const shown = useRef(shows);
  const place = `${name} ${key} ${pathname}${search}`;
  useLayoutEffect(() => {
    const keep = () => remember(place, top.current);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [place]);
  useLayoutEffect(() => {
    if (shown.current === shows) return;
    shown.current = shows;
    const scroller = scrollerIn(box.current);
    if (type === 'POP') return;
    top.current = 0;
    if (scroller) scroller.scrollTop = 0;
  }, [shows, type]);
  useEffect(() => {
    const kept = type === 'POP' && ready ? recall(place) : undefined;
    if (kept === undefined) return undefined;
    // Whoever goes on before it is reached leaves the place as it was.
    top.current = kept;
    return scrollWhenPossible(box, kept);
  }, [place, ready, type]);
  return {
    ref: box,
    onScrollCapture: ({ target }) => {
      if (target instanceof HTMLElement && target === scrollerIn(box.current)) top.current = target.scrollTop;
    },
  };
};
