import { useCallback, useEffect, useRef, useState } from 'react';

export interface Viewport {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Rows and pixels between two renderings of a scrolling board: what lies within is drawn beforehand. */
const STEP_Y = 124;
const STEP_X = 240;

/** What a scrolling element shows, in steps: a scroll within a step renders nothing. */
export const useViewport = () => {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewport>({ top: 0, left: 0, width: 1200, height: 700 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = {
      top: Math.floor(element.scrollTop / STEP_Y) * STEP_Y,
      left: Math.floor(element.scrollLeft / STEP_X) * STEP_X,
      width: element.clientWidth,
      height: element.clientHeight,
    };
    setView((now) =>
      now.top === next.top && now.left === next.left && now.width === next.width && now.height === next.height
        ? now
        : next,
    );
  }, []);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);
  /** Scrolls so that rows of these pixels are seen below the head, with some room under them. */
  const reveal = useCallback((top: number, height: number, head: number) => {
    const element = scroller.current;
    if (!element) return;
    const room = element.clientHeight - head - height / 2;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + room) element.scrollTop = top + height - room;
  }, []);
  /** Scrolls sideways so that the pixel stands at a third of what is seen beside the table. */
  const centre = useCallback((x: number, table: number) => {
    const element = scroller.current;
    if (element) element.scrollLeft = Math.max(0, x - (element.clientWidth - table) / 3);
  }, []);
  return { scroller, view, look, reveal, centre };
};

/** Drawn around what is seen. */
export const SPARE_Y = 248;
export const SPARE_X = 480;
