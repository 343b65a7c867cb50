import { timedOut } from './messages.ts';

/**
 * Returns the result of the work, or rejects with "Timed out in {n} ms." (§9). Does not stop the work itself; the work
 * may listen to the signal.
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
