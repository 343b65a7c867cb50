import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { CashFlowEntry } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { flows } from './flows.ts';
import type { CashFlowPeriod, CashFlowScope } from './scope.ts';
import { sumsOfWallet } from '../wallets/balances.ts';

/** PostgreSQL's day before all days. */
const EVER: IsoDate = '-infinity';

const signed = sql`case type when 'CREDIT' then value else -value end`;

/**
 * Paid and received amounts by day up to `end`; on the day before `start` only what earlier days changed counts. `change` is
 * the change of the balance: for a company that of its wallets, with transfers and without movements before
 * balanceDate; for a building the result of its shares.
 */
const paidByDay = (
  scope: CashFlowScope,
  before: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  untilEnd: CashFlowPeriod,
): RawBuilder<unknown> =>
  scope.building === 'all'
    ? sql`
      select m.date, sum(-m.amount) filter (where m.kind = 'DEBIT') as paid,
             sum(m.amount) filter (where m.kind = 'CREDIT') as received,
             sum(m.amount) filter (where m.date >= w.balance_date) as change
      from wallets w cross join lateral (${sumsOfWallet(sql`${before} + 1`, end)}) m
      where ${ofWallets(scope)}
      group by 1
      union all
      select ${before}, null, null, sum(m.amount)
      from wallets w cross join lateral (${sumsOfWallet(sql`w.balance_date`, before)}) m
      where ${ofWallets(scope)}`
    : sql`
      select greatest(payment_date, ${before}) as date, sum(value) filter (where type = 'DEBIT') as paid,
             sum(value) filter (where type = 'CREDIT') as received, sum(${signed}) as change
      from (${flows(scope, untilEnd)}) flows where not forecast
      group by 1`;

/** Initial balance: the sum of the wallets' initial balances; 0 for a building. */
const base = (scope: CashFlowScope): RawBuilder<unknown> =>
  scope.building === 'all'
    ? sql`select coalesce(sum(w.initial_balance), 0.00) from wallets w where ${ofWallets(scope)}`
    : sql`select 0.00`;

const ofWallets = ({ accountId, companyId, wallet }: CashFlowScope): RawBuilder<unknown> =>
  sql`w.account_id = ${accountId} and w.company_id = ${companyId}
      and ${wallet === 'all' ? sql`true` : sql`w.id = ${wallet}`}`;

/**
 * Reads the day series in one statement. Gathers everything before `start` in an extra first day, from which both
 * balances run, and drops that day.
 */
export const cashFlowEntries = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
): Promise<CashFlowEntry[]> => {
  const [start, end, today] = [period.start, period.end, period.today].map((day) => sql`${day}::date`) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ];
  const before = sql`${start} - 1`;
  const untilEnd = { ...period, start: EVER };
  const { rows } = await sql<CashFlowEntry>`
    with paid as (${paidByDay(scope, before, end, untilEnd)}),
    forecasts as (
      -- Passed days count on today; due_date keeps telling when they were due. Of an order nothing is owed yet, so that
      -- nothing of it is overdue.
      select greatest(due_date, ${today}, ${before}) as date,
             sum(value) filter (where type = 'DEBIT') as to_pay,
             sum(value) filter (where type = 'CREDIT') as to_receive,
             sum(value) filter (where ordered) as committed,
             sum(value) filter (where type = 'DEBIT' and due_date < ${today} and not ordered) as overdue_to_pay,
             sum(value) filter (where type = 'CREDIT' and due_date < ${today}) as overdue_to_receive
      from (${flows(scope, untilEnd)}) flows where forecast
      group by 1
    ),
    days as (select day::date as date from generate_series(${before}, ${end}, interval '1 day') as day),
    entries as (
      select date, coalesce(paid, 0.00) as paid, coalesce(received, 0.00) as received,
             coalesce(to_pay, 0.00) as "toPay", coalesce(to_receive, 0.00) as "toReceive",
             coalesce(committed, 0.00) as "committedToPay",
             coalesce(overdue_to_pay, 0.00) as "overdueToPay", coalesce(overdue_to_receive, 0.00) as "overdueToReceive",
             (${base(scope)}) + sum(coalesce(change, 0.00)) over past as "actualBalance",
             (${base(scope)}) + sum(coalesce(change, 0.00) + coalesce(to_receive, 0.00) - coalesce(to_pay, 0.00)) over past
               as "expectedBalance"
      from days left join paid using (date) left join forecasts using (date)
      window past as (order by date)
    )
    select * from entries where date >= ${start} order by date`.execute(trx);
  return rows;
};

/**
 * Paid result (credits less debits) of one building, or of transactions without apportionment, up to the end of a day.
 */
export const paidResult = async (trx: Trx, scope: CashFlowScope, at: IsoDate): Promise<string> => {
  const { rows } = await sql<{ value: string }>`
    select coalesce(sum(${signed}), 0.00) as value from (${flows(scope, { start: EVER, end: at, today: at })}) flows
    where not forecast`.execute(trx);
  return rows[0]?.value ?? '0.00';
};
