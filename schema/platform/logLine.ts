/**
 * Format of log lines in services and gateway. A log line never contains tokens, passwords, CPF and CNPJ, email
 * addresses, bodies, headers or query strings.
 */

const LONGEST_TEXT = 2_000;
const HIDDEN = '***';

/** Path segments of routes and ids; tokens, addresses and CPFs in a path do not match. */
const PLAIN_SEGMENT = /^(?:[a-z][a-z_-]{0,30}|v\d|-?\d{1,9})?$/;

/** Returns the path of a URL without its query, with `*` for every segment that is neither a word nor an id. */
export const safePath = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .slice(0, 500)
    .split('/')
    .map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : '*'))
    .join('/');

const SECRETS: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[\w.~+/=-]{6,}/gi,
  // Email addresses, also URL-encoded.
  /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi,
  // CNPJ (alphanumeric) and CPF, with or without mask.
  /\b[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}\b/g,
  /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g,
  // Tokens: 32 random bytes are 43 characters.
  /\b[\w-]{40,}\b/g,
  // Password of a connection URL.
  /(?<=:\/\/[^\s:/@]*:)[^\s@]+(?=@)/g,
];

/** Masks everything that looks like a secret, and truncates the text. */
export const safeText = (text: string, longest = LONGEST_TEXT): string =>
  SECRETS.reduce((hidden, secret) => hidden.replace(secret, HIDDEN), text.slice(0, longest));

/** Error fields that are safe to log; PostgreSQL's `detail`, for example, contains values of the row. */
const LOGGED_PROPERTIES = ['code', 'constraint', 'table', 'column', 'syscall', 'statusCode'] as const;

/** Checks by shape: `instanceof Error` fails for errors of another realm, such as Node's own in a sandbox. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/** Returns the log form of an error, with its causes. */
export const safeError = (error: unknown, depth = 0): LoggedError => {
  if (!isErrorLike(error)) return { type: typeof error, message: safeText(String(error)), stack: '' };
  const details = Object.entries(error).filter(([name]) => LOGGED_PROPERTIES.some((known) => known === name));
  return {
    type: error.name,
    message: safeText(error.message),
    ...Object.fromEntries(details),
    stack: safeText(error.stack ?? ''),
    ...(error.cause !== undefined && depth < 3 ? { cause: safeError(error.cause, depth + 1) } : {}),
  };
};

/** Second line of defence against logging a whole object: redacts these names at the first three levels. */
const SECRET_NAMES = ['authorization', 'cookie', 'password', 'token', 'accessToken', 'access_token', 'body', 'taxId'];
const NEAR_THE_TOP = ['', '*.', '*.*.'];

/** Logger settings of one part of the product ("gateway", "services"); the caller adds `level` or a stream. */
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

/** Returns true when a logger of level `level` writes lines of level `line`; checked before building a line. */
export const writes = (level: string, line: string): boolean => LEVELS.indexOf(line) >= LEVELS.indexOf(level);

/** Returns Fastify's `logger` option for one part: the given options, overridden by `logSettings`. */
export const loggerFor = <Given extends object>(part: string, given: Given | boolean | undefined) => {
  if (given === undefined || given === false) return false;
  return { ...(given === true ? {} : given), ...logSettings(part) };
};
