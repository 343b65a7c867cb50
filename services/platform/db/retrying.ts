import { setTimeout as pause } from 'node:timers/promises';
import { isWorthRetrying } from './constraints.ts';

const ATTEMPTS = 4;

/** Runs a SQL transaction again after a deadlock or serialization failure, up to ATTEMPTS times. */
export const retrying = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(Math.random() * 25 * 2 ** tries);
    }
  }
};
