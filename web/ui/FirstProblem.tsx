import { useEffect, useRef } from 'react';
import { formOf, showFirstProblem } from './problems.ts';

/**
 * Rendered inside a drawer, dialog or page: after each refused save it focuses the first invalid field or Problem and scrolls
 * it into view.
 */
export const FirstProblem = ({ refusals }: { refusals: number }) => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (refusals > 0) showFirstProblem(formOf(mark.current));
  }, [refusals]);
  return <span ref={mark} hidden />;
};
