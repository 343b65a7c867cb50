import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { reason, StartError } from '#services/platform/db/postgres/startError.ts';

/** Longest shutdown in milliseconds; afterwards the process exits with 1. */
export const ENDS_WITHIN = 20_000;
/**
 * npm forwards a Ctrl+C that the terminal has already sent to the process: a second signal within this time is not a
 * user's second press.
 */
const ECHO = 1000;

type Closer = () => Promise<unknown>;

/** Cleanup functions, run in reverse order when the process ends. */
export interface Stages {
  add(close: Closer): void;
  /** Runs all of them and exits with this code. */
  finish(code: number): Promise<void>;
  /** Prints the sentence and exits with 1. */
  fail(sentence: string): Promise<void>;
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

const newStages = (): Stages => {
  const closers: Closer[] = [];
  let ending: Promise<void> | undefined;
  const end = async (code: number): Promise<void> => {
    const late = sleep(ENDS_WITHIN, undefined, { ref: false }).then(() => {
      console.error(`Não consegui encerrar tudo em ${ENDS_WITHIN / 1000} s.`);
      process.exit(1);
    });
    await Promise.race([unwind(closers), late]);
    process.exit(code);
  };
  const finish = (code: number): Promise<void> => (ending ??= end(code));
  return {
    // A part that finishes starting during the shutdown is closed at once.
    add: (close) => void (ending ? close() : closers.push(close)),
    finish,
    fail: (sentence) => {
      if (!ending) console.error(sentence);
      return finish(1);
    },
  };
};

/** One of several processes: the one that started it ends it, also where a terminal sends its signals to all. */
const endWhenTold = (stages: Stages): void => {
  process.on('SIGTERM', () => void stages.finish(0));
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
};

const endOnSignals = (stages: Stages): void => {
  let first = 0;
  const onSignal = () => {
    if (first && Date.now() - first > ECHO) process.exit(1);
    if (first) return;
    first = Date.now();
    console.log('Encerrando…');
    void stages.finish(0);
  };
  if (cluster.isWorker) endWhenTold(stages);
  else for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void stages.fail(explain(error)));
  }
};

/**
 * Runs a program that starts parts in order. SIGTERM, SIGINT and errors close the started parts in reverse order. Exits
 * with 0 after a signal and with 1 and one message after an error.
 */
export const runProgram = async (program: (stages: Stages) => Promise<void>): Promise<void> => {
  const stages = newStages();
  endOnSignals(stages);
  try {
    await program(stages);
  } catch (error) {
    await stages.fail(explain(error));
  }
};
