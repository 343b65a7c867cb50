import { sql } from 'kysely';
import type { Trx } from '../platform/db/unitOfWork.ts';

/** Documents that are numbered in a company: "PC-0001". The table has the number in `number`. */
interface Series {
  table: 'orders' | 'quotes';
  prefix: string;
}

/** The next free number. Documents of one company wait for each other here. */
export const nextDocument = async (
  trx: Trx,
  { table, prefix }: Series,
  { accountId, companyId }: { accountId: number; companyId: number },
): Promise<string> => {
  await sql`select from companies where account_id = ${accountId} and id = ${companyId} for no key update`.execute(trx);
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from ${sql.table(table)}
     where account_id = ${accountId} and company_id = ${companyId}`.execute(trx);
  return `${prefix}-${String(rows[0]?.next ?? 1).padStart(4, '0')}`;
};
