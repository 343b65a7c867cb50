import { closeSync, copyFileSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';

/** Maximum size in bytes; the disk holds two such files, the current one and `.old`. */
export const LOG_LIMIT = 10 * 1024 * 1024;
const LOOK_EVERY = 60_000;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Opens the log for appending; renames a full one to `.old` first. */
export const openLog = (file: string, limit = LOG_LIMIT): number => {
  if (sizeOf(file) > limit) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
};

/** Moves the content of a full log to `.old` and truncates the file, which the server keeps open for appending. */
export const emptyFullLog = (file: string, limit = LOG_LIMIT): void => {
  if (sizeOf(file) <= limit) return;
  closeSync(openSync(`${file}.old`, 'a', 0o600));
  copyFileSync(file, `${file}.old`);
  truncateSync(file);
};

/** Checks the log every minute; returns a function that stops it. */
export const keepLogSmall = (file: string): (() => void) => {
  const timer = setInterval(() => {
    try {
      emptyFullLog(file);
    } catch {
      // No disk space for the copy; the next check retries.
    }
  }, LOOK_EVERY).unref();
  return () => clearInterval(timer);
};

/** Returns the last six lines written after position `from`; of the whole file when it was truncated since. */
export const lastLines = (file: string, from: number): string => {
  const content = readFileSync(file);
  const fresh = content
    .subarray(from > content.length ? 0 : from)
    .toString('utf8')
    .trim()
    .split('\n');
  return fresh.slice(-6).join('\n');
};
