type End = () => Promise<unknown>;

const open = new Set<End>();

/** Remembers how something that was started is ended, for when the run is interrupted. Answers the same end, which forgets it. */
export const ending = (end: End): (() => Promise<void>) => {
  open.add(end);
  return async () => {
    open.delete(end);
    await end();
  };
};

/** Ends what still runs, last things first. */
export const endAll = async (): Promise<void> => {
  for (const end of [...open].reverse()) await end().catch(() => undefined);
  open.clear();
};
