import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const isTyping = (target: Element): boolean =>
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"]');

/** Something above the list has the keys instead. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

const isOfScreen = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('main') !== null && !isTyping(target));

/** The rows stand before their bar; what comes after it is no place to go back to. */
const isBefore = (element: Element, bar: Element): boolean =>
  isOfScreen(element) && (element.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Where the focus goes when the place that it came from is gone: the rows. */
const firstRow = (): HTMLElement | null =>
  document.querySelector('main [role="gridcell"], main [role="grid"], main [role="list"] button');

/** The keys of a bar for selected rows, and of the rows while it is there. */
export const useBarKeys = (onClear: () => void) => {
  const bar = useRef<HTMLDivElement>(null);
  const from = useRef<Element | null>(null);
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || isCovered()) return;
      // By its place: with Alt, some keyboards write another letter.
      if (event.code === 'KeyB' && event.altKey) {
        event.preventDefault();
        bar.current?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)')?.focus();
      } else if (event.key === 'Escape' && isOfScreen(event.target) && !bar.current?.contains(event.target as Node)) {
        clear();
      }
    };
    // Before a drawer has closed with the same Esc, which would look as if nothing had been open.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return {
    barRef: bar,
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && isBefore(relatedTarget, currentTarget)) from.current = relatedTarget;
    },
    onKeyDown: (event: KeyboardEvent) => {
      // A menu of the bar has an Esc of its own, and stands outside of it in the document.
      if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
        return;
      event.preventDefault();
      const back = from.current?.isConnected ? from.current : firstRow();
      if (back instanceof HTMLElement) back.focus();
    },
  };
};
