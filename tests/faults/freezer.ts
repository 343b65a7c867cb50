import { execFileSync } from 'node:child_process';
import { postmaster } from './stack.ts';

/** A database server and all of its processes. */
const family = (dataDir: string): number[] => {
  const first = postmaster(dataDir);
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return [first, ...pairs.flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []))];
};

const tell = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // A session that has ended meanwhile.
    }
  }
};

/**
 * Stops every process of the database where it stands: connections stay open, and are even taken, and nobody answers.
 * As on a machine that is suspended, or a disk that hangs. Answers how it goes on.
 */
export const freeze = (dataDir: string): (() => void) => {
  // The first one first: no new session comes up while the others are stopped.
  tell([postmaster(dataDir)], 'SIGSTOP');
  const frozen = family(dataDir);
  tell(frozen, 'SIGSTOP');
  return () => tell(frozen.reverse(), 'SIGCONT');
};
