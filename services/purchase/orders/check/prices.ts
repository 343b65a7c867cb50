import { sql, type RawBuilder } from 'kysely';
import { addMonths, type IsoDate } from '#domain/dates.ts';
import { roundHalfEven, toDecimal, type Decimal } from '#domain/decimal.ts';
import { factorOf, landedPrice } from '#domain/purchase/orders/prices.ts';
import type { PaidPrice } from '#domain/purchase/orders/warnings.ts';
import type { OrderCheck } from '#schema/purchase/orders/check.rest.ts';
import { counts } from '../../../engineering/costEstimates/counting.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { visible } from '../access.ts';
import type { Receiver } from '../expense.ts';
import type { CheckedLine, CheckedOrder } from './checked.ts';

/** A line of a nota. */
interface PaidRow {
  productId: number;
  which: 'last' | 'best';
  landed: string;
  quantity: string;
  unitFactor: string;
  productFactor: string | null;
  date: IsoDate;
  supplier: { id: number; name: string };
  order: { id: number; document: string };
  documentNumber: string | null;
}

/** Something of a nota "n" has stayed. */
const STAYED = sql`exists (
  select from order_delivery_lines y
   where y.account_id = n.account_id and y.delivery_id = n.id and y.returned_quantity < y.quantity)`;

/**
 * Something of the nota is paid: an installment on one of its days, anything where no other nota of its order has stayed, or all of
 * the expense. Installments of an expense are those of all its notas, and do not name theirs.
 */
const PAID = sql`exists (
  select from installments i
   where i.account_id = o.account_id and i.transaction_id = o.transaction_id and not i.forecast
     and (i.due_date in (select n.due_date from order_delivery_installments n
                          where n.account_id = d.account_id and n.delivery_id = d.id)
       or not exists (select from order_deliveries n
                       where n.account_id = d.account_id and n.order_id = d.order_id and n.id <> d.id
                         and ${STAYED})
       or not exists (select from installments n
                       where n.account_id = o.account_id and n.transaction_id = o.transaction_id and n.forecast)))`;

/** The line of a nota that comes first of each product; what went back as a whole is no price. */
const firstOf = (
  which: PaidRow['which'],
  { scope, condition, order }: Record<'scope' | 'condition' | 'order', RawBuilder<unknown>>,
): RawBuilder<PaidRow> => sql`
  select w.product_id as "productId", ${which} as which, n.* from wanted w
   cross join lateral (
     select x.landed_value::text as landed, x.quantity::text, l.unit_factor::text as "unitFactor",
            l.product_factor::text as "productFactor", d.emission_date as date,
            json_build_object('id', p.id, 'name', p.name) as supplier,
            json_build_object('id', o.id, 'document', o.document) as "order", d.document_number as "documentNumber"
       from order_lines l
       join order_delivery_lines x on x.account_id = l.account_id and x.order_id = l.order_id and x.line_id = l.id
       join order_deliveries d on d.account_id = x.account_id and d.id = x.delivery_id
       join orders o on o.account_id = l.account_id and o.id = l.order_id
       join partners p on p.account_id = o.account_id and p.id = o.partner_id
      where l.account_id = w.account_id and l.product_id = w.product_id and x.returned_quantity < x.quantity
        and ${scope} and ${condition}
      order by ${order}, d.emission_date desc, d.id desc, l.position limit 1) n`;

const readPaid = async (
  trx: Trx,
  { session, companyId, today }: Receiver,
  products: readonly number[],
  exceptId: number | null,
): Promise<PaidRow[]> => {
  const scope = sql`${visible(session, companyId)} and o.id is distinct from ${exceptId}::bigint`;
  const last = firstOf('last', { scope, condition: PAID, order: sql`d.emission_date desc` });
  const best = firstOf('best', {
    ...{ scope, condition: sql`d.emission_date > ${addMonths(today, -12)}::date` },
    order: sql`x.landed_value * coalesce(l.product_factor, 1) / (x.quantity * l.unit_factor)`,
  });
  const { rows } = await sql<PaidRow>`
    with wanted as (select ${session.accountId}::bigint as account_id, p.id as product_id
                      from unnest(${products}::bigint[]) as p (id))
    ${last} union all ${best}`.execute(trx);
  return rows;
};

interface EstimateRow {
  productId: number;
  price: string;
  productFactor: string | null;
}

/** Prices of the cost estimates that count for a building, per unit of the resource; of several, the newest has its say. */
const readEstimatePrices = async (
  trx: Trx,
  accountId: number,
  buildingId: number | null,
  products: readonly number[],
): Promise<EstimateRow[]> => {
  const { rows } = await sql<EstimateRow>`
    select distinct on (r.product_id) r.product_id as "productId", r.unit_price::text as price,
           r.product_factor::text as "productFactor"
      from (select e.id, ${counts} as counted from cost_estimates e
             where e.account_id = ${accountId} and e.building_id = ${buildingId}::bigint) e
      join cost_estimate_resources r on r.account_id = ${accountId} and r.cost_estimate_id = e.id
     where e.counted and r.product_id = any(${products}::bigint[]) and r.unit_price is not null
     order by r.product_id, e.id desc, r.product_factor nulls first`.execute(trx);
  return rows;
};

type Prices = OrderCheck['lines'][number];

const paidIn = ({ factor }: CheckedLine, row: PaidRow | undefined): (PaidPrice & Prices['lastPaid']) | null =>
  row
    ? {
        price: landedPrice(row.landed, {
          ...{ quantity: row.quantity, factor: factorOf(row.unitFactor, row.productFactor), inFactor: factor },
        }),
        ...{ date: row.date, supplier: row.supplier, order: row.order, documentNumber: row.documentNumber },
      }
    : null;

/** Price of the estimate in the unit of a line: a resource that was merged has a price per unit of what was merged. */
const estimateIn = ({ factor }: Pick<CheckedLine, 'factor'>, row: EstimateRow | undefined): string | null =>
  row
    ? roundHalfEven(
        toDecimal(row.price)
          .times(row.productFactor ?? '1')
          .times(factor),
        4,
      )
    : null;

/** Prices of the cost estimates that count for a building, in the units of lines; null: in none. One SQL statement. */
export const estimatePricesOf = async (
  trx: Trx,
  { accountId, buildingId }: { accountId: number; buildingId: number },
  lines: readonly { productId: number; factor: Decimal }[],
): Promise<(string | null)[]> => {
  const products = [...new Set(lines.map(({ productId }) => productId))];
  const rows = await readEstimatePrices(trx, accountId, buildingId, products);
  const prices = new Map(rows.map((row) => [row.productId, row]));
  return lines.map((line) => estimateIn(line, prices.get(line.productId)));
};

/** Prices beside the lines of an order: of what the user may see, and not of the order itself. Two SQL statements. */
export const pricesOf = async (trx: Trx, receiver: Receiver, order: CheckedOrder): Promise<Prices[]> => {
  const products = [...new Set(order.lines.map(({ product }) => product.id))];
  const paid = await readPaid(trx, receiver, products, order.exceptId);
  const estimated = await readEstimatePrices(trx, receiver.session.accountId, order.buildingId, products);
  const rows = new Map(paid.map((row) => [`${row.which}/${row.productId}`, row]));
  const estimates = new Map(estimated.map((row) => [row.productId, row]));
  return order.lines.map((line) => ({
    index: line.index,
    lastPaid: paidIn(line, rows.get(`last/${line.product.id}`)),
    bestOfYear: paidIn(line, rows.get(`best/${line.product.id}`)),
    estimatePrice: estimateIn(line, estimates.get(line.product.id)),
  }));
};
