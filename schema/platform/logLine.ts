/**
 * What a line of the log looks like in services and gateway alike, and what never stands in one: tokens, passwords,
 * CPF and CNPJ, e-mail addresses, bodies, headers, query strings.
 */

const LONGEST_TEXT = 2_000;
const HIDDEN = '***';

/** Segments that are words of ours, or ids. A token, an address or a CPF in a path has another form. */
const PLAIN_SEGMENT = /^(?:[a-z][a-z_-]{0,30}|v\d|-?\d{1,9})?$/;

/** The path of an address: without its query, and with `*` for every segment that is neither a word nor an id. */
export const safePath = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .slice(0, 500)
    .split('/')
    .map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : '*'))
    .join('/');

const SECRETS: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[\w.~+/=-]{6,}/gi,
  // Mail addresses, also as a path carries them.
  /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi,
  // CNPJ with letters or digits, CPF: with their masks or without.
  /\b[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}\b/g,
  /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g,
  // Tokens: 32 random bytes are 43 characters.
  /\b[\w-]{40,}\b/g,
  // The password of a connection address.
  /(?<=:\/\/[^\s:/@]*:)[^\s@]+(?=@)/g,
];

/** Any text, of an error say, with whatever looks like a secret hidden, and cut to a length that a log bears. */
export const safeText = (text: string, longest = LONGEST_TEXT): string =>
  SECRETS.reduce((hidden, secret) => hidden.replace(secret, HIDDEN), text.slice(0, longest));

/** Fields of errors that say where they come from; `detail` of PostgreSQL, for one, repeats the values of the row. */
const TELLING = ['code', 'constraint', 'table', 'column', 'syscall', 'statusCode'] as const;

/** Of whichever realm: what Node itself throws is no instance of the Error that a sandbox knows. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

interface ToldError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/** An error as the log tells it, with its causes. */
export const safeError = (error: unknown, depth = 0): ToldError => {
  if (!isErrorLike(error)) return { type: typeof error, message: safeText(String(error)), stack: '' };
  const told = Object.entries(error).filter(([name]) => TELLING.some((known) => known === name));
  return {
    type: error.name,
    message: safeText(error.message),
    ...Object.fromEntries(told),
    stack: safeText(error.stack ?? ''),
    ...(error.cause !== undefined && depth < 3 ? { cause: safeError(error.cause, depth + 1) } : {}),
  };
};

/** A second line of defence, should somebody log a whole object: these names are blanked wherever they stand near the top. */
const SECRET_NAMES = ['authorization', 'cookie', 'password', 'token', 'accessToken', 'access_token', 'body', 'taxId'];
const NEAR_THE_TOP = ['', '*.', '*.*.'];

/** Settings of the logger of one part of the product ("gateway", "services"); the caller adds `level`, or a stream. */
export const logSettings = (part: string) => ({
  base: { part },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  redact: {
    paths: NEAR_THE_TOP.flatMap((place) => SECRET_NAMES.map((name) => `${place}${name}`)),
    censor: HIDDEN,
  },
  serializers: {
    err: (error: unknown) => safeError(error),
    req: ({ method, url }: { method: string; url: string }) => ({ method, path: safePath(url) }),
    res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
  },
});

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Whether a logger of this level writes lines of that one: asked before a line is put together. */
export const writes = (level: string, line: string): boolean => LEVELS.indexOf(line) >= LEVELS.indexOf(level);

/** `logger` of Fastify for one part: what was asked for, and above it what no caller may loosen. */
export const loggerFor = <Given extends object>(part: string, given: Given | boolean | undefined) => {
  if (given === undefined || given === false) return false;
  return { ...(given === true ? {} : given), ...logSettings(part) };
};
