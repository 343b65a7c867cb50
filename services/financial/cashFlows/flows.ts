import { sql, type RawBuilder } from 'kysely';
import { amounts, committed, documentedAmounts, openDays, type CashFlowPeriod, type CashFlowScope } from './scope.ts';

type Sql = RawBuilder<unknown>;

/** Whether sums are kept of a scope (migrations 0116 and 0121): of a company, a building or a wallet, but not of what has no building. */
export const isKept = ({ building, wallet }: CashFlowScope): boolean =>
  building === 'all' || (building !== null && wallet === 'all');

/**
 * Amounts of a scope that may count in a period, as few rows as are kept of them: `type`, `forecast`, `ordered` (planned for an
 * order), `due_date` or `payment_date`, `count` of installments or planned days, and `value`. A row may take back another one. What
 * is not kept counts the shares of a building, which has one installment as several rows.
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

/** The table that sums a scope by day and category, as `s`, and the rows of the scope there. */
const sumsOf = ({ accountId, companyId, building, wallet }: CashFlowScope, ofCompany: Sql): Sql => {
  if (building !== 'all')
    return sql`site_flow_sums s where s.account_id = ${accountId} and s.building_id = ${building}`;
  if (wallet !== 'all') return sql`wallet_flow_sums s where s.account_id = ${accountId} and s.wallet_id = ${wallet}`;
  return sql`${ofCompany} s where s.account_id = ${accountId} and s.company_id = ${companyId}`;
};

const keptFlows = (scope: CashFlowScope, within: CashFlowPeriod, how: 'byDay' | 'byCategory'): Sql => {
  const sums = sql`
    select s.type, false as forecast, false as ordered, null::date as due_date, s.day as payment_date, s.count, s.value, s.category_id
    from ${sumsOf(scope, sql`flow_sums`)} and not s.forecast and s.day between ${within.start}::date and ${within.end}::date
    union all
    select s.type, true, false, s.day, null::date, s.count, s.value, s.category_id
    from ${sumsOf(scope, how === 'byDay' ? BY_DAY : sql`flow_sums`)} and s.forecast and ${openDays(sql`s.day`, within)}`;
  const ordered = committed(scope);
  if (!ordered) return sums;
  return sql`${sums} union all
    select 'DEBIT', true, true, c.due_date, null::date, 1, c.value, o.category_id
    from (${ordered}) c join orders o on o.account_id = ${scope.accountId} and o.id = c.order_id
    where ${openDays(sql`c.due_date`, within)}`;
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
