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

/** Registers a form with unsaved input, so that the shell keeps it on screen until the user leaves it. */
export const useHoldsUnsaved = (when: boolean): void => {
  useEffect(() => {
    if (!when) return undefined;
    change(1);
    return () => change(-1);
  }, [when]);
};

/** Returns whether any form on the screen has unsaved input. */
export const useUnsaved = (): boolean => useSyncExternalStore(subscribe, () => forms > 0);
