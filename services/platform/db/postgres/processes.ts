import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './startError.ts';

/** Returns true when a process with this id exists, of any user. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** Runs `ps` for one column of one process; returns '' when the process does not exist. */
const column = (pid: number, name: string): string => {
  try {
    return execFileSync('ps', ['-o', `${name}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
};

/**
 * Returns the start time of a process as opaque text, for comparison. The system reuses process ids (in a container
 * within seconds), so an id alone does not identify a process.
 */
export const startOf = (pid: number): string => {
  if (process.platform !== 'linux') return column(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command, in parentheses, may contain blanks; field 22 of the line is field 20 after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

/**
 * Returns true when the process is a PostgreSQL server on that data folder, instead of another one that reuses its id.
 */
export const isPostgresOn = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return column(pid, 'command').includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '') === folder;
  } catch {
    // A process of another user: its command line is readable.
    return readCommand(pid).includes(folder);
  }
};

const readCommand = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Waits for a process to end; returns false after the timeout. */
export const waitForExit = async (pid: number, milliseconds: number): Promise<boolean> => {
  const end = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
};
