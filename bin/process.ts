import { setTimeout as sleep } from 'node:timers/promises';
import { reason, StartError } from '#services/platform/db/postgres/startError.ts';

/** Longest wait for what is under way when the process is asked to end. */
const GRACE = 20_000;
/** npm passes Ctrl+C on to a process that the terminal has told already: the second one is not a person insisting. */
const ECHO = 1000;

type Closer = () => Promise<unknown>;

/** What to undo when the process ends, last things first. */
export interface Stages {
  add(close: Closer): void;
  /** Ends everything and the process, with this exit code. */
  finish(code: number): Promise<void>;
  /** The same with 1, and this sentence on the terminal. */
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
    const late = sleep(GRACE, undefined, { ref: false }).then(() => {
      console.error(`Não consegui encerrar tudo em ${GRACE / 1000} s.`);
      process.exit(1);
    });
    await Promise.race([unwind(closers), late]);
    process.exit(code);
  };
  const finish = (code: number): Promise<void> => (ending ??= end(code));
  return {
    // What comes up while everything is going down (a start that was interrupted) goes down at once.
    add: (close) => void (ending ? close() : closers.push(close)),
    finish,
    fail: (sentence) => {
      if (!ending) console.error(sentence);
      return finish(1);
    },
  };
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
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void stages.fail(explain(error)));
  }
};

/**
 * Runs a program that starts things one after another: SIGTERM, SIGINT and failures undo, in reverse, what had been
 * started by then. Exits with 0 when asked to end and with 1, and one sentence, on a failure.
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
