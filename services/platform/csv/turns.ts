import { tooManyRequests, unavailable, type ServiceError } from '../errors.ts';

const AT_ONCE = 2;
const WAITING = 30;
const RETRY_SECONDS = 10;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Ends the work for a client that has left. Nobody reads this answer, and it is no failure for the log. */
const abandoned = (): ServiceError => unavailable('O arquivo foi abandonado por quem o pediu.');

/** @throws ServiceError 503 when the client has left */
export const requirePresent = (client: AbortSignal): void => {
  if (client.aborted) throw abandoned();
};

/** Resolves when a place is handed on; a client that leaves meanwhile leaves the queue, too. */
const inTurn = ({ waiting }: Queue, client: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const take = (): void => {
      client.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(abandoned());
    };
    client.addEventListener('abort', leave, { once: true });
    waiting.push(take);
  });

/**
 * Files of an account are made two at a time in a process, and others wait: a BI tool that refreshes everything at once
 * leaves connections to the database for people.
 */
export class Turns {
  readonly #queues = new Map<number, Queue>();

  /** `waiting`: how many of an account may wait. */
  constructor(readonly waiting = WAITING) {}

  /** @throws ServiceError 429 while as many wait as may, 503 for a client that leaves before its turn */
  async run<T>(accountId: number, client: AbortSignal, work: () => Promise<T>): Promise<T> {
    requirePresent(client);
    const queue = this.#queues.get(accountId) ?? { running: 0, waiting: [] };
    this.#queues.set(accountId, queue);
    if (queue.running < AT_ONCE) queue.running += 1;
    else {
      if (queue.waiting.length >= this.waiting) throw tooManyRequests(RETRY_SECONDS);
      await inTurn(queue, client);
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
