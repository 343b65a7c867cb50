import { useSyncExternalStore } from 'react';

let printing = false;
const listeners = new Set<() => void>();
const setPrinting = (now: boolean) => {
  printing = now;
  listeners.forEach((listener) => listener());
};
window.addEventListener('beforeprint', () => setPrinting(true));
window.addEventListener('afterprint', () => setPrinting(false));

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Returns true while the page is being printed; lists then render all their loaded rows. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
