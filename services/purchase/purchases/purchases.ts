import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import { normalizeSpaces } from '#domain/text.ts';
import {
  purchaseEndpoints,
  type Purchase,
  type PurchasePage,
  type PurchasesQuery,
} from '#schema/purchase/purchases.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { implement } from '../../platform/http/route.ts';
import { orderAndCut, page, readListQuery } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../orders/access.ts';

const rules = {
  sortable: {
    date: 'd.received_date',
    ...{ product: 'f.name', supplier: 'p.name', building: 'b.name', document: 'o.document' },
    value: sql`x.landed_value - x.returned_value`,
  },
  ...{ defaultSort: 'date:desc', key: 'd.id', maxSize: 500 },
};

/** What was received, in the order `o`, delivery `d` and its line `x`, which is the line `l` of the order. */
const RECEIVED = sql`
  from orders o
  join order_deliveries d on d.account_id = o.account_id and d.order_id = o.id
  join order_delivery_lines x on x.account_id = d.account_id and x.delivery_id = d.id and x.returned_quantity < x.quantity
  join order_lines l on l.account_id = x.account_id and l.id = x.line_id`;

/** The same with the product `r` as it is now, `f`. */
export const PURCHASE_TABLES = sql`${RECEIVED}
  join products r on r.account_id = l.account_id and r.id = l.product_id
  join product_definitions f on f.account_id = r.account_id and f.id = r.definition_id`;

const wordsOf = (search: string | undefined): string[] =>
  normalizeSpaces(search ?? '')
    .split(' ')
    .filter((word) => word !== '');

/** Words of the product's name or code as it is now, in any order. */
const named = (search: string | undefined): RawBuilder<unknown>[] =>
  wordsOf(search).map((word) => sql`position(search_key(${word}) in search_key(f.code || ' ' || f.name)) > 0`);

/** Conditions on PURCHASE_TABLES: orders that the user may see, and the filters of the list. */
export const purchaseConditions = (session: Session, companyId: number, query: PurchasesQuery): RawBuilder<unknown> =>
  sql.join(
    [
      visible(session, companyId),
      ...named(query.search),
      ...(query.product === undefined ? [] : [sql`l.product_id = ${query.product}`]),
      ...(query.supplier === undefined ? [] : [sql`o.partner_id = ${query.supplier}`]),
      ...(query.building === undefined ? [] : [sql`o.building_id = ${query.building}`]),
      ...(query.from === undefined ? [] : [sql`d.received_date >= ${query.from}::date`]),
      ...(query.to === undefined ? [] : [sql`d.received_date <= ${query.to}::date`]),
    ],
    sql` and `,
  );

/** Per unit, four places half-even. */
export const priceOf = ({ value, quantity }: Pick<Purchase, 'value' | 'quantity'>): string =>
  roundHalfEven(toDecimal(value).div(toDecimal(quantity)), 4);

/** A page of what was bought, and the sum of all that matches; two statements. */
const listPurchases = async (
  trx: Trx,
  session: Session,
  companyId: number,
  query: PurchasesQuery,
): Promise<PurchasePage> => {
  const list = readListQuery({ page: query.page, size: query.size, sort: query.sort }, rules);
  const where = purchaseConditions(session, companyId, query);
  const { rows } = await sql<Omit<Purchase, 'price'>>`
    select d.id || '-' || x.line_id as id, d.received_date as date,
           json_build_object('id', o.id, 'document', o.document) as "order", d.document_number as "documentNumber",
           json_build_object('id', p.id, 'name', p.name) as supplier,
           json_build_object('id', b.id, 'name', b.name) as building,
           json_build_object('id', r.id, 'code', f.code, 'name', f.name) as product,
           (x.quantity - x.returned_quantity)::text as quantity, u.acronyms as unit,
           (x.landed_value - x.returned_value)::text as value
      ${PURCHASE_TABLES}
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join units u on u.account_id = l.account_id and u.id = l.unit_id
     where ${where} ${orderAndCut(list, sql`x.line_id`)}`.execute(trx);
  const received = wordsOf(query.search).length > 0 ? PURCHASE_TABLES : RECEIVED;
  const { rows: sums } = await sql<{ count: number; total: string; products: number }>`
    select coalesce(sum(f.count), 0)::bigint as count, coalesce(sum(f.value), 0.00) as total, count(*) as products
      from (select l.product_id, count(*) as count, sum(x.landed_value - x.returned_value) as value
              ${received} where ${where} group by l.product_id) f`.execute(trx);
  const content = rows.map((row) => ({ ...row, price: priceOf(row) }));
  const { count = 0, total = '0.00', products = 0 } = sums[0] ?? {};
  return { ...page(list, content, count), total, products };
};

/** What was bought, by the notas that were received. */
export const purchases = async (app: FastifyInstance): Promise<void> => {
  implement(app, purchaseEndpoints.list, ({ session, params, query, read }) =>
    read((trx) => listPurchases(trx, session, params.companyId, query)),
  );
};
