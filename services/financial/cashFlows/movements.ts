import { sql, type RawBuilder } from 'kysely';
import type { CashFlowMovement } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { countedDay, documentedAmounts, type CashFlowPeriod, type CashFlowScope } from './scope.ts';

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
  COMMITTED: sql`order_id is not null`,
};

const equal = (column: RawBuilder<unknown>, id: number | undefined): RawBuilder<unknown> => {
  if (id === undefined) return sql`true`;
  return id === -1 ? sql`${column} is null` : sql`${column} = ${id}`;
};

/** The movements as the CTE `movements`: one of all shares of an installment, one of each planned day of an order. */
const movements = (scope: CashFlowScope, period: CashFlowPeriod, filter: MovementFilter): RawBuilder<unknown> => sql`
  with amounts as (
    select id, transaction_id, order_id, type, forecast, due_date, payment_date, category_id, partner_id,
           sum(value) as value
    from (${documentedAmounts(scope, period)}) a
    group by id, transaction_id, order_id, type, forecast, due_date, payment_date, category_id, partner_id
  ),
  dated as (
    select amounts.*, ${countedDay(period.today)} as date,
           forecast and order_id is null and due_date < ${period.today}::date as overdue
    from amounts
  ),
  movements as (
    select * from dated
    where date between ${period.start}::date and ${period.end}::date
      and ${filter.type ? sql`type = ${filter.type}` : sql`true`}
      and ${filter.state ? states[filter.state] : sql`true`}
      and ${equal(sql`category_id`, filter.categoryId)} and ${equal(sql`partner_id`, filter.partnerId)}
  )`;

/** Count and sums of all movements that match the filter. */
export const movementSums = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
): Promise<MovementSums> => {
  const { rows } = await sql<MovementSums>`${movements(scope, period, filter)}
    select count(*) as count, coalesce(sum(value) filter (where type = 'CREDIT'), 0.00) as received,
           coalesce(sum(value) filter (where type = 'DEBIT'), 0.00) as paid,
           count(*) filter (where overdue) as overdue, coalesce(sum(value) filter (where overdue), 0.00) as "overdueValue"
    from movements`.execute(trx);
  return rows[0] ?? { count: 0, received: '0.00', paid: '0.00', overdue: 0, overdueValue: '0.00' };
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
  const { rows } = await sql<MovementRow>`${movements(scope, period, filter)}
    select ${KEY} as key, m.id as "installmentId", m.type, m.date, m.due_date as "dueDate", m.forecast, m.overdue,
           coalesce(i.number, d.position) as number, coalesce(t.installment_count, d.count) as "installmentCount", m.value,
           m.transaction_id as "transactionId", m.order_id as "orderId", o.document as "orderDocument",
           t.document_number as "documentNumber", t.description, p.id as "partnerId", p.name as "partnerName",
           c.id as "categoryId", c.name as "categoryName"
    from (select * from movements m order by ${ORDER} limit ${page.size} offset ${page.offset}) m
    left join installments i on i.account_id = ${scope.accountId} and i.id = m.id
    left join transactions t on t.account_id = ${scope.accountId} and t.id = m.transaction_id
    left join orders o on o.account_id = ${scope.accountId} and o.id = m.order_id
    left join lateral (
      select count(*)::integer as count, min(x.position) filter (where x.due_date = m.due_date) as position
      from order_commitments x where x.account_id = ${scope.accountId} and x.order_id = m.order_id
    ) d on m.order_id is not null
    left join partners p on p.account_id = ${scope.accountId} and p.id = m.partner_id
    left join categories c on c.account_id = ${scope.accountId} and c.id = m.category_id
    order by ${ORDER}`.execute(trx);
  return rows.map(({ partnerId, partnerName, categoryId, categoryName, ...row }) => ({
    ...row,
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
  }));
};
