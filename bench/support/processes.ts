import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { onInterrupt } from './cleanups.ts';

export interface Running {
  pid: number;
  /** First group of the pattern in the line that reported readiness. */
  ready: string;
  /** CPU time so far in seconds, user and system, of the process and those that it has started (PROCESSES). */
  cpu(): number;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

const TICKS = 100;

/** Fields of /proc/PID/stat behind the name of the program: the parent is the second. */
export const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve();

/** A process and its children; processes that PROCESSES starts have none. */
const familyOf = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number),
];

const cpuOf = (pid: number): number => {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) / TICKS;
};

/** Starts a Node process and waits until a line of its output matches `ready`. Passes its stderr through. */
export const startNode = async (
  args: readonly string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Running> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = onInterrupt(async () => {
    child.kill('SIGTERM');
    await ended(child);
  });
  const readyLine = await new Promise<string>((resolve, reject) => {
    let output = '';
    const listen = (data: Buffer): void => {
      output += String(data);
      const found = ready.exec(output);
      if (!found) return;
      // Discards later output without buffering it.
      child.stdout.off('data', listen).resume();
      resolve(found[1] ?? '');
    };
    child.stdout.on('data', listen);
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it was ready:\n${output}`)));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    ready: readyLine,
    cpu: () => familyOf(pid).reduce((sum, one) => sum + cpuOf(one), 0),
    memory: () => Number(statOf(pid)[21]) * 4096,
    stop,
  };
};
