type End = () => Promise<unknown>;

const open = new Set<End>();

/**
 * Registers a cleanup function to run if the benchmark is interrupted. Returns a function that runs and unregisters it.
 */
export const ending = (end: End): (() => Promise<void>) => {
  open.add(end);
  return async () => {
    open.delete(end);
    await end();
  };
};

/** Runs the registered cleanup functions, last first. */
export const endAll = async (): Promise<void> => {
  for (const end of [...open].reverse()) await end().catch(() => undefined);
  open.clear();
};
