import { useSyncExternalStore } from 'react';

/** The open password question, of which there is at most one; callers await `answer`. */
let pending: { answer: Promise<boolean>; settle: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

/** Asks the user for the password; resolves to false when the user cancels. Concurrent callers share one question. */
export const requestPassword = (): Promise<boolean> => {
  if (!pending) {
    let settle: (given: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    pending = { answer, settle };
    notifyListeners();
  }
  return pending.answer;
};

/** Closes the question; `given` says whether the password was entered. */
export const settlePassword = (given: boolean): void => {
  const open = pending;
  pending = null;
  notifyListeners();
  open?.settle(given);
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useIsPasswordRequested = (): boolean => useSyncExternalStore(subscribe, () => pending !== null);
