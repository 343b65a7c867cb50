import { sql } from 'kysely';
import { formatDate } from '#domain/dates.ts';
import { formatCurrency, sum, toCents, type Money } from '#domain/money.ts';
import type { ApprovalStatus } from '#domain/purchase/orders/approval.ts';
import { orderCommitment } from '#domain/purchase/orders/commitment.ts';
import type { OrderCharges, OrderLine } from '#domain/purchase/orders/figures.ts';
import type { OrderDates, OrderInstallment } from '#domain/purchase/orders/terms.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Findings } from './findings.ts';

/** An order with what it is computed from, and what is stored of it. */
interface OrderRow extends OrderCharges, OrderDates {
  id: string;
  document: string;
  buildingId: string;
  companyId: string;
  lines: (OrderLine & { id: string; committed: Money })[];
  installments: OrderInstallment[];
  commitments: (OrderInstallment & { buildingId: string; companyId: string })[];
  /** Values of its notas less what went back of them. */
  notas: Money[];
  approval: { status: ApprovalStatus } | null;
  /** Lines whose stored quantities are not those of notas and returns. */
  wrongQuantities: string[];
  /** Notas whose returned sums are not those of their returns. */
  wrongReturns: string[];
  /** Gross value of its expense; null: it has none. */
  expense: Money | null;
}

const BATCH = 500;

const ordersAfter = async (trx: Trx, accountId: string, last: string): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.id::text, o.document, o.building_id::text as "buildingId", o.company_id::text as "companyId",
           o.created_date::text as "createdDate", o.delivery_date::text as "deliveryDate",
           o.shipping_rate::text as "shippingRate", o.discount::text, o.ipi::text, o.ipi_value::text as "ipiValue",
           t.gross_value::text as expense,
           (select json_build_object('status', a.status)
              from order_approvals a where a.account_id = o.account_id and a.order_id = o.id) as approval,
           (select coalesce(json_agg(json_build_object('id', l.id::text, 'quantity', l.quantity::text, 'price', l.price::text,
                     'canceled', l.canceled, 'closed', l.closed, 'canceledQuantity', l.canceled_quantity::text,
                     'receivedQuantity', l.received_quantity::text,
                     'committed', l.committed_value::text) order by l.position), '[]')
              from order_lines l where l.account_id = o.account_id and l.order_id = o.id) as lines,
           (select coalesce(json_agg(json_build_object('dueDate', i.due_date, 'grossValue', i.gross_value::text)
                     order by i.position), '[]')
              from order_installments i where i.account_id = o.account_id and i.order_id = o.id) as installments,
           (select coalesce(json_agg(json_build_object('dueDate', c.due_date, 'grossValue', c.value::text,
                     'buildingId', c.building_id::text, 'companyId', c.company_id::text) order by c.due_date), '[]')
              from order_commitments c where c.account_id = o.account_id and c.order_id = o.id) as commitments,
           (select coalesce(json_agg((d.value - (select coalesce(sum(x.returned_value), 0) from order_delivery_lines x
                     where x.account_id = d.account_id and x.delivery_id = d.id))::text), '[]')
              from order_deliveries d where d.account_id = o.account_id and d.order_id = o.id) as notas,
           array(select l.id::text from order_lines l
                   cross join lateral (
                     select coalesce(sum(x.quantity - x.returned_quantity), 0) as came from order_delivery_lines x
                      where x.account_id = l.account_id and x.order_id = l.order_id and x.line_id = l.id) d
                   cross join lateral (
                     select coalesce(sum(y.quantity), 0) as gone from order_return_lines y
                      where y.account_id = l.account_id and y.order_id = l.order_id and y.line_id = l.id
                        and not y.replaced) e
                  where l.account_id = o.account_id and l.order_id = o.id
                    and (l.received_quantity <> d.came or l.canceled_quantity <> e.gone)
                  order by l.position) as "wrongQuantities",
           array(select x.delivery_id || '/' || x.line_id from order_delivery_lines x
                   cross join lateral (
                     select coalesce(sum(y.quantity), 0) as quantity, coalesce(sum(y.value), 0) as value
                       from order_return_lines y
                      where y.account_id = x.account_id and y.delivery_id = x.delivery_id and y.line_id = x.line_id) e
                  where x.account_id = o.account_id and x.order_id = o.id
                    and (x.returned_quantity <> e.quantity or x.returned_value <> e.value)
                  order by x.delivery_id, x.line_id) as "wrongReturns"
      from orders o
      left join transactions t on t.account_id = o.account_id and t.id = o.transaction_id
     where o.account_id = ${accountId} and o.id > ${last} order by o.id limit ${BATCH}`.execute(trx);
  return rows;
};

const daysText = (days: readonly OrderInstallment[]): string =>
  days.map(({ dueDate, grossValue }) => `${formatDate(dueDate)} ${formatCurrency(grossValue)}`).join(', ') || 'nada';

const problemsOf = (order: OrderRow): string[] => {
  const { lines, commitments, buildingId, companyId, notas, expense, wrongQuantities, wrongReturns } = order;
  const { days, lines: missing } = orderCommitment(order);
  const [written, found] = [daysText(commitments), daysText(days)];
  const elsewhere = commitments.some((one) => one.buildingId !== buildingId || one.companyId !== companyId);
  const wrong = lines
    .map(({ id, committed }, index) => ({ id, committed, rest: missing[index] ?? '0.00' }))
    .filter(({ committed, rest }) => toCents(committed) !== toCents(rest));
  const [invoiced, paidAs] = [sum(notas), expense ?? '0.00'];
  return [
    ...(written === found ? [] : [`o comprometido por vencimento é ${written}, mas do pedido resta ${found}`]),
    ...(elsewhere ? ['o comprometido está em outra obra ou empresa'] : []),
    ...wrong.map(
      ({ id, committed, rest }) =>
        `o comprometido do item ${id} é ${formatCurrency(committed)}, mas do item resta ${formatCurrency(rest)}`,
    ),
    ...(toCents(invoiced) === toCents(paidAs)
      ? []
      : [`a despesa é ${formatCurrency(paidAs)}, mas as notas somam ${formatCurrency(invoiced)}`]),
    ...wrongQuantities.map((id) => `a quantidade recebida do item ${id} não é a das notas menos as devoluções`),
    ...wrongReturns.map((id) => `o devolvido da nota e do item ${id} não é o das devoluções`),
  ];
};

/** Computes anew what each order commits, and compares its expense with its notas. In batches, to bound memory. */
export const verifyOrders = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  for (let last = '0'; ;) {
    const orders = await ordersAfter(trx, accountId, last);
    for (const order of orders) {
      for (const problem of problemsOf(order))
        findings.note(accountId, `pedido ${order.id} (${order.document})`, problem);
    }
    findings.count('orders', orders.length);
    const end = orders.at(-1);
    if (!end) return;
    last = end.id;
  }
};
