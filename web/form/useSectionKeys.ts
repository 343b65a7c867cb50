import { useLayoutEffect } from 'react';

const FORM = '[data-drawer], [data-form]';
const SECTION = 'section[aria-labelledby], section[aria-label]';
const CONTROL = 'input:not([type="hidden"]), textarea, select, button';

/** Sections with something to focus, in their order; a section inside another one belongs to it. */
const sectionsOf = (form: Element): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>(SECTION)].filter((section) => {
    const outer = section.parentElement?.closest(SECTION);
    // A drawer is a section itself.
    const isInner = outer != null && outer !== form && form.contains(outer);
    return !isInner && firstOf(section) !== undefined;
  });

/** The first field of the section, else its first button: it may have no line yet. */
const firstOf = (section: HTMLElement): HTMLElement | undefined => {
  const all = [...section.querySelectorAll<HTMLElement>(CONTROL)].filter(
    (one) => one.tabIndex >= 0 && one.getClientRects().length > 0,
  );
  return all.find((one) => !one.matches('button')) ?? all[0];
};

/** Alt+1, Alt+2 … go to the first field of the first, second … section of the form, while no dialog covers it. */
export const useSectionKeys = (): void => {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By its place: with Alt, a key may type another sign.
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (digit === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
      const form = document.querySelector(FORM);
      if (form === null || document.querySelector('[aria-modal="true"]') !== null) return;
      const section = sectionsOf(form)[Number(digit) - 1];
      if (!section) return;
      event.preventDefault();
      firstOf(section)?.focus({ preventScroll: true });
      section.scrollIntoView({ block: 'start' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};
