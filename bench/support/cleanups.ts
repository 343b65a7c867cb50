type Cleanup = () => Promise<unknown>;

const cleanups = new Set<Cleanup>();

/**
 * Registers a cleanup function to run if the benchmark is interrupted. Returns a function that runs and unregisters it.
 */
export const onInterrupt = (cleanup: Cleanup): (() => Promise<void>) => {
  cleanups.add(cleanup);
  return async () => {
    cleanups.delete(cleanup);
    await cleanup();
  };
};

/** Runs the registered cleanup functions, last first. */
export const runCleanups = async (): Promise<void> => {
  for (const cleanup of [...cleanups].reverse()) await cleanup().catch(() => undefined);
  cleanups.clear();
};
