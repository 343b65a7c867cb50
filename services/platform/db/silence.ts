import { Socket } from 'node:net';
import type pg from 'pg';

/** What a wait on the database ends with that nobody has answered: a lost connection, to whoever reads the code. */
const silent = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL said nothing for ${Math.round(milliseconds)} ms`), { code: 'ETIMEDOUT' });

/** The connections of a pool, to whoever does not wait for ever. */
export interface PatientPool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** The connection, unless it takes longer; one that comes too late goes back to the pool. */
const within = async (milliseconds: number, coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      coming.then(
        (client) => client.release(),
        () => undefined,
      );
      reject(silent(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A shorter wait for a connection leaves the time of its statement as it is. */
const WORTH_COUNTING = 100;

/**
 * Gives up connections that somebody waits on and that have said nothing for so long: the server is frozen, or something
 * on the way swallows what is sent. The server's own timeouts are of no help then, and without this the pool would be
 * used up for as long as TCP has patience, a quarter of an hour. A statement that merely takes long is ended before by
 * `statement_timeout`, so `milliseconds` is more than that.
 *
 * Waiting for a connection (for a free one, for one that is being opened, or for both one after the other) and for the
 * first word on it are one wait: whoever asks a silent database learns it within `milliseconds`.
 *
 * With a silent connection all idle ones go: they have most likely met the same fate, and would cost the same wait each.
 */
export const giveUpSilence = (pool: pg.Pool, milliseconds: number): PatientPool => {
  const open = new Set<pg.PoolClient>();
  const waitedOn = new Set<pg.PoolClient>();
  /** How those that must speak sooner are let be again. */
  const hurried = new Map<pg.PoolClient, () => void>();

  const giveUp = (client: pg.PoolClient, after: number): void => {
    if (!waitedOn.has(client)) return;
    // A shorter silence says nothing of the others.
    const idle = after < milliseconds ? [] : [...open].filter((other) => !waitedOn.has(other));
    // The waiting statement fails last, when no deaf connection is left to try again on.
    for (const one of [...idle, client]) one.connection.stream.destroy(silent(after));
  };

  /** What was waited before leaves less for the first word; from then on each silence is looked at by itself. */
  const hurry = (client: pg.PoolClient, left: number): void => {
    const { stream } = client.connection;
    const timer = setTimeout(() => giveUp(client, left), left);
    const calm = (): void => {
      clearTimeout(timer);
      stream.off('data', calm);
      hurried.delete(client);
    };
    hurried.set(client, calm);
    stream.on('data', calm);
  };

  pool.on('connect', (client) => {
    open.add(client);
    const { stream } = client.connection;
    // Tells of every pause in what is sent and received, between two requests as well.
    if (stream instanceof Socket) stream.setTimeout(milliseconds, () => giveUp(client, milliseconds));
  });
  pool.on('acquire', (client) => void waitedOn.add(client));
  pool.on('release', (_error, client) => {
    waitedOn.delete(client);
    hurried.get(client)?.();
  });
  pool.on('remove', (client) => void open.delete(client));

  return {
    connect: async () => {
      const started = performance.now();
      const client = await within(milliseconds, pool.connect());
      const waited = performance.now() - started;
      if (waited > WORTH_COUNTING) hurry(client, Math.max(0, milliseconds - waited));
      return client;
    },
    end: () => pool.end(),
  };
};
