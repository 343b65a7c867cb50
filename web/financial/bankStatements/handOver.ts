let waiting: readonly File[] = [];

/** Files that were dropped on the desk, for the import that opens next. */
export const handOver = {
  give: (files: readonly File[]): void => {
    waiting = files;
  },
  take: (): readonly File[] => {
    const files = waiting;
    waiting = [];
    return files;
  },
};
