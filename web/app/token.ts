import { isRecord, isText, readJson, removeKeys, writeJson } from './storage.ts';

/** Access token of §3. `expires` is in seconds after `initialDate`, an instant. */
export interface StoredToken {
  userId: string;
  type: string;
  token: string;
  expires: number;
  initialDate: string;
}

const currentUserKey = 'user';
const tokenKey = (userId: string) => `session.${userId}`;

const isToken = (value: unknown): value is StoredToken =>
  isRecord(value) &&
  isText(value.userId) &&
  isText(value.type) &&
  isText(value.token) &&
  typeof value.expires === 'number' &&
  isText(value.initialDate);

/** The id of whoever is logged in on this browser, expired or not. */
export const currentUserId = (): string | null => readJson(localStorage, currentUserKey, isText);

export const currentToken = (): StoredToken | null => {
  const userId = currentUserId();
  return userId === null ? null : readJson(localStorage, tokenKey(userId), isToken);
};

export const saveToken = (token: StoredToken): void => {
  writeJson(localStorage, tokenKey(token.userId), token);
  writeJson(localStorage, currentUserKey, token.userId);
};

export const isExpired = (token: StoredToken, now = Date.now()): boolean =>
  now >= Date.parse(token.initialDate) + token.expires * 1000;

/** "Bearer 8f3…", as every call carries it. */
export const authorization = (token: StoredToken): string => `${token.type} ${token.token}`;

/** Forgets the token; what the user typed and did not save stays for the next login. */
export const forgetToken = (): void => {
  const userId = currentUserId();
  removeKeys(localStorage, (key) => key === currentUserKey || (userId !== null && key === tokenKey(userId)));
};

/** Logout: nothing of anybody stays on this browser but the choice of light or dark (§4). */
export const forgetEverything = (): void => {
  removeKeys(localStorage, (key) => key !== 'theme');
  removeKeys(sessionStorage, () => true);
};

/** Calls back when another tab logs in or out. */
export const onOtherTab = (changed: () => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(currentUserKey)) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
