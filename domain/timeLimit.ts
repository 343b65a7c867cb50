import { timedOut } from './messages.ts';

/**
 * The work's own outcome, or a rejection with "Timed out in {n} ms." (§9) when it takes longer. The work itself goes on;
 * whoever can stop it listens to the signal.
 */
export const withTimeLimit = async <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(timedOut(milliseconds)));
      stop.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};
