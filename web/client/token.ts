import { isRecord, isText, readJson, removeKeys, writeJson } from './storage.ts';

/**
 * Access token of §3. `user` is the login it was issued for; `expires` counts seconds from `initialDate`, an instant.
 */
export interface StoredToken {
  user: string;
  type: string;
  token: string;
  expires: number;
  initialDate: string;
}

const currentUserKey = 'user';
const tokenKey = (user: string) => `session.${user}`;

const isToken = (value: unknown): value is StoredToken =>
  isRecord(value) &&
  isText(value.user) &&
  isText(value.type) &&
  isText(value.token) &&
  typeof value.expires === 'number' &&
  isText(value.initialDate);

/**
 * Returns the login of this browser's user, whether expired or not. Data stored for one user is not shown to another.
 */
export const currentUser = (): string | null => readJson(localStorage, currentUserKey, isText);

export const currentToken = (): StoredToken | null => {
  const user = currentUser();
  return user === null ? null : readJson(localStorage, tokenKey(user), isToken);
};

export const saveToken = (token: StoredToken): void => {
  writeJson(localStorage, tokenKey(token.user), token);
  writeJson(localStorage, currentUserKey, token.user);
};

export const isExpired = (token: StoredToken, now = Date.now()): boolean =>
  now >= Date.parse(token.initialDate) + token.expires * 1000;

/** Returns the Authorization header: "Bearer 8f3…". */
export const authorization = (token: StoredToken): string => `${token.type} ${token.token}`;

/** Removes the token; drafts stay for the next login. */
export const forgetToken = (): void => {
  const user = currentUser();
  removeKeys(localStorage, (key) => key === currentUserKey || (user !== null && key === tokenKey(user)));
};

/** Logout: removes all stored data except the theme (§4). */
export const forgetEverything = (): void => {
  removeKeys(localStorage, (key) => key !== 'theme');
  removeKeys(sessionStorage, () => true);
};

/** Calls `changed` when another tab logs in or out; returns the unsubscribe function. */
export const onOtherTab = (changed: () => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(currentUserKey)) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
