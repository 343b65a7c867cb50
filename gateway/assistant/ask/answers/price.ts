import { counted, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatDate } from '#domain/dates.ts';
import type { Answer, Asking } from '../asking.ts';
import { answer, listAt, part, PATHS, say, strong } from '../words.ts';
import { readPurchases } from './bought.ts';

interface Table {
  id: string;
  name: string;
  active: boolean;
}
interface Product {
  id: string;
  name: string;
  price: string | null;
  unit: { acronyms: string } | null;
  figures: { priceDay: string | null } | null;
}
interface Found {
  table: Table;
  totalElements: number;
  content: Product[];
}

/** Cost databases that are looked through, in the order of the screen. */
const MOST_TABLES = 5;

const TABLES = `query AssistantProductTables {
  productTables(size: 100, sort: [{ id: "source" }, { id: "name" }]) { content { id name active } }
}`;
const PRODUCTS = `query AssistantPrices($search: String!, $table: ID!) {
  products(size: 6, filter: { search: $search, productTable: $table, active: true }) {
    totalElements content { id name price unit { acronyms } figures { priceDay } }
  }
}`;

/** What fits in each cost database: a list shows one of them at a time. */
const findIn = async (search: string, { query }: Asking): Promise<Found[]> => {
  const { productTables } = await query<{ productTables: { content: Table[] } | null }>(TABLES, {});
  const tables = (productTables?.content ?? []).filter(({ active }) => active).slice(0, MOST_TABLES);
  const found = await Promise.all(
    tables.map(async (table) => {
      const { products } = await query<{ products: Omit<Found, 'table'> | null }>(PRODUCTS, {
        ...{ search, table: table.id },
      });
      return { table, totalElements: products?.totalElements ?? 0, content: products?.content ?? [] };
    }),
  );
  return found.filter(({ totalElements }) => totalElements > 0);
};

const priced = ({ price, unit }: Product): string =>
  price === null ? 'sem preço' : `${formatUnitPrice(price)} por ${unit?.acronyms ?? 'unidade'}`;

/** Prices of the register, of the first cost database that has the input, and the last one paid. */
export const price: Answer = async (request, asking) => {
  const search = request.said.product ?? '';
  const [found, { content: purchases }] = [
    await findIn(search, asking),
    await readPurchases(request, asking, undefined, 1),
  ];
  const [first, ...others] = found;
  const [row] = first?.content ?? [];
  if (!first || !row) return answer(request.intent.name, say`Não encontrei insumo com ${strong(search)} no nome.`);
  const listOf = ({ table }: Found, id?: string): string =>
    listAt(PATHS.products, { search, productTable: table.id, id });
  const [last] = purchases;
  const paidLast = last
    ? [
        part(
          `Último pago, ${formatDate(last.date)}, ${last.supplier.name}, por ${last.unit}`,
          formatUnitPrice(last.price),
          'NEUTRAL',
          listAt(PATHS.purchases, { product: last.product.id, building: 'all' }),
        ),
      ]
    : [];
  const single = first.totalElements === 1;
  return answer(
    request.intent.name,
    single
      ? say`${strong(row.name)}: ${strong(priced(row))}${row.figures?.priceDay ? ` desde ${formatDate(row.figures.priceDay)}` : ''}.`
      : say`Há ${strong(counted(first.totalElements, 'insumo'))} com ${strong(search)} no nome em ${first.table.name}.`,
    {
      parts: [
        ...(single ? [] : first.content.map((one) => part(one.name, priced(one), 'NEUTRAL', listOf(first, one.id)))),
        ...others.map((one) =>
          part(`Em ${one.table.name}`, counted(one.totalElements, 'insumo'), 'NEUTRAL', listOf(one)),
        ),
        ...paidLast,
      ],
      links: [{ label: 'Abrir Insumos', to: listOf(first) }],
      scope: 'Preços das tabelas de insumos em uso, e a última nota recebida',
    },
  );
};
