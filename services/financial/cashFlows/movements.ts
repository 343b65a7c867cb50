import { sql, type RawBuilder } from 'kysely';
import type { CashFlowMovement } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { amounts, countedDay, type CashFlowPeriod, type CashFlowScope } from './scope.ts';

/** Filters movements of the scope and period; −1 means "without one". */
export interface MovementFilter {
  type?: 'CREDIT' | 'DEBIT' | undefined;
  state?: 'PAID' | 'FORECAST' | 'OVERDUE' | undefined;
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
};

const equal = (column: RawBuilder<unknown>, id: number | undefined): RawBuilder<unknown> => {
  if (id === undefined) return sql`true`;
  return id === -1 ? sql`${column} is null` : sql`${column} = ${id}`;
};

/** The movements as the CTE `movements`. The shares of one installment make one movement. */
const movements = (scope: CashFlowScope, period: CashFlowPeriod, filter: MovementFilter): RawBuilder<unknown> => sql`
  with amounts as (
    select a.id, a.transaction_id, a.type, a.forecast, a.due_date, a.payment_date, sum(a.value) as value
    from (${amounts(scope, period)}) a group by a.id, a.transaction_id, a.type, a.forecast, a.due_date, a.payment_date
  ),
  dated as (
    select amounts.*, ${countedDay(period.today)} as date, forecast and due_date < ${period.today}::date as overdue
    from amounts
  ),
  movements as (
    select d.*, t.category_id, t.partner_id, t.document_number, t.description, t.installment_count
    from dated d join transactions t on t.account_id = ${scope.accountId} and t.id = d.transaction_id
    where d.date between ${period.start}::date and ${period.end}::date
      and ${filter.type ? sql`d.type = ${filter.type}` : sql`true`}
      and ${filter.state ? states[filter.state] : sql`true`}
      and ${equal(sql`t.category_id`, filter.categoryId)} and ${equal(sql`t.partner_id`, filter.partnerId)}
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

/** One page of movements by counted day; overdue ones by their due date first. */
export const movementPage = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  filter: MovementFilter,
  page: { offset: number; size: number },
): Promise<CashFlowMovement[]> => {
  const { rows } = await sql<MovementRow>`${movements(scope, period, filter)}
    select m.id, m.type, m.date, m.due_date as "dueDate", m.forecast, m.overdue, i.number,
           m.installment_count as "installmentCount", m.value, m.transaction_id as "transactionId",
           m.document_number as "documentNumber", m.description, p.id as "partnerId", p.name as "partnerName",
           c.id as "categoryId", c.name as "categoryName"
    from (select * from movements order by date, due_date, id limit ${page.size} offset ${page.offset}) m
    join installments i on i.account_id = ${scope.accountId} and i.id = m.id
    left join partners p on p.account_id = ${scope.accountId} and p.id = m.partner_id
    left join categories c on c.account_id = ${scope.accountId} and c.id = m.category_id
    order by m.date, m.due_date, m.id`.execute(trx);
  return rows.map(({ partnerId, partnerName, categoryId, categoryName, ...row }) => ({
    ...row,
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
  }));
};
