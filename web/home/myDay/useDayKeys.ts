import { useEffect, useRef, type RefObject } from 'react';

const ROW = '[data-day-row]';
/** Milliseconds in which a letter after G names a screen (useShortcuts). */
const CHORD = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');

/** A drawer or a dialog has keys of its own. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered();

const walk = (host: HTMLElement, step: 1 | -1): void => {
  const rows = [...host.querySelectorAll<HTMLElement>(ROW)];
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
};

const payFocused = (host: HTMLElement): void => {
  const row = [...host.querySelectorAll(ROW)].find((one) => one.parentElement?.contains(document.activeElement));
  row?.parentElement?.querySelector<HTMLElement>('[data-pays]')?.click();
};

/**
 * Keys of the day: J and K (or the arrows, from a row) walk all rows of all parts; P pays the row with the focus. Enter is the
 * link's own. Returns the element around the parts.
 */
export const useDayKeys = (): RefObject<HTMLDivElement | null> => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let wentAt = -Infinity;
    const press = (event: KeyboardEvent): void => {
      const parts = host.current;
      const key = event.key.toLowerCase();
      const isScreen = event.timeStamp - wentAt < CHORD;
      wentAt = key === 'g' ? event.timeStamp : -Infinity;
      if (!parts || isScreen || isElsewhere(event)) return;
      const arrow = (name: string) => event.key === name && parts.contains(document.activeElement);
      if (key === 'j' || arrow('ArrowDown')) walk(parts, 1);
      else if (key === 'k' || arrow('ArrowUp')) walk(parts, -1);
      else if (key === 'p') payFocused(parts);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return host;
};
