import { closeSync, copyFileSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';

/** Twice this is what the log takes on the disk: the newest, and what was before it. */
export const LOG_LIMIT = 10 * 1024 * 1024;
const LOOK_EVERY = 60_000;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Opens the log to be written behind what it has; one that is full becomes `.old` first. */
export const openLog = (file: string, limit = LOG_LIMIT): number => {
  if (sizeOf(file) > limit) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
};

/**
 * Empties a full log, whose end is kept in `.old`, under the hands of whoever writes it: the server keeps its file open
 * for months, and appends to wherever the end is by then.
 */
export const emptyFullLog = (file: string, limit = LOG_LIMIT): void => {
  if (sizeOf(file) <= limit) return;
  closeSync(openSync(`${file}.old`, 'a', 0o600));
  copyFileSync(file, `${file}.old`);
  truncateSync(file);
};

/** Looks at the log every minute, until it is told to stop. */
export const keepLogSmall = (file: string): (() => void) => {
  const timer = setInterval(() => {
    try {
      emptyFullLog(file);
    } catch {
      // A disk without room for the copy; the next look may find some.
    }
  }, LOOK_EVERY).unref();
  return () => clearInterval(timer);
};

/** The last lines written since the log was so long; of all that is there when it was emptied meanwhile. */
export const lastLines = (file: string, from: number): string => {
  const content = readFileSync(file);
  const fresh = content
    .subarray(from > content.length ? 0 : from)
    .toString('utf8')
    .trim()
    .split('\n');
  return fresh.slice(-6).join('\n');
};
