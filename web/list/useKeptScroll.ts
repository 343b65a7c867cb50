import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isRecord, readJson, writeJson } from '#web/client/storage.ts';

const storageKey = 'scroll';
/** Number of history entries whose scroll position is stored. */
const REMEMBERED = 100;
/** Milliseconds; later rows are not scrolled to, because the user has begun to read. */
const RESTORE_WITHIN = 3000;

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

/** Returns the scrolling element of a list: the marked one, or the list itself. */
const scrollerIn = (box: HTMLElement | null): HTMLElement | null =>
  box?.querySelector<HTMLElement>('[data-scroller]') ?? box;

/** Scrolls to `top` once the content is tall enough; stops when the user scrolls or types. */
const scrollWhenPossible = (box: RefObject<HTMLElement | null>, top: number): (() => void) => {
  const until = performance.now() + RESTORE_WITHIN;
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
    // Rows rendered after the first attempt may move the scroll position.
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
 * Restores a list's scroll position on back and forward; a new request (`shows` changes) starts at the top. Spread the
 * result on the element around the scrolling one. `ready`: the rows of this address are loaded.
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
    // Keeps the stored position when the user leaves before it is reached.
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
