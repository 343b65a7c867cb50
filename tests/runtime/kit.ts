import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running program of the product: its output, and how it ends. */
export interface Program {
  child: ChildProcess;
  /** Everything on both outputs so far. */
  output(): string;
  /** Resolves to the first group of the pattern once it is printed; fails when the program ends or time runs out before. */
  prints(pattern: RegExp, milliseconds?: number): Promise<string>;
  /** Exit code; fails when the process is still there after that time. */
  ended(milliseconds: number): Promise<number | null>;
}

const started: ChildProcess[] = [];

/** Runs `node ...words`, as the leader of a process group of its own when that group is to be killed. */
export const run = (words: string[], environment: Record<string, string> = {}, detached = false): Program => {
  const env = { ...process.env, LOG_LEVEL: 'fatal', ...environment };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'], detached });
  started.push(child);
  let text = '';
  child.stdout?.on('data', (data) => (text += String(data)));
  child.stderr?.on('data', (data) => (text += String(data)));
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => text,
    prints: async (pattern, milliseconds = 30_000) => {
      for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
        const found = pattern.exec(text);
        if (found) return found[1] ?? found[0];
        if (gone()) break;
      }
      throw new Error(`Never said ${String(pattern)}:\n${text}`);
    },
    ended: async (milliseconds) => {
      if (!gone()) await once(child, 'close', { signal: AbortSignal.timeout(milliseconds) });
      return child.exitCode;
    },
  };
};

/** Kills what is left of the programs that a test ran. Call in `afterEach`. */
export const killPrograms = (): void => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
};

/** Ids of the processes that `program` has started to run its part (PROCESSES). */
export const processesOf = ({ child }: Program): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, , ...words]) => parent === String(child.pid) && words.some((word) => word.endsWith('.js')))
    .map(([pid]) => Number(pid));

/** Asks `program` to replace its processes one by one, and resolves when it has. */
export const replaceProcesses = async (program: Program): Promise<void> => {
  const from = program.output().length;
  program.child.kill('SIGUSR2');
  const end = Date.now() + 60_000;
  while (!program.output().includes('Todos os processos foram substituídos', from)) {
    if (Date.now() > end) throw new Error(`The processes were not replaced:\n${program.output().slice(from)}`);
    await sleep(50);
  }
};

/** Below the ports that the system gives to connections, one of which could take a port between two starts. */
const PORTS = [20_000, 32_000] as const;

/** A port that is free now, for a program that must use the same one after a restart. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
