import { useEffect, useSyncExternalStore } from 'react';

let forms = 0;
const listeners = new Set<() => void>();

const change = (by: 1 | -1): void => {
  forms += by;
  listeners.forEach((listener) => listener());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells the shell that a form holds what is not saved: nothing takes it off the screen but its person. */
export const useHoldsUnsaved = (when: boolean): void => {
  useEffect(() => {
    if (!when) return undefined;
    change(1);
    return () => change(-1);
  }, [when]);
};

/** Whether any form on the screen holds what is not saved. */
export const useUnsaved = (): boolean => useSyncExternalStore(subscribe, () => forms > 0);
