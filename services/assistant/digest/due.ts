import { sql } from 'kysely';
import { nextDigest } from '#domain/assistant/digest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor, Trx, Work } from '../../platform/db/unitOfWork.ts';

/** Queues the letter of a user, unless there is nothing to tell. */
export type QueueDigest = (trx: Trx, work: Work) => Promise<void>;

interface Due {
  hour: number;
  timezone: string;
}

/** What is due, held until the letter is queued; undefined when another process has done it meanwhile. */
const hold = async (trx: Trx, { session: { accountId, userId }, clock }: Work): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    select p.digest_hour as hour, u.timezone from assistant_preferences p
      join users u on u.account_id = p.account_id and u.id = p.user_id
     where p.account_id = ${accountId} and p.user_id = ${userId} and p.digest_next_at <= ${clock.now()}
       for update of p`.execute(trx);
  return rows[0];
};

/**
 * Queues the daily letters that are due. Any number of processes may run it: a letter is claimed for ten minutes, and the day
 * of the next one is set in the SQL transaction that queues it. After days without a process there is one letter. Returns
 * the number of users.
 */
export const runDigests = async (
  platform: Platform,
  queue: QueueDigest,
  log: (error: unknown) => void,
): Promise<number> => {
  const { database, clock } = platform;
  for (let done = 0; ; done += 1) {
    const [claim] = await database.anywhere(sql<{ account_id: number; user_id: number }>`
      select account_id, user_id from claim_digest(${clock.now()})`);
    if (!claim) return done;
    const actor: Actor = { accountId: claim.account_id, userId: claim.user_id };
    await platform
      .command(actor, { route: 'job assistantDigest', requestId: null }, async (trx, work) => {
        const due = await hold(trx, work);
        if (!due) return;
        await queue(trx, work);
        await trx
          .updateTable('assistant_preferences')
          .set({ digest_next_at: nextDigest(clock.now(), due.hour, due.timezone), digest_lease: null })
          .where('account_id', '=', actor.accountId)
          .where('user_id', '=', actor.userId)
          .execute();
      })
      .catch(log);
  }
};
