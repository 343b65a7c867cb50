import { sql } from 'kysely';
import type { SwitchableEvent } from '#domain/assistant/events.ts';
import { isQuiet } from '#domain/assistant/quietHours.ts';
import type { Actor, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';

export interface Recipient {
  userId: number;
  /** Within their quiet hours. */
  quiet: boolean;
}

interface Row {
  id: number;
  timezone: string;
  from: string | null;
  to: string | null;
  weekends: boolean;
}

/** Those of the users, no service accounts, who have not switched the event off, and whether it is quiet at theirs. One statement. */
export const recipientsOf = async (
  trx: Trx,
  { session: { accountId }, clock }: Work<Actor | Outsider>,
  { userIds, event }: { userIds: readonly number[]; event: SwitchableEvent | undefined },
): Promise<Recipient[]> => {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Row>`
    select u.id, u.timezone, p.quiet_from as "from", p.quiet_to as "to", coalesce(p.quiet_weekends, false) as weekends
      from users u left join assistant_preferences p on p.account_id = u.account_id and p.user_id = u.id
     where u.account_id = ${accountId} and not u.service and u.id = any(${[...new Set(userIds)]}::bigint[])
       and not coalesce(${event ?? null}::text = any(p.muted), false)
     order by u.id`.execute(trx);
  const now = clock.now();
  return rows.map(({ id, timezone, ...hours }) => ({ userId: id, quiet: isQuiet(hours, now, timezone) }));
};
