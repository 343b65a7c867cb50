import { sql, type RawBuilder } from 'kysely';
import type { CashFlowGroup } from '#domain/cashFlow.ts';
import type { CashFlowBuilding, CashFlowCategory } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { ForecastAmount } from '#schema/financial/cashFlows/paths.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { countedDay, documentedAmounts, type CashFlowPeriod, type CashFlowScope } from './scope.ts';

type CategoryRow = Omit<CashFlowCategory, 'category'> & {
  start: string;
  categoryId: number | null;
  categoryName: string | null;
};

/** First day of the period that contains a day; weeks start on Sunday (§9). */
const periodStart = (group: CashFlowGroup, { start }: CashFlowPeriod): RawBuilder<unknown> => {
  const first = sql`${start}::date`;
  switch (group) {
    case 'DAY':
      return sql`date`;
    case 'WEEK':
      return sql`greatest(date - extract(dow from date)::integer, ${first})`;
    case 'MONTH':
      return sql`greatest(date_trunc('month', date)::date, ${first})`;
    case 'WHOLE':
      return first;
  }
};

/** Paid and forecast amounts of each category in each period, keyed by the period's first day. One statement. */
export const categoriesByPeriod = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  group: CashFlowGroup,
): Promise<Map<string, CashFlowCategory[]>> => {
  const { rows } = await sql<CategoryRow>`
    with rows as (
      select a.type, a.forecast, a.value, a.category_id, ${countedDay(period.today)} as date
      from (${documentedAmounts(scope, period)}) a
    ),
    sums as (
      select ${periodStart(group, period)} as start, a.type, a.category_id,
             coalesce(sum(a.value) filter (where not a.forecast), 0.00) as paid,
             coalesce(sum(a.value) filter (where a.forecast), 0.00) as forecast
      from rows a
      where a.date between ${period.start}::date and ${period.end}::date
      group by 1, 2, 3
    )
    select s.start, s.type, s.category_id as "categoryId", c.name as "categoryName", s.paid, s.forecast
    from sums s left join categories c on c.account_id = ${scope.accountId} and c.id = s.category_id
    order by s.start, s.type, search_key(c.name), s.category_id`.execute(trx);
  const byPeriod = new Map<string, CashFlowCategory[]>();
  for (const { start, categoryId, categoryName, ...row } of rows) {
    const category = categoryId === null ? null : { id: categoryId, name: categoryName ?? '' };
    byPeriod.set(start, [...(byPeriod.get(start) ?? []), { ...row, category }]);
  }
  return byPeriod;
};

/** Groupings of forecasts: by the category or partner of the transaction or order. */
const owners = {
  category: { key: sql`a.category_id`, table: sql`categories` },
  partner: { key: sql`a.partner_id`, table: sql`partners` },
};

/** Open amounts of one direction by category or by partner, largest first. One statement. */
export const forecastAmounts = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  { type, by }: { type: 'CREDIT' | 'DEBIT'; by: keyof typeof owners },
): Promise<ForecastAmount[]> => {
  const { key, table } = owners[by];
  const { rows } = await sql<ForecastAmount>`
    with sums as (
      select ${key} as id, sum(a.value) as amount,
             count(distinct a.id) + count(*) filter (where a.order_id is not null) as count,
             coalesce(sum(a.value) filter (where a.due_date < ${period.today}::date and a.order_id is null), 0.00) as overdue
      from (${documentedAmounts(scope, period)}) a
      where a.forecast and a.type = ${type}
        and greatest(a.due_date, ${period.today}::date) between ${period.start}::date and ${period.end}::date
      group by 1
    )
    select s.id, o.name, s.amount, s.overdue as "overdueAmount", s.count
    from sums s left join ${table} o on o.account_id = ${scope.accountId} and o.id = s.id
    order by s.amount desc, s.id`.execute(trx);
  return rows;
};

/** Sums of each building's shares and orders in the period, ordered by name. One statement. */
export const buildingSums = async (
  trx: Trx,
  { accountId, companyId }: CashFlowScope,
  period: CashFlowPeriod,
): Promise<CashFlowBuilding[]> => {
  const { rows } = await sql<CashFlowBuilding>`
    with rows as (
      select a.building_id, i.type, i.forecast, i.due_date, i.payment_date, s.value
      from apportionments a
      join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      where a.account_id = ${accountId} and a.company_id = ${companyId}
      union all
      select building_id, 'DEBIT', true, due_date, null::date, value from order_commitments
      where account_id = ${accountId} and company_id = ${companyId}
    ),
    sums as (
      select building_id, sum(value) filter (where type = 'DEBIT' and not forecast) as paid,
             sum(value) filter (where type = 'CREDIT' and not forecast) as received,
             sum(value) filter (where type = 'DEBIT' and forecast) as to_pay,
             sum(value) filter (where type = 'CREDIT' and forecast) as to_receive
      from rows where ${countedDay(period.today)} between ${period.start}::date and ${period.end}::date
      group by building_id
    )
    select b.id, b.name, coalesce(s.paid, 0.00) as paid, coalesce(s.received, 0.00) as received,
           coalesce(s.to_pay, 0.00) as "toPay", coalesce(s.to_receive, 0.00) as "toReceive"
    from buildings b left join sums s on s.building_id = b.id
    where b.account_id = ${accountId} and b.company_id = ${companyId} and (b.active or s.building_id is not null)
    order by search_key(b.name), b.id`.execute(trx);
  return rows;
};
