import { useEffect, useRef } from 'react';

/** A field marked as invalid, or a sentence about several fields (Problem). */
const MARKED = '[aria-invalid="true"], [data-problem]';

/** What a form is drawn in: a drawer, a dialog, or a page. */
const FORM = '[role="dialog"], [data-form]';

/**
 * Rendered inside a drawer, dialog or page: after each refused save it focuses the first invalid field or Problem and scrolls
 * it into view.
 */
export const FirstProblem = ({ refusals }: { refusals: number }) => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const first = mark.current?.closest(FORM)?.querySelector<HTMLElement>(MARKED);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return <span ref={mark} hidden />;
};
