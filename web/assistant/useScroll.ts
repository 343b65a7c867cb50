import { useLayoutEffect, useRef } from 'react';

/** Distance in px from an edge that counts as being there. */
const NEAR = 80;

interface ScrollOptions {
  /** Keys of the oldest and of the newest line. */
  first: string;
  last: string;
  /** The newest line has just been asked: it is shown wherever the list is. */
  asked: boolean;
  /** Reads older lines. */
  load: () => Promise<void>;
}

/** Keeps the newest line in sight, and what is read in its place while older lines appear above it. */
export const useScroll = ({ first, last, asked, load }: ScrollOptions) => {
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef({ first: '', last: '', height: 0 });
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const before = seen.current;
    if (before.last !== last || before.last === '') {
      if (atEnd.current || asked || before.last === '') current.scrollTop = current.scrollHeight;
    } else if (before.first !== first) current.scrollTop += current.scrollHeight - before.height;
    seen.current = { first, last, height: current.scrollHeight };
  });
  const onScroll = () => {
    const { current } = list;
    if (!current) return;
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
    if (current.scrollTop < NEAR && current.scrollHeight > current.clientHeight) void load();
  };
  return { ref: list, onScroll };
};
