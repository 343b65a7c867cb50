import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does public work in at least so many milliseconds: a login that exists causes rows to be written, and the duration would
 * otherwise reveal it.
 */
export const inAtLeast = async (milliseconds: number, work: () => Promise<void>): Promise<void> => {
  const least = pause(milliseconds);
  try {
    await work();
  } finally {
    await least;
  }
};
