import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './startError.ts';

/** Whether a process with this id exists, whoever owns it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** Runs `ps` for one column of one process; '' when there is no such process. */
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
 * When the process started, in words that only serve to compare. Process ids are handed out again (in a container
 * within seconds), so an id alone does not say that a process is still the same one.
 */
export const startOf = (pid: number): string => {
  if (process.platform !== 'linux') return column(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command, in parentheses, may hold blanks; the 22nd field of the line is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

/** Whether this process is a PostgreSQL server on that data folder, and not another one that was given its id. */
export const isPostgresOn = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return column(pid, 'command').includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '') === folder;
  } catch {
    // Somebody else's process: its command line, at least, can be read by all.
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

/** Waits until the process is gone; false when it is still there after that time. */
export const waitForExit = async (pid: number, milliseconds: number): Promise<boolean> => {
  const end = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
};
