/** A field marked as invalid, or a sentence about several fields (Problem). */
const MARKED = '[aria-invalid="true"], [data-problem]';

/** What a form is drawn in: a drawer, a dialog, or a page. */
const FORM = '[role="dialog"], [data-form]';

export const formOf = (element: Element | null): Element | null => element?.closest(FORM) ?? null;

const marksOf = (form: Element | null): HTMLElement[] => [...(form?.querySelectorAll<HTMLElement>(MARKED) ?? [])];

const show = (element: HTMLElement | undefined): void => {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
};

/** Focuses the first field of the form with a problem, and scrolls it into view. */
export const showFirstProblem = (form: Element | null): void => show(marksOf(form)[0]);

/** Focuses the problem after the focused one, and from the last one, or from no one, the first. */
export const showNextProblem = (form: Element | null): void => {
  const marks = marksOf(form);
  const at = marks.findIndex((mark) => mark === document.activeElement);
  show(marks[(at + 1) % marks.length]);
};
