import { Socket } from 'node:net';
import type pg from 'pg';

/** Returns the error of a wait without a response; its code marks it as a lost connection. */
const noResponseError = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL said nothing for ${Math.round(milliseconds)} ms`), { code: 'ETIMEDOUT' });

/** Pool whose waits have a timeout. */
export interface TimedPool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** Returns the connection, or rejects after `milliseconds`; a connection that arrives later returns to the pool. */
const withConnectTimeout = async (milliseconds: number, coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      coming.then(
        (client) => client.release(),
        () => undefined,
      );
      reject(noResponseError(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A shorter wait for a connection, in milliseconds, does not shorten the timeout of its first statement. */
const SHORTEST_COUNTED_WAIT = 100;

/**
 * Closes database connections with a pending query and no response for `milliseconds`: the server is frozen, or the
 * network drops packets. The server's own timeouts do not apply then, and without this the pool would be blocked until
 * TCP gives up, after a quarter of an hour. `milliseconds` must exceed `statement_timeout`, which ends statements that
 * are merely slow.
 *
 * The wait for a connection (a free one, a new one, or both in sequence) and the wait for its first response share one
 * timeout: a request to a silent database fails within `milliseconds`.
 *
 * A silent connection also closes all idle ones: they are most likely dead too, and would each cost the same wait.
 */
export const withResponseTimeout = (pool: pg.Pool, milliseconds: number): TimedPool => {
  const open = new Set<pg.PoolClient>();
  const waitedOn = new Set<pg.PoolClient>();
  /** Functions that cancel the shorter timeout of a connection. */
  const shortenedTimeouts = new Map<pg.PoolClient, () => void>();

  const closeUnresponsive = (client: pg.PoolClient, after: number): void => {
    if (!waitedOn.has(client)) return;
    // A shorter wait does not imply that idle connections are dead.
    const idle = after < milliseconds ? [] : [...open].filter((other) => !waitedOn.has(other));
    // The connection with the waiting statement is last: by then no dead connection is left for its retry.
    for (const one of [...idle, client]) one.connection.stream.destroy(noResponseError(after));
  };

  /**
   * Sets a shorter timeout for the first response, since the wait for the connection counts too; later responses have
   * the full timeout.
   */
  const shortenTimeout = (client: pg.PoolClient, left: number): void => {
    const { stream } = client.connection;
    const timer = setTimeout(() => closeUnresponsive(client, left), left);
    const restoreTimeout = (): void => {
      clearTimeout(timer);
      stream.off('data', restoreTimeout);
      shortenedTimeouts.delete(client);
    };
    shortenedTimeouts.set(client, restoreTimeout);
    stream.on('data', restoreTimeout);
  };

  pool.on('connect', (client) => {
    open.add(client);
    const { stream } = client.connection;
    // Also fires during a pause between two requests.
    if (stream instanceof Socket) stream.setTimeout(milliseconds, () => closeUnresponsive(client, milliseconds));
  });
  pool.on('acquire', (client) => void waitedOn.add(client));
  pool.on('release', (_error, client) => {
    waitedOn.delete(client);
    shortenedTimeouts.get(client)?.();
  });
  pool.on('remove', (client) => void open.delete(client));

  return {
    connect: async () => {
      const started = performance.now();
      const client = await withConnectTimeout(milliseconds, pool.connect());
      const waited = performance.now() - started;
      if (waited > SHORTEST_COUNTED_WAIT) shortenTimeout(client, Math.max(0, milliseconds - waited));
      return client;
    },
    end: () => pool.end(),
  };
};
