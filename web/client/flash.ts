import { isInside } from './inside.ts';
import { isRecord, isText, readJson, removeKeys, writeJson } from './storage.ts';

export interface Flash {
  tone: 'error' | 'success';
  text: string;
}

const isFlash = (value: unknown): value is Flash => isRecord(value) && isText(value.text) && isText(value.tone);

/** Stores a message for the next page load: leaving the session loads a new page to clear its memory. */
export const leaveFlash = (flash: Flash): void => writeJson(sessionStorage, 'flash', flash);

export const takeFlash = (): Flash | null => {
  const flash = readJson(sessionStorage, 'flash', isFlash);
  removeKeys(sessionStorage, (key) => key === 'flash');
  return flash;
};

/** Stores where to go after the login, when a deep link was opened without a session. Stores only paths under /home. */
export const rememberTarget = (path: string): void => {
  if (isInside(path)) writeJson(sessionStorage, 'target', path);
};

export const takeTarget = (): string => {
  const target = readJson(sessionStorage, 'target', isText);
  removeKeys(sessionStorage, (key) => key === 'target');
  return target !== null && isInside(target) ? target : '/home';
};
