import { sql, type RawBuilder } from 'kysely';
import type { CashFlowGroup } from '#domain/cashFlow.ts';
import type { CashFlowBuilding, CashFlowCategory } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { ForecastAmount } from '#schema/financial/cashFlows/paths.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { flowsByBuilding, flowsByCategory, isKept } from './flows.ts';
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
      return sql`greatest(date_trunc('month', date::timestamp)::date, ${first})`;
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
      select a.type, a.forecast, a.count, a.value, a.category_id, ${countedDay(period.today)} as date
      from (${flowsByCategory(scope, period)}) a
    ),
    sums as (
      select ${periodStart(group, period)} as start, a.type, a.category_id,
             coalesce(sum(a.value) filter (where not a.forecast), 0.00) as paid,
             coalesce(sum(a.value) filter (where a.forecast), 0.00) as forecast
      from rows a
      where a.date between ${period.start}::date and ${period.end}::date
      group by 1, 2, 3 having sum(a.count) <> 0
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

interface Grouping {
  type: 'CREDIT' | 'DEBIT';
  /** Of the transaction or order. */
  by: 'category' | 'partner';
}

const KEYS = {
  category: { key: sql`category_id`, table: sql`categories` },
  partner: { key: sql`partner_id`, table: sql`partners` },
};

/** Open amounts, each installment or planned day counted once. */
const openAmounts = (scope: CashFlowScope, period: CashFlowPeriod, by: Grouping['by']): RawBuilder<unknown> => {
  if (by === 'category' && isKept(scope)) return flowsByCategory(scope, period);
  return sql`
    select a.type, a.forecast, a.order_id is not null as ordered, a.due_date, a.category_id, a.partner_id, sum(a.value) as value,
           1::bigint as count
    from (${documentedAmounts(scope, period)}) a where a.forecast
    group by a.id, a.order_id, a.type, a.forecast, a.due_date, a.category_id, a.partner_id`;
};

/** Open amounts of one direction by category or by partner, largest first. One statement. */
export const forecastAmounts = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  { type, by }: Grouping,
): Promise<ForecastAmount[]> => {
  const { key, table } = KEYS[by];
  const { rows } = await sql<ForecastAmount>`
    with sums as (
      select ${key} as id, sum(a.value) as amount, sum(a.count)::bigint as count,
             coalesce(sum(a.value) filter (where a.due_date < ${period.today}::date and not a.ordered), 0.00) as overdue
      from (${openAmounts(scope, period, by)}) a
      where a.forecast and a.type = ${type}
        and greatest(a.due_date, ${period.today}::date) between ${period.start}::date and ${period.end}::date
      group by 1 having sum(a.count) <> 0
    )
    select s.id, o.name, s.amount, s.overdue as "overdueAmount", s.count
    from sums s left join ${table} o on o.account_id = ${scope.accountId} and o.id = s.id
    order by s.amount desc, s.id`.execute(trx);
  return rows;
};

/** Sums of each building's shares and orders in the period, ordered by name. One statement. */
export const buildingSums = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
): Promise<CashFlowBuilding[]> => {
  const { accountId, companyId } = scope;
  const { rows } = await sql<CashFlowBuilding>`
    with sums as (
      select f.building_id, sum(f.value) filter (where f.type = 'DEBIT' and not f.forecast) as paid,
             sum(f.value) filter (where f.type = 'CREDIT' and not f.forecast) as received,
             sum(f.value) filter (where f.type = 'DEBIT' and f.forecast) as to_pay,
             sum(f.value) filter (where f.type = 'CREDIT' and f.forecast) as to_receive
      from (${flowsByBuilding(scope, period)}) f
      group by f.building_id having sum(f.count) <> 0
    )
    select b.id, b.name, coalesce(s.paid, 0.00) as paid, coalesce(s.received, 0.00) as received,
           coalesce(s.to_pay, 0.00) as "toPay", coalesce(s.to_receive, 0.00) as "toReceive"
    from buildings b left join sums s on s.building_id = b.id
    where b.account_id = ${accountId} and b.company_id = ${companyId} and (b.active or s.building_id is not null)
    order by search_key(b.name), b.id`.execute(trx);
  return rows;
};
