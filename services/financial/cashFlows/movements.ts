import { sql, type RawBuilder } from 'kysely';
import type { CashFlowMovement } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { flowsByCategory, isKept } from './flows.ts';
import {
  countedDay,
  documentedAmounts,
  openDays,
  type CashFlowDays,
  type CashFlowPeriod,
  type CashFlowScope,
} from './scope.ts';

/** Filters movements of the scope and period; −1 means "without one". */
export interface MovementFilter {
  type?: 'CREDIT' | 'DEBIT' | undefined;
  state?: 'PAID' | 'FORECAST' | 'OVERDUE' | 'UPCOMING' | 'COMMITTED' | undefined;
  categoryId?: number | undefined;
  partnerId?: number | undefined;
}

export interface MovementSums {
  count: number;
  received: string;
  paid: string;
  overdue: number;
  overdueValue: string;
}

const states: Record<NonNullable<MovementFilter['state']>, RawBuilder<unknown>> = {
  PAID: sql`not forecast`,
  FORECAST: sql`forecast`,
  OVERDUE: sql`overdue`,
  UPCOMING: sql`forecast and not overdue`,
  COMMITTED: sql`ordered`,
};

const equal = (column: RawBuilder<unknown>, id: number | undefined): RawBuilder<unknown> => {
  if (id === undefined) return sql`true`;
  return id === -1 ? sql`${column} is null` : sql`${column} = ${id}`;
};

const matching = (filter: MovementFilter, { start, end }: CashFlowPeriod): RawBuilder<unknown> => sql`
  date between ${start}::date and ${end}::date
  and ${filter.type ? sql`type = ${filter.type}` : sql`true`} and ${filter.state ? states[filter.state] : sql`true`}
  and ${equal(sql`category_id`, filter.categoryId)} and ${equal(sql`partner_id`, filter.partnerId)}`;

const dated = (rows: RawBuilder<unknown>, { today }: CashFlowPeriod): RawBuilder<unknown> => sql`
  select a.*, ${countedDay(today)} as date, forecast and not ordered and due_date < ${today}::date as overdue
  from (${rows}) a`;

/** The movements: one of all shares of an installment, one of each planned day of an order. */
const movements = (scope: CashFlowScope, period: CashFlowDays, filter: MovementFilter): RawBuilder<unknown> => {
  const rows = sql`
    select id, transaction_id, order_id, order_id is not null as ordered, type, forecast, due_date, payment_date, category_id, partner_id,
           1::bigint as count, sum(value) as value
    from (${documentedAmounts(scope, period)}) a
    group by id, transaction_id, order_id, type, forecast, due_date, payment_date, category_id, partner_id`;
  return sql`select * from (${dated(rows, period)}) m where ${matching(filter, period)}`;
};

/** Movements that no partner selects, from the sums that are kept of a scope. */
const summed = (scope: CashFlowScope, period: CashFlowPeriod, filter: MovementFilter): RawBuilder<unknown> => sql`
  select * from (${dated(flowsByCategory(scope, period), period)}) m where ${matching(filter, period)}`;

/** Count and sums of all movements that match the filter. */
export const movementSums = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
): Promise<MovementSums> => {
  const fromSums = isKept(scope) && filter.partnerId === undefined;
  const { rows } = await sql<MovementSums>`
    select coalesce(sum(count), 0)::bigint as count, coalesce(sum(value) filter (where type = 'CREDIT'), 0.00) as received,
           coalesce(sum(value) filter (where type = 'DEBIT'), 0.00) as paid,
           coalesce(sum(count) filter (where overdue), 0)::bigint as overdue,
           coalesce(sum(value) filter (where overdue), 0.00) as "overdueValue"
    from (${fromSums ? summed(scope, period, filter) : movements(scope, period, filter)}) m`.execute(trx);
  return rows[0] ?? { count: 0, received: '0.00', paid: '0.00', overdue: 0, overdueValue: '0.00' };
};

/**
 * The first days that have the first `most` movements of a page, by the sums that are kept: the open ones of those due on them, and
 * the paid ones of those paid.
 */
const firstDays = (
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
  most: number,
): CashFlowDays => {
  const first = (forecast: boolean, day: RawBuilder<unknown>) => sql`array(
    select day from (
      select ${day} as day, sum(sum(count)) over (order by ${day}) - sum(count) as earlier
      from (${summed(scope, period, filter)}) m where not ordered and ${forecast ? sql`forecast` : sql`not forecast`}
      group by ${day} having sum(count) <> 0) d
    where earlier < ${most})`;
  return { ...period, days: { due: first(true, sql`due_date`), paid: first(false, sql`payment_date`) } };
};

/**
 * Enough movements of a company for the first `most` of a page, when nothing selects them but days, direction and state: each kind of
 * them in the order of its index.
 */
const firstMovements = (
  { accountId, companyId }: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
  most: number,
): RawBuilder<unknown> => {
  const installments = (forecast: boolean, days: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
    const rows = dated(
      sql`
        select i.id, i.transaction_id, null::bigint as order_id, false as ordered, i.type, i.forecast, i.due_date, i.payment_date,
               null::bigint as category_id, null::bigint as partner_id, i.value
        from installments i
        where i.account_id = ${accountId} and i.company_id = ${companyId} and ${forecast ? sql`i.forecast` : sql`not i.forecast`} and ${days}`,
      period,
    );
    return sql`(select * from (${rows}) m where ${matching(filter, period)} order by ${order} limit ${most})`;
  };
  const ordered = dated(
    sql`
      select null::bigint as id, null::bigint as transaction_id, c.order_id, true as ordered, 'DEBIT' as type, true as forecast, c.due_date,
             null::date as payment_date, null::bigint as category_id, null::bigint as partner_id, c.value
      from order_commitments c
      where c.account_id = ${accountId} and c.company_id = ${companyId} and ${openDays(sql`c.due_date`, period)}`,
    period,
  );
  const paidDays = sql`i.payment_date between ${period.start}::date and ${period.end}::date`;
  return sql`
    ${installments(true, openDays(sql`i.due_date`, period), sql`due_date, id`)}
    union all ${installments(false, paidDays, sql`payment_date, due_date, id`)}
    union all (select * from (${ordered}) m where ${matching(filter, period)})`;
};

/** Movements with the first `most` of the filter among them: all, where no sums tell on which days those are. */
const beginning = (
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
  most: number,
): RawBuilder<unknown> => {
  const { building, wallet } = scope;
  if (!isKept(scope) || filter.partnerId !== undefined) return movements(scope, period, filter);
  return building === 'all' && wallet === 'all' && filter.categoryId === undefined
    ? firstMovements(scope, period, filter, most)
    : movements(scope, firstDays(scope, period, filter, most), filter);
};

type MovementRow = Omit<CashFlowMovement, 'partner' | 'category'> & {
  partnerId: number | null;
  partnerName: string | null;
  categoryId: number | null;
  categoryName: string | null;
};

/** Installments and orders count their ids on their own: the key names the kind. */
const KEY = sql`case when m.order_id is null then 'installment-' || m.id else 'order-' || m.order_id || '-' || m.due_date end`;
const ORDER = sql`m.date, m.due_date, m.id, m.order_id`;

/** One page of movements by counted day; overdue ones by their due date first. */
export const movementPage = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
  page: { offset: number; size: number },
): Promise<CashFlowMovement[]> => {
  const found = beginning(scope, period, filter, page.offset + page.size);
  const { rows } = await sql<MovementRow>`
    select ${KEY} as key, m.id as "installmentId", m.type, m.date, m.due_date as "dueDate", m.forecast, m.overdue,
           coalesce(i.number, d.position) as number, coalesce(t.installment_count, d.count) as "installmentCount", m.value,
           m.transaction_id as "transactionId", m.order_id as "orderId", o.document as "orderDocument",
           t.document_number as "documentNumber", t.description, p.id as "partnerId", p.name as "partnerName",
           c.id as "categoryId", c.name as "categoryName"
    from (select * from (${found}) m order by ${ORDER} limit ${page.size} offset ${page.offset}) m
    left join installments i on i.account_id = ${scope.accountId} and i.id = m.id
    left join transactions t on t.account_id = ${scope.accountId} and t.id = m.transaction_id
    left join orders o on o.account_id = ${scope.accountId} and o.id = m.order_id
    left join lateral (
      select count(*)::integer as count, min(x.position) filter (where x.due_date = m.due_date) as position
      from order_commitments x where x.account_id = ${scope.accountId} and x.order_id = m.order_id
    ) d on m.order_id is not null
    left join partners p on p.account_id = ${scope.accountId} and p.id = coalesce(t.partner_id, o.partner_id)
    left join categories c on c.account_id = ${scope.accountId} and c.id = coalesce(t.category_id, o.category_id)
    order by ${ORDER}`.execute(trx);
  return rows.map(({ partnerId, partnerName, categoryId, categoryName, ...row }) => ({
    ...row,
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
  }));
};
