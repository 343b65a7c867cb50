import { Socket } from 'node:net';
import type pg from 'pg';

/** What a statement fails with that nobody has answered: a lost connection, to whoever reads the code. */
const silent = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL said nothing for ${milliseconds} ms`), { code: 'ETIMEDOUT' });

/**
 * Gives up connections that somebody waits on and that have said nothing for so long: the server is frozen, or something
 * on the way swallows what is sent. The server's own timeouts are of no help then, and without this the pool would be
 * used up for as long as TCP has patience, a quarter of an hour. A statement that merely takes long is ended before by
 * `statement_timeout`, so `milliseconds` is more than that.
 *
 * With a silent connection all idle ones go: they have most likely met the same fate, and would cost the same wait each.
 */
export const giveUpSilence = (pool: pg.Pool, milliseconds: number): void => {
  const open = new Set<pg.PoolClient>();
  const waitedOn = new Set<pg.PoolClient>();

  const giveUp = (client: pg.PoolClient): void => {
    if (!waitedOn.has(client)) return;
    const idle = [...open].filter((other) => !waitedOn.has(other));
    // The waiting statement fails last, when no deaf connection is left to try again on.
    for (const one of [...idle, client]) one.connection.stream.destroy(silent(milliseconds));
  };

  pool.on('connect', (client) => {
    open.add(client);
    const { stream } = client.connection;
    // Tells of every pause in what is sent and received, between two requests as well.
    if (stream instanceof Socket) stream.setTimeout(milliseconds, () => giveUp(client));
  });
  pool.on('acquire', (client) => void waitedOn.add(client));
  pool.on('release', (_error, client) => void waitedOn.delete(client));
  pool.on('remove', (client) => void open.delete(client));
};
