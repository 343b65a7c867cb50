import { execFileSync } from 'node:child_process';
import { postmaster } from './stack.ts';

/** Process ids of a database server. */
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
      // The session has ended meanwhile.
    }
  }
};

/**
 * Stops every process of the database with SIGSTOP: connections stay open and are even accepted, without a response, as
 * on a suspended machine or a hung disk. Returns the function that resumes them.
 */
export const freeze = (dataDir: string): (() => void) => {
  // Stops the postmaster first, so that it starts no session meanwhile.
  tell([postmaster(dataDir)], 'SIGSTOP');
  const frozen = family(dataDir);
  tell(frozen, 'SIGSTOP');
  return () => tell(frozen.reverse(), 'SIGCONT');
};
