import { useEffect, useRef } from 'react';

/** How long "G then a letter" waits for its letter (web/shell/useShortcuts.ts). */
const SEQUENCE_MS = 1_000;

const focusedRow = (): string | null => document.activeElement?.closest('[row-id]')?.getAttribute('row-id') ?? null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [role^="menu"], [contenteditable="true"]');

/** R receives the focused row of the grid. "G R" goes to another screen and receives nothing. */
export const useReceiveKey = (receive: (id: string) => void): void => {
  const current = useRef(receive);
  useEffect(() => {
    current.current = receive;
  });
  useEffect(() => {
    let leader = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === 'g') leader = event.timeStamp;
      const isFree = !event.ctrlKey && !event.metaKey && !event.altKey && event.timeStamp - leader > SEQUENCE_MS;
      if (key !== 'r' || !isFree || isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
      const id = focusedRow();
      if (id === null) return;
      event.preventDefault();
      current.current(id);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};
