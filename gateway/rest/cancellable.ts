/**
 * Wraps an async generator so that `return()` aborts its signal first. `return()` of a plain generator waits for the
 * pending await, which never settles on a silent stream.
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
