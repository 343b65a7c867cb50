import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { Platform } from '../platform/platform.ts';
import type { Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';

/** What is done once a day for each account, from 5 a.m. in São Paulo on. */
export type RoundTask = (trx: Trx, work: Work<Outsider>, today: IsoDate) => Promise<void>;

type Log = (error: unknown) => void;

interface Claim {
  account_id: number;
  day: IsoDate;
}

/** False when another process has done the round meanwhile, after this one's ten minutes were over. */
const finish = async (trx: Trx, { account_id, day }: Claim): Promise<boolean> => {
  const { rows } = await sql`
    update assistant_rounds set day = ${day}::date, lease = null
     where account_id = ${account_id} and (day is null or day < ${day}::date) returning account_id`.execute(trx);
  return rows.length > 0;
};

/**
 * Does the rounds that are due, one account after the other. Any number of processes may run it: a round is claimed for ten
 * minutes, and is done in the SQL transaction that does its tasks, so that one that is cut off is done again as a whole.
 * Returns the number of accounts.
 */
export const runRounds = async (platform: Platform, tasks: readonly RoundTask[], log: Log): Promise<number> => {
  const { database, clock } = platform;
  for (let done = 0; ; done += 1) {
    const [claim] = await database.anywhere(sql<Claim>`
      select account_id, day::text as day from claim_assistant_round(${clock.now()})`);
    if (!claim) return done;
    const actor: Outsider = { accountId: claim.account_id, userId: null };
    await platform
      .command(actor, { route: 'job assistantRound', requestId: null }, async (trx, work) => {
        if (!(await finish(trx, claim))) return;
        for (const task of tasks) await task(trx, work, claim.day);
      })
      .catch(log);
  }
};
