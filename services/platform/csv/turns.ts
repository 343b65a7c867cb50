import { tooManyRequests } from '../errors.ts';

const AT_ONCE = 2;
const WAITING = 30;
const RETRY_SECONDS = 10;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * Files of an account are made two at a time in a process, and others wait: a BI tool that refreshes everything at once
 * leaves connections to the database for people.
 */
export class Turns {
  readonly #queues = new Map<number, Queue>();

  /** @throws ServiceError 429 while thirty wait */
  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(accountId) ?? { running: 0, waiting: [] };
    this.#queues.set(accountId, queue);
    if (queue.running < AT_ONCE) queue.running += 1;
    else {
      if (queue.waiting.length >= WAITING) throw tooManyRequests(RETRY_SECONDS);
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // Who waits takes over the place, which stays counted.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(accountId);
    }
  }
}
