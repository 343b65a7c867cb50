import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

const HOUR = 60 * 60 * 1000;

/** Deletes, every hour, old guesses at logins, long expired tokens and spent idempotency keys. */
export const keepHouse = (app: FastifyInstance): void => {
  const { database, clock } = app.platform;
  const timer = setInterval(() => {
    sql`select forget_old_rows(${clock.now()})`
      .execute(database.kysely)
      .catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
};
