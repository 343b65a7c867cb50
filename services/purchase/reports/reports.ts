import { sql } from 'kysely';
import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import type { OrderSummary } from '#schema/purchase/orders/orders.rest.ts';
import { anyOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows, pagedRows } from '../../platform/reports/cursor.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { listOrders, totalOrders } from '../orders/list.ts';
import { ORDER_STATES } from '../orders/states.ts';

const SORT: Record<string, string> = { BUILDING: 'buildingName,date', SUPPLIER: 'supplierName,date' };

const orderGroup = (grouping: string, { buildingName, supplierName }: OrderSummary) => {
  if (grouping === 'BUILDING') return { group: buildingName };
  return grouping === 'SUPPLIER' ? { group: supplierName } : {};
};

/** Orders of the list, without canceled ones, which the sums of the list leave out too. */
const readOrders = async (trx: Trx, asked: Asked): Promise<Content> => {
  const { session, companyId, today, building, from, to, grouping } = asked;
  const reader = { session, companyId, today };
  const filter = { from, to, ...(building ? { building: building.id } : {}) };
  const { all, canceled, total } = await totalOrders(trx, reader, filter);
  const rows = async function* (): AsyncGenerator<Row> {
    const pages = pagedRows(({ page, size }) =>
      listOrders(trx, reader, { ...filter, page, size, sort: SORT[grouping] ?? 'date' }),
    );
    for await (const order of pages) {
      if (order.state === 'CANCELED') continue;
      yield {
        ...orderGroup(grouping, order),
        cells: [
          ...[
            order.date,
            order.document,
            order.supplierName,
            order.buildingName,
            ORDER_STATES[order.state],
            order.deliveryDate,
          ],
          ...[order.documentNumbers.join(', '), String(order.receivedPercentage), order.total],
        ],
      };
    }
  };
  return {
    columns: [
      { title: 'Data', kind: 'DATE', width: 14 },
      { title: 'Pedido', kind: 'TEXT', width: 12 },
      { title: 'Fornecedor', kind: 'TEXT', width: 28 },
      { title: 'Obra', kind: 'TEXT', width: 26 },
      { title: 'Situação', kind: 'TEXT', width: 16 },
      { title: 'Entrega', kind: 'DATE', width: 12 },
      { title: 'Notas', kind: 'TEXT', width: 20 },
      { title: 'Recebido', kind: 'PERCENT', width: 11 },
      { title: 'Valor', kind: 'MONEY', width: 16, sum: true },
    ],
    rows: rows(),
    ...(canceled > 0 ? { notes: ['Pedidos cancelados não aparecem nem contam.'] } : {}),
    summary: {
      count: all - canceled,
      totals: ['Total', null, null, null, null, null, null, null, total],
    },
  };
};

interface Price {
  day: string;
  code: string;
  name: string;
  unit: string;
  list: string;
  price: string | null;
  before: string | null;
}

/** In percent, two places half-even; null where there is no price to compare with, or that one is zero. */
const change = ({ price, before }: Price): string | null => {
  if (price === null || before === null || toDecimal(before).isZero()) return null;
  return roundHalfEven(toDecimal(price).div(toDecimal(before)).sub(1).mul(100), 2);
};

/** Prices that products of the account were given in the period, each beside the one before it. */
const readPrices = async (trx: Trx, { session, from, to }: Asked): Promise<Content> => {
  const statement = sql<Price>`
    select h.day, d.code, d.name, u.acronyms as unit, s.name as list, h.price::text as price, h.before::text as before from (
      select x.product_id, x.day, x.price, lag(x.price) over (partition by x.product_id order by x.day) as before
        from product_prices x where x.account_id = ${session.accountId} and x.day <= ${to}::date) h
      join products p on p.account_id = ${session.accountId} and p.id = h.product_id
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      join units u on u.account_id = d.account_id and u.id = d.unit_id
      join product_tables s on s.account_id = p.account_id and s.id = p.product_table_id
     where h.day >= ${from}::date order by search_key(d.name), d.code, p.id, h.day`;
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const row of cursorRows(trx, statement))
      yield { cells: [row.day, row.code, row.name, row.unit, row.list, row.before, row.price, change(row)] };
  };
  return {
    columns: [
      { title: 'Data', kind: 'DATE', width: 12 },
      { title: 'Código', kind: 'TEXT', width: 14 },
      { title: 'Insumo', kind: 'TEXT', width: 46 },
      { title: 'Unidade', kind: 'TEXT', width: 10 },
      { title: 'Tabela', kind: 'TEXT', width: 22 },
      { title: 'Preço anterior', kind: 'PRICE', width: 14 },
      { title: 'Preço', kind: 'PRICE', width: 14 },
      { title: 'Variação', kind: 'PERCENT', width: 11 },
    ],
    rows: rows(),
  };
};

export const purchaseReports: readonly ReportDescription[] = [
  {
    ...{ report: 'orders', title: 'Pedidos e notas', group: 'PURCHASE' },
    description: 'Pedidos de compra, o que chegou e suas notas',
    ...{ access: anyOf('PURCHASE'), period: 'DAYS', building: 'OPTIONAL', landscape: true, read: readOrders },
    groupings: [
      { grouping: 'NONE', title: 'Sem grupos' },
      { grouping: 'BUILDING', title: 'Obra' },
      { grouping: 'SUPPLIER', title: 'Fornecedor' },
    ],
  },
  {
    ...{ report: 'price-history', title: 'Histórico de preços', group: 'PURCHASE' },
    description: 'Preços que os insumos receberam, ao lado do anterior',
    ...{ access: anyOf('PURCHASE', 'ENGINEERING'), period: 'DAYS', landscape: true, read: readPrices },
  },
];
