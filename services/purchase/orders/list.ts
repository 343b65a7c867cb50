import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { ApprovalStatus } from '#domain/purchase/orders/approval.ts';
import type { OrderSummary, OrderTotals } from '#schema/purchase/orders/orders.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { allIds, orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from './access.ts';
import { DISPATCH_STANDING } from './dispatch/stored.ts';

/** Filters of the list, as the contract declares them. */
export interface OrderQuery extends ListKeys {
  building?: number;
  supplier?: number;
  state?: OrderSummary['state'];
  open?: boolean;
  late?: boolean;
  approval?: ApprovalStatus;
  from?: IsoDate;
  to?: IsoDate;
  deliveryFrom?: IsoDate;
  deliveryTo?: IsoDate;
  summarized?: boolean;
}

/** Who asks for the orders of which company, and his day. */
export interface OrderReader {
  session: Session;
  companyId: number;
  today: IsoDate;
}

const TABLES = sql`
  from orders o
  join buildings b on b.account_id = o.account_id and b.id = o.building_id
  join partners p on p.account_id = o.account_id and p.id = o.partner_id`;

const rules = {
  sortable: {
    // "PC-9" stands before "PC-10"; other numbers follow.
    document: sql`coalesce(lpad(o.number::text, 9, '0'), search_key(o.document))`,
    total: 'o.gross_value',
    date: 'o.created_date',
    deliveryDate: 'o.delivery_date',
    buildingName: sql`search_key(b.name)`,
    supplierName: sql`search_key(p.name)`,
    state: 'o.state',
    receivedPercentage: sql`case when o.lines_value = 0 then 0 else o.received_value / o.lines_value end`,
  },
  defaultSort: 'date:desc',
  key: 'o.id',
};

/** Something is to be received. */
const isOpen = sql`o.state in ('ORDERED', 'PARTIAL')`;

const lateOn = (today: IsoDate): RawBuilder<unknown> => sql`(${isOpen} and o.delivery_date < ${today}::date)`;

/** Words in any order in number, supplier, building, products and notas (migration 0054). */
const searched = (companyId: number, search: string | null | undefined): RawBuilder<unknown>[] => {
  const words = normalizeSpaces(search ?? '')
    .split(' ')
    .filter((word) => word !== '');
  return words.length === 0 ? [] : [sql`o.id = any(array(select find_orders(${companyId}, ${words}::text[])))`];
};

const narrowed = (today: IsoDate, query: OrderQuery): RawBuilder<unknown>[] => [
  ...(query.building === undefined ? [] : [sql`o.building_id = ${query.building}`]),
  ...(query.supplier === undefined ? [] : [sql`o.partner_id = ${query.supplier}`]),
  ...(query.from === undefined ? [] : [sql`o.created_date >= ${query.from}::date`]),
  ...(query.to === undefined ? [] : [sql`o.created_date <= ${query.to}::date`]),
  ...(query.deliveryFrom === undefined ? [] : [sql`o.delivery_date >= ${query.deliveryFrom}::date`]),
  ...(query.deliveryTo === undefined ? [] : [sql`o.delivery_date <= ${query.deliveryTo}::date`]),
  ...(query.open === undefined ? [] : [query.open ? isOpen : sql`not ${isOpen}`]),
  ...viewed(today, query),
];

/** Few orders wait; what an order was asked for is in a row of its own. */
const withApproval = (status: ApprovalStatus): RawBuilder<unknown> => sql`exists (
  select from order_approvals a where a.account_id = o.account_id and a.order_id = o.id and a.status = ${status})`;

/** What the views of the list differ in. */
const viewed = (today: IsoDate, { state, late, approval }: OrderQuery): RawBuilder<unknown>[] => [
  ...(state === undefined ? [] : [sql`o.state = ${state}`]),
  ...(approval === undefined ? [] : [withApproval(approval)]),
  ...(late === undefined ? [] : [late ? lateOn(today) : sql`not coalesce(${lateOn(today)}, false)`]),
];

const ITEMS = 10;

/** A page of the orders of a company. @throws ServiceError 400 */
export const listOrders = async (
  trx: Trx,
  { session, companyId, today }: OrderReader,
  query: OrderQuery,
): Promise<PageOf<OrderSummary>> => {
  if (query.summarized === false) {
    const message = 'Esta lista só responde pedidos resumidos. Busque cada pedido por seu id.';
    throw invalid([{ path: 'summarized', message }], message);
  }
  const list = readListQuery(query, rules);
  const where = sql.join(
    [
      visible(session, companyId),
      ...(list.ids ? [sql`o.id = any(${list.ids}::bigint[])`] : []),
      ...searched(companyId, list.search),
      ...narrowed(today, query),
    ],
    sql` and `,
  );
  const { rows } = await sql<OrderSummary>`
    select o.id, o.document, o.gross_value as total, o.created_date as date, o.delivery_date as "deliveryDate",
           b.name as "buildingName", p.name as "supplierName", o.state = 'RECEIVED' as delivered, o.state,
           coalesce(${lateOn(today)}, false) as late, json_build_object('id', b.id, 'name', b.name) as building,
           json_build_object('id', p.id, 'name', p.name) as supplier,
           array(select l.name from order_lines l where l.account_id = o.account_id and l.order_id = o.id
                  order by l.canceled, l.position limit ${ITEMS}) as items,
           o.line_count as "itemCount", o.received_value as "receivedValue", o.lines_value as "linesValue",
           case when o.state = 'RECEIVED' then 100 when o.lines_value = 0 then 0
                else least(99, trunc(o.received_value * 100 / o.lines_value))::integer end as "receivedPercentage",
           array(select d.document_number from order_deliveries d
                  where d.account_id = o.account_id and d.order_id = o.id and d.document_number is not null
                  order by d.received_date, d.id) as "documentNumbers",
           (select a.status from order_approvals a where a.account_id = o.account_id and a.order_id = o.id) as approval,
           ${DISPATCH_STANDING} as dispatch, o.version
      from (select o.id ${TABLES} where ${where} ${orderAndCut(list)}) page
      join orders o on o.account_id = ${session.accountId} and o.id = page.id
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
     ${sql`order by ${sql.join(list.order.map(({ column, desc }) => (desc ? sql`${column} desc` : column)))}`}`.execute(
    trx,
  );
  const answered = await withTotal(list, rows, async () => {
    const counted = await sql<{ total: number }>`select count(*) as total from orders o where ${where}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
  return { ...answered, ...(await allIds(trx, list, sql`${TABLES} where ${where}`)) };
};

/** Counts of the views under the filter without what they differ in, and sums over the filter; canceled ones in no sum. */
export const totalOrders = async (
  trx: Trx,
  { session, companyId, today }: OrderReader,
  query: OrderQuery,
): Promise<OrderTotals> => {
  const { state: _state, late: _late, approval: _approval, ...beside } = query;
  const where = sql.join(
    [visible(session, companyId), ...searched(companyId, query.search), ...narrowed(today, beside)],
    sql` and `,
  );
  const counted = sql.join([sql`o.state <> 'CANCELED'`, ...viewed(today, query)], sql` and `);
  const { rows } = await sql<OrderTotals>`
    select count(*) as "all", count(*) filter (where o.state = 'ORDERED') as ordered,
           count(*) filter (where ${lateOn(today)}) as late, count(*) filter (where o.state = 'PARTIAL') as partial,
           count(*) filter (where o.state = 'RECEIVED') as received,
           count(*) filter (where o.state = 'CANCELED') as canceled,
           (select count(*) from orders o where ${where} and ${withApproval('WAITING')}) as "waitingApproval",
           coalesce(sum(o.gross_value) filter (where ${counted}), 0.00) as total,
           coalesce(sum(o.received_gross) filter (where ${counted}), 0.00) as "receivedTotal",
           coalesce(sum(o.gross_value - o.received_gross) filter (where ${counted}), 0.00) as "openTotal",
           coalesce(sum(o.gross_value - o.received_gross) filter (where ${counted} and ${lateOn(today)}), 0.00)
             as "lateTotal"
      from orders o where ${where}`.execute(trx);
  const none = { all: 0, ordered: 0, late: 0, partial: 0, received: 0, canceled: 0, waitingApproval: 0 };
  return rows[0] ?? { ...none, total: '0.00', receivedTotal: '0.00', openTotal: '0.00', lateTotal: '0.00' };
};
