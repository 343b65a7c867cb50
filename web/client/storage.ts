/** Prefix of all keys that the client stores. */
export const prefix = 'prumo.';

/** Reads JSON from a storage; returns null when the value is missing or invalid, or storage is disabled. */
export const readJson = <Value>(
  storage: Storage,
  key: string,
  isValue: (value: unknown) => value is Value,
): Value | null => {
  try {
    const value: unknown = JSON.parse(storage.getItem(prefix + key) ?? 'null');
    return isValue(value) ? value : null;
  } catch {
    return null;
  }
};

export const writeJson = (storage: Storage, key: string, value: unknown): void => {
  try {
    storage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or disabled storage must not fail the user's action.
  }
};

/** Keys that the client has stored, without their prefix. */
export const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

export const removeKeys = (storage: Storage, matches: (key: string) => boolean): void =>
  keysOf(storage)
    .filter(matches)
    .forEach((key) => storage.removeItem(prefix + key));

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
