import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { CashFlowEntry } from '#schema/financial/cashFlows.rest.ts';
import type { Trx } from '../platform/unitOfWork.ts';
import { movementsOfWallet } from './wallets.balances.ts';

/** What a cash flow is about: all of a company, one building's shares, or (null) documents without a building. */
export interface CashFlowScope {
  accountId: number;
  companyId: number;
  building: number | null | 'all';
}

export interface CashFlowPeriod {
  start: IsoDate;
  end: IsoDate;
  today: IsoDate;
}

/**
 * Amounts of the scope, one row an installment or share. A building counts its shares; what belongs to no building is
 * the documents without apportionment, whole.
 */
const amounts = ({ accountId, companyId, building }: CashFlowScope): RawBuilder<unknown> => {
  const ofCompany = sql`i.account_id = ${accountId} and i.company_id = ${companyId}`;
  if (typeof building === 'number') {
    return sql`
      select i.type, i.forecast, i.due_date, i.payment_date, s.value
      from apportionments a
      join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      where a.account_id = ${accountId} and a.building_id = ${building} and ${ofCompany}`;
  }
  const unshared = sql`not exists (
    select from apportionments a where a.account_id = i.account_id and a.transaction_id = i.transaction_id)`;
  return sql`
    select i.type, i.forecast, i.due_date, i.payment_date, i.value from installments i
    where ${ofCompany} and ${building === null ? unshared : sql`true`}`;
};

const signed = sql`case type when 'CREDIT' then value else -value end`;

/**
 * What was paid and received until `end`, by day; everything before `start` falls on the day before it. `change` is
 * what moves the balance: of a company that of its wallets, transfers included and movements before balanceDate left
 * out; of a building the result of its shares.
 */
const paidByDay = (scope: CashFlowScope, before: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope.building === 'all'
    ? sql`
      select greatest(m.date, ${before}) as date, sum(-m.amount) filter (where m.kind = 'DEBIT') as paid,
             sum(m.amount) filter (where m.kind = 'CREDIT') as received,
             sum(m.amount) filter (where m.date >= w.balance_date) as change
      from wallets w cross join lateral (${movementsOfWallet(sql`'-infinity'::date`, end)}) m
      where w.account_id = ${scope.accountId} and w.company_id = ${scope.companyId}
      group by 1`
    : sql`
      select greatest(payment_date, ${before}) as date, sum(value) filter (where type = 'DEBIT') as paid,
             sum(value) filter (where type = 'CREDIT') as received, sum(${signed}) as change
      from (${amounts(scope)}) amounts where not forecast and payment_date <= ${end}
      group by 1`;

/** What the balance starts from: the wallets' initial balances; a building starts from nothing. */
const base = ({ accountId, companyId, building }: CashFlowScope): RawBuilder<unknown> =>
  building === 'all'
    ? sql`select coalesce(sum(initial_balance), 0.00) from wallets
          where account_id = ${accountId} and company_id = ${companyId}`
    : sql`select 0.00`;

/**
 * The day series in one statement. The series starts a day early, where everything before `start` is gathered, so that
 * both balances run from it; that day is then left out.
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
  const { rows } = await sql<CashFlowEntry>`
    with paid as (${paidByDay(scope, before, end)}),
    forecasts as (
      -- Overdue ones count on today; due_date keeps telling when they were due.
      select greatest(due_date, ${today}, ${before}) as date,
             sum(value) filter (where type = 'DEBIT') as to_pay,
             sum(value) filter (where type = 'CREDIT') as to_receive,
             sum(value) filter (where type = 'DEBIT' and due_date < ${today}) as overdue_to_pay,
             sum(value) filter (where type = 'CREDIT' and due_date < ${today}) as overdue_to_receive
      from (${amounts(scope)}) amounts
      where forecast and due_date <= ${end} and ${today} <= ${end}
      group by 1
    ),
    days as (select day::date as date from generate_series(${before}, ${end}, interval '1 day') as day),
    entries as (
      select date, coalesce(paid, 0.00) as paid, coalesce(received, 0.00) as received,
             coalesce(to_pay, 0.00) as "toPay", coalesce(to_receive, 0.00) as "toReceive",
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

/** Paid result (credits less debits) of one building, or of the documents without any, until the end of a day. */
export const paidResult = async (trx: Trx, scope: CashFlowScope, at: IsoDate): Promise<string> => {
  const { rows } = await sql<{ value: string }>`
    select coalesce(sum(${signed}), 0.00) as value from (${amounts(scope)}) amounts
    where not forecast and payment_date <= ${at}::date`.execute(trx);
  return rows[0]?.value ?? '0.00';
};
