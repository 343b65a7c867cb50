import closeWithGrace from 'close-with-grace';
import { reason, StartError } from '#services/platform/postgres/startError.ts';

/** Longest wait for what is under way when the process is asked to end. */
const GRACE = 20_000;

type Closer = () => Promise<unknown>;

/** What to undo when the process ends, last things first. */
export interface Stages {
  add(close: Closer): void;
  /** Ends everything and the process, with the sentence on the terminal. */
  fail(sentence: string): Promise<void>;
  /** Ends everything and the process, with this exit code. */
  finish(code: number): Promise<void>;
}

const unwind = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => console.error(`Ao encerrar: ${reason(error)}`));
  }
};

const explain = (error: unknown): string => {
  if (error instanceof StartError) return error.message;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `O Prumo parou por um erro inesperado:\n${detail}`;
};

/**
 * Runs a program that starts things one after another: SIGTERM, SIGINT and failures undo, in reverse, what had been
 * started by then. Exits with 0 when asked to end and with 1, and one sentence, on a failure.
 */
export const runProgram = async (program: (stages: Stages) => Promise<void>): Promise<void> => {
  const closers: Closer[] = [];
  const graceful = closeWithGrace({ delay: GRACE, logger: false }, async ({ err, signal }) => {
    if (err) console.error(explain(err));
    else if (signal) console.log('Encerrando…');
    await unwind(closers);
  });
  const finish = async (code: number) => {
    graceful.uninstall();
    await unwind(closers);
    process.exit(code);
  };
  const fail = async (sentence: string) => {
    console.error(sentence);
    await finish(1);
  };
  try {
    await program({ add: (close) => void closers.push(close), fail, finish });
  } catch (error) {
    await fail(explain(error));
  }
};
