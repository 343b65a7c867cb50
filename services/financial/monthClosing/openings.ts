import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { rowsOfDays } from './figures.ts';

/**
 * Notes which closings these exceptions could change from now on, and how their rows are before: what changes without one is
 * told by verifyLedger. A closing keeps the first state of a row. Two statements; the second of one document, or of one month.
 */
const keepRows = async (trx: Trx, accountId: number, companyId: number, pairs: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into month_closing_openings (account_id, closing_id, exception_id)
    select ${accountId}, m.id, e.id
      from month_closings m join month_exceptions e on e.account_id = m.account_id and e.company_id = m.company_id
     where m.account_id = ${accountId} and m.company_id = ${companyId} and m.reopened_at is null
       and (e.kind = 'DOCUMENT' or e.month = m.month) and ${pairs} on conflict do nothing`.execute(trx);
  const days = { from: sql`m.month`, to: sql`(m.month + interval '1 month' - interval '1 day')::date` };
  await sql`
    insert into month_closing_rows (account_id, closing_id, kind, row_id, owner_id, hash)
    select ${accountId}, m.id, x.kind, x.row_id, x.owner_id, x.hash
      from month_closings m join month_exceptions e on e.account_id = m.account_id and e.company_id = m.company_id
      cross join lateral (${rowsOfDays(accountId, companyId, days.from, days.to)}) x
     where m.account_id = ${accountId} and m.company_id = ${companyId} and m.reopened_at is null and ${pairs}
       and (e.kind = 'MONTH' and e.month = m.month or e.kind = 'DOCUMENT' and x.kind <> 'transfers' and x.owner_id = e.transaction_id)
        on conflict do nothing`.execute(trx);
};

/** What a new exception could change: of a document in all closed months, of a month in itself. */
export const keepForException = (trx: Trx, accountId: number, companyId: number, exceptionId: number): Promise<void> =>
  keepRows(trx, accountId, companyId, sql`e.id = ${exceptionId}`);

/** What exceptions that are open could change of a new closing. */
export const keepForClosing = (trx: Trx, accountId: number, companyId: number, closingId: number): Promise<void> =>
  keepRows(trx, accountId, companyId, sql`m.id = ${closingId} and e.ended_at is null and now() < e.expires_at`);
