import { useCallback, useEffect, useRef, useState } from 'react';

/** Rows that are rendered above and below what is seen. */
const SPARE = 10;

/** Which rows of equal height a scrolling element shows. */
export const useWindow = (rowHeight: number, count: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(900);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onScroll = useCallback(() => {
    // A scroll by less than a row renders nothing.
    setTop(Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight) * rowHeight);
  }, [rowHeight]);
  const reveal = useCallback(
    (index: number, head: number) => {
      const element = scroller.current;
      if (!element || index < 0) return;
      const [start, room] = [index * rowHeight, element.clientHeight - head];
      if (start < element.scrollTop) element.scrollTop = start;
      else if (start + rowHeight > element.scrollTop + room) element.scrollTop = start + rowHeight - room;
    },
    [rowHeight],
  );
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE);
  return { scroller, onScroll, reveal, first, last };
};
