import { sql, type RawBuilder } from 'kysely';
import type { Point } from '#domain/financial/monthClosing/points.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { isOpen } from '../reconciliation/suggestions.ts';
import { sumsOfWallet } from '../wallets/balances.ts';
import type { ClosingCompany, Days } from './scope.ts';

/** What one point has in one month, and in one wallet where it is of statements. */
export interface FoundPoint {
  month: Month;
  point: Point;
  count: number;
  sum: string | null;
  walletId: number | null;
  walletName: string | null;
}

/** Conditions on documents `t` with their category `c`, or on lines `l`, that a point counts and lists. */
export const pointRows = {
  UNCLASSIFIED: sql`(c.statement_line is null)`,
  WITHOUT_BUILDING: sql`not exists (
    select from apportionments a where a.account_id = t.account_id and a.transaction_id = t.id)`,
  WITHOUT_NUMBER: sql`(t.document_number is null)`,
  WITHOUT_ATTACHMENT: sql`not exists (
    select from attachments f where f.account_id = t.account_id and f.transaction_id = t.id)`,
  WITHOUT_PARTNER: sql`(t.type = 'DEBIT' and t.partner_id is null)`,
  UNRECONCILED_LINES: isOpen,
} satisfies Partial<Record<Point, RawBuilder<unknown>>>;

/** Wallets by month, both included and none that has not begun by `today`. */
const monthsOfWallets = (
  { accountId, companyId }: ClosingCompany,
  { from, to }: Days,
  today: IsoDate,
): RawBuilder<unknown> => sql`
  wallets w cross join lateral (
    select m::date as first_day, (m + interval '1 month' - interval '1 day')::date as last_day
      from generate_series(${from}::date::timestamp, least(${to}::date, ${today}::date)::timestamp, interval '1 month') m) m
  where w.account_id = ${accountId} and w.company_id = ${companyId} and w.active and w.balance_date <= m.last_day`;

/** Active wallets that moved in a month otherwise than in cash, or have had a statement before, and no statement of it. One statement. */
export const walletsWithoutStatement = async (
  trx: Trx,
  company: ClosingCompany,
  days: Days,
  today: IsoDate,
): Promise<FoundPoint[]> => {
  const { rows } = await sql<FoundPoint>`
    select to_char(m.first_day, 'YYYY-MM') as month, 'WALLETS_WITHOUT_STATEMENT' as point, 1 as count, null as sum,
           w.id as "walletId", w.identifier as "walletName"
      from ${monthsOfWallets(company, days, today)}
       and not exists (
         select from bank_statement_lines l where l.account_id = w.account_id and l.wallet_id = w.id and l.replaced_by is null
            and l.date between m.first_day and m.last_day)
       and not exists (
         select from bank_statement_accounts a
           join bank_statement_files f on f.account_id = a.account_id and f.id = a.file_id and f.state = 'IMPORTED'
          where a.account_id = w.account_id and a.wallet_id = w.id and a.start_date <= m.last_day and a.end_date >= m.first_day)
       and (exists (
         select from bank_statement_lines l where l.account_id = w.account_id and l.wallet_id = w.id and l.date < m.first_day)
         -- A till: it moves in cash, and by what is taken from a bank, and no bank tells of it.
         or exists (
           select from installments i where i.account_id = w.account_id and i.wallet_id = w.id and not i.forecast
              and i.payment_date between m.first_day and m.last_day and i.payment_method <> 'CASH'))
     order by search_key(w.identifier), w.id`.execute(trx);
  return rows;
};

/**
 * Wallets whose balance is not that of the newest statement of a month (equation.ts), where every line until then is answered or
 * ignored: before that, nobody knows. One statement.
 */
export const driftingWallets = async (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  { from, to }: Days,
): Promise<FoundPoint[]> => {
  const { rows } = await sql<FoundPoint>`
    select to_char(b.date, 'YYYY-MM') as month, 'DRIFT' as point, 1 as count, abs(b.unexplained) as sum,
           b.id as "walletId", b.identifier as "walletName"
      from (
        select w.id, w.identifier, a.date,
               a.amount - w.initial_balance
                 - coalesce((select sum(s.amount) from (${sumsOfWallet(sql`w.balance_date`, sql`a.date`)}) s), 0)
                 - coalesce((select sum(l.amount) from bank_statement_lines l
                              where l.account_id = w.account_id and l.wallet_id = w.id and l.replaced_by is null
                                and l.date between w.balance_date and a.date
                                and not exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id)), 0)
               as unexplained
          from wallets w
          join lateral (
            select distinct on (month_of(x.ledger_date)) x.ledger_date as date, x.ledger_amount as amount
              from bank_statement_accounts x
              join bank_statement_files f on f.account_id = x.account_id and f.id = x.file_id and f.state = 'IMPORTED'
             where x.account_id = w.account_id and x.wallet_id = w.id and x.ledger_date between ${from}::date and ${to}::date
             order by month_of(x.ledger_date), x.ledger_date desc, f.imported_at desc, f.id desc) a on a.date >= w.balance_date
         where w.account_id = ${accountId} and w.company_id = ${companyId}
           and not exists (
             select from bank_statement_lines l where l.account_id = w.account_id and l.wallet_id = w.id
                and l.date between w.balance_date and a.date and ${isOpen})) b
     where b.unexplained <> 0
     order by search_key(b.identifier), b.id`.execute(trx);
  return rows;
};
