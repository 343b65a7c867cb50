import { sql, type Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage.ts';
import { writeAudit } from './audit.ts';
import type { Databases } from './databases.ts';
import { claimKey, keepAnswer } from './idempotency.ts';
import { BEGIN_BY_KEY, begunByKey } from './planner.ts';
import { retrying } from './retrying.ts';
import { allPlannedOnce } from './statementNames.ts';
import type { Database } from './tables.ts';
import type { Actor, AuditEntry, Outsider, Plans, Source, Trx, UnitOfWork, Work } from './unitOfWork.ts';

/** How a SQL transaction begins and ends; one that has written says so of its account (services/platform/db/replica). */
const FRAMES = {
  read: { begin: 'begin isolation level repeatable read read only', end: 'commit' },
  write: { begin: 'begin isolation level read committed', end: 'select note_account_write(); commit' },
};

/** Runs one SQL transaction on one connection; the round trip that begins it also sets its account, and the user. */
export const inTransaction = <T>(
  db: Kysely<Database>,
  kind: keyof typeof FRAMES,
  accountId: number,
  work: (trx: Trx) => Promise<T>,
  { userId = null, byKey = false }: { userId?: number | null } & Plans = {},
): Promise<T> =>
  db.connection().execute(async (trx) => {
    if (!Number.isSafeInteger(accountId)) throw new Error('a transaction needs an account');
    if (userId !== null && !Number.isSafeInteger(userId)) throw new Error('no such user');
    // SET LOCAL, not set_config: only the former reaches other machines, should tables be spread over them.
    const user = userId === null ? '' : `; set local prumo.user_id = '${userId}'`;
    const { begin, end } = FRAMES[kind];
    const first = `${begin}; set local prumo.account_id = '${accountId}'${user}`;
    await sql.raw(byKey ? allPlannedOnce(`${first}; ${BEGIN_BY_KEY[kind]}`) : first).execute(trx);
    try {
      const result = await work(byKey ? begunByKey(trx, kind) : trx);
      await sql.raw(end).execute(trx);
      return result;
    } catch (error) {
      await sql`rollback`.execute(trx).catch(() => undefined);
      throw error;
    }
  });

interface Surroundings {
  clock: Clock;
  storage: Storage;
}

const runCommand = async <T, By extends Actor | Outsider>(
  trx: Trx,
  { clock, storage }: Surroundings,
  actor: By,
  source: Source,
  write: (trx: Trx, work: Work<By>) => Promise<T>,
): Promise<T> => {
  // Keys are those of a user; an outsider's calls are idempotent by what they store.
  const user = actor.userId === null ? undefined : { accountId: actor.accountId, userId: actor.userId };
  const key = source.idempotencyKey;
  if (user && key !== undefined) {
    const earlier = await claimKey(trx, user, { key, route: source.route, body: source.body });
    if (earlier) {
      source.onReplay?.();
      return earlier.answer as T;
    }
  }
  // After the replay of an earlier response, which needs no disk space.
  if (typeof source.bytes === 'number') await storage.requireRoom(source.bytes);
  const audited: AuditEntry[] = [];
  const notified: { channel: string; payload: string }[] = [];
  const result = await write(trx, {
    session: actor,
    clock,
    audit: (entry) => void audited.push(entry),
    notify: (channel, payload) => void notified.push({ channel, payload }),
  });
  // Also fails when the work ignored the error of a statement: COMMIT would then roll back silently.
  await writeAudit(trx, actor, source, clock, audited);
  if (user && key !== undefined) await keepAnswer(trx, user, key, result);
  if (notified.length > 0) {
    await sql`select pg_notify(n.channel, n.payload)
      from json_to_recordset(${JSON.stringify(notified)}::json) as n(channel text, payload text)`.execute(trx);
  }
  return result;
};

/** Creates the features' only access to the database: every SQL transaction belongs to one account. */
export const unitOfWork = (databases: Pick<Databases, 'of'>, surroundings: Surroundings): UnitOfWork => ({
  query: ({ accountId, userId = null }, read, plans) =>
    retrying(async () => inTransaction(await databases.of(accountId), 'read', accountId, read, { userId, ...plans })),
  command: (actor, source, write) =>
    retrying(async () =>
      inTransaction(
        await databases.of(actor.accountId),
        'write',
        actor.accountId,
        (trx) => runCommand(trx, surroundings, actor, source, write),
        { userId: actor.userId, ...(source.byKey && { byKey: true }) },
      ),
    ),
});
