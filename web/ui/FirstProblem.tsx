import { useEffect, useRef } from 'react';

/** A field that is marked as wrong, or a sentence about several of them (a Problem). */
const MARKED = '[aria-invalid="true"], [data-problem]';

/**
 * Stands in a drawer or dialog: whenever a try to save was refused, the focus goes to the first thing that is wrong,
 * however far off it is.
 */
export const FirstProblem = ({ refusals }: { refusals: number }) => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const first = mark.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>(MARKED);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return <span ref={mark} hidden />;
};
