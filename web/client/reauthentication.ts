import { useSyncExternalStore } from 'react';

/** The one question for the password that may be open, and who waits for its answer. */
let asked: { answer: Promise<boolean>; settle: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Asks for the password of whoever is logged in; false when they would rather not. Two that ask at once ask once. */
export const askForPassword = (): Promise<boolean> => {
  if (!asked) {
    let settle: (given: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    asked = { answer, settle };
    tell();
  }
  return asked.answer;
};

/** Ends the question: the password was given, or was not. */
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
