import { sql } from 'kysely';
import type { Actor, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';

/** Events that are told once for each cause. */
export type ToldOnce = 'PRICE_ABOVE_LAST' | 'DUPLICATE' | 'MEASUREMENT_BEHIND' | 'NEGATIVE_DAY' | 'API_LIMIT';

export interface Cause {
  /** What it is about: "order/12/product/5". */
  subject: string;
  /** What is told of it: told again only once this is another one; null: nothing any more. */
  value: string | null;
}

/**
 * Notes causes as told, in the command that tells them, and returns the subjects of those that were not told yet. Of two
 * commands at once the second one waits for the first, and a command that fails has told nothing. One statement.
 */
export const claimCauses = async (
  trx: Trx,
  { session: { accountId }, clock }: Work<Actor | Outsider>,
  event: ToldOnce,
  causes: readonly Cause[],
): Promise<ReadonlySet<string>> => {
  if (causes.length === 0) return new Set();
  const bySubject = new Map(causes.map(({ subject, value }) => [subject, value]));
  const { rows } = await sql<{ subject: string }>`
    insert into assistant_told as t (account_id, event, subject, value, told_at)
    select ${accountId}::bigint, ${event}, c.subject, c.value, ${clock.now()}::timestamptz
      from unnest(${[...bySubject.keys()]}::text[], ${[...bySubject.values()]}::text[]) as c (subject, value)
     order by c.subject
    on conflict (account_id, event, subject) do update set value = excluded.value, told_at = excluded.told_at
      where t.value is distinct from excluded.value
    returning t.subject`.execute(trx);
  return new Set(rows.map(({ subject }) => subject));
};
