import { sql, type RawBuilder } from 'kysely';
import { amounts, documentedAmounts, openDays, type CashFlowPeriod, type CashFlowScope } from './scope.ts';

type Sql = RawBuilder<unknown>;

/** Whether sums are kept of a scope (migration 0116): they know no wallet, and not what has no building. */
export const isKept = ({ building, wallet }: CashFlowScope): boolean => wallet === 'all' && building !== null;

/**
 * Amounts of a scope that may count in a period, as few rows as are kept of them: `type`, `forecast`, `ordered` (planned for an
 * order), `due_date` or `payment_date`, `count` and `value`. A row may take back another one. Sums of a building count shares,
 * not installments.
 */
export const flows = (scope: CashFlowScope, within: CashFlowPeriod): Sql =>
  isKept(scope) ? keptFlows(scope, within, 'byDay') : sql`${COLUMNS} from (${amounts(scope, within)}) a`;

/** The same with their `category_id`. */
export const flowsByCategory = (scope: CashFlowScope, within: CashFlowPeriod): Sql =>
  isKept(scope)
    ? keptFlows(scope, within, 'byCategory')
    : sql`${COLUMNS}, a.category_id from (${documentedAmounts(scope, within)}) a`;

const COLUMNS = sql`
  select a.type, a.forecast, a.order_id is not null as ordered, a.due_date, a.payment_date, 1::bigint as count, a.value`;

/** What a company has to pay and to receive by day alone: the sums of lists (migration 0006) are fewer rows. */
const BY_DAY = sql`(select i.*, i.due_date as day, null::bigint as category_id from installment_sums i)`;

const keptFlows = (scope: CashFlowScope, within: CashFlowPeriod, how: 'byDay' | 'byCategory'): Sql => {
  const { accountId, companyId, building } = scope;
  const sumsIn = (table: Sql): Sql =>
    building === 'all'
      ? sql`${table} s where s.account_id = ${accountId} and s.company_id = ${companyId}`
      : sql`site_flow_sums s where s.account_id = ${accountId} and s.building_id = ${building}`;
  const ofBuilding = building === 'all' ? sql`true` : sql`c.building_id = ${building}`;
  return sql`
    select s.type, false as forecast, false as ordered, null::date as due_date, s.day as payment_date, s.count, s.value, s.category_id
    from ${sumsIn(sql`flow_sums`)} and not s.forecast and s.day between ${within.start}::date and ${within.end}::date
    union all
    select s.type, true, false, s.day, null::date, s.count, s.value, s.category_id
    from ${sumsIn(how === 'byDay' ? BY_DAY : sql`flow_sums`)} and s.forecast and ${openDays(sql`s.day`, within)}
    union all
    select 'DEBIT', true, true, c.due_date, null::date, 1, c.value, o.category_id
    from order_commitments c join orders o on o.account_id = c.account_id and o.id = c.order_id
    where c.account_id = ${accountId} and c.company_id = ${companyId} and ${ofBuilding} and ${openDays(sql`c.due_date`, within)}`;
};

/** Amounts of the shares and orders of each building of a company that may count in a period, as those of `flows`. */
export const flowsByBuilding = ({ accountId, companyId }: CashFlowScope, within: CashFlowPeriod): Sql => {
  const sums = sql`
    from buildings b join site_flow_sums s on s.account_id = b.account_id and s.building_id = b.id
    where b.account_id = ${accountId} and b.company_id = ${companyId}`;
  return sql`
    select s.building_id, s.type, s.forecast, s.count, s.value
    ${sums} and not s.forecast and s.day between ${within.start}::date and ${within.end}::date
    union all
    select s.building_id, s.type, s.forecast, s.count, s.value ${sums} and s.forecast and ${openDays(sql`s.day`, within)}
    union all
    select c.building_id, 'DEBIT', true, 1, c.value from order_commitments c
    where c.account_id = ${accountId} and c.company_id = ${companyId} and ${openDays(sql`c.due_date`, within)}`;
};
