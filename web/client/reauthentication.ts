import { useSyncExternalStore } from 'react';

/** The open password question, of which there is at most one; callers await `answer`. */
let asked: { answer: Promise<boolean>; settle: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Asks the user for the password; resolves to false when the user cancels. Concurrent callers share one question. */
export const askForPassword = (): Promise<boolean> => {
  if (!asked) {
    let settle: (given: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    asked = { answer, settle };
    tell();
  }
  return asked.answer;
};

/** Closes the question; `given` says whether the password was entered. */
export const settlePassword = (given: boolean): void => {
  const open = asked;
  asked = null;
  tell();
  open?.settle(given);
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const usePasswordAsked = (): boolean => useSyncExternalStore(subscribe, () => asked !== null);
