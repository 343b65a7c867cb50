/**
 * Header by which the gateway asks a read for the session of its caller too (`ask`), and in which the services answer it: JSON of the
 * session without places, in ASCII (docs/decisions/0114).
 */
export const SESSION_HEADER = 'x-prumo-session';
export const ASK_SESSION = 'ask';

/** Longest answer; both servers take 16 kB of headers. A user with more permissions is asked about by a call of its own. */
const LONGEST = 8 * 1024;

/** JSON as a header may hold it; null for a longer one. */
export const headerOf = (value: unknown): string | null => {
  const text = JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return text.length > LONGEST ? null : text;
};
