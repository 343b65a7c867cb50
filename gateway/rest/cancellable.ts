/**
 * An async generator that can be left while it waits. `return()` of a plain generator waits for what it awaits, which
 * for a silent stream is for ever; here it aborts the signal first.
 */
export const cancellable = <T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> => {
  const leaving = new AbortController();
  const source = start(leaving.signal);
  const leave = () => {
    leaving.abort();
    return source.return();
  };
  return {
    next: () => source.next(),
    return: leave,
    throw: (error) => {
      leaving.abort();
      return source.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
