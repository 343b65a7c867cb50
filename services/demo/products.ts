import type pg from 'pg';
import { addDays, addMonths, type IsoDate } from '#domain/dates.ts';
import { Decimal } from '#domain/decimal.ts';
import { PRODUCT_GROUPS, type DemoGroup, type DemoProduct } from './data/products.ts';
import { insertRows, reserveIds, type Row } from './insert.ts';
import { randomFor, type Random } from './random.ts';

/** Ids of the registers that products refer to, by name. */
export interface ProductPlace {
  accountId: number;
  catalogueId: number;
  tableId: number;
  type: (name: string) => number;
  unit: (acronyms: string) => number;
  brand: (name: string) => number;
}

/** An inserted product, as compositions refer to it. */
export interface PlacedProduct {
  id: number;
  price: string | null;
}

interface Planned {
  name: string;
  price: string | null;
  active: boolean;
  group: number | null;
  type: DemoGroup['type'];
  leadTime?: number | undefined;
  product: Pick<DemoProduct, 'unit' | 'brand' | 'purchase'>;
}

/** Entered twice, as happens: suggested for merging. */
const DOUBLES: readonly { name: string; unit: string; price: string | null }[] = [
  { name: 'CIMENTO CPII E 32', unit: 'sc', price: '36.50' },
  { name: 'Areia Media Lavada', unit: 'm³', price: '142.00' },
  { name: 'ARGAMASSA COLANTE AC-III 20KG', unit: 'sc', price: null },
];
/** No longer bought. */
const RETIRED = ['Telha de amianto 2,44 m', 'Lâmpada fluorescente 40 W', 'Tinta látex PVA 18 L', 'Disjuntor NEMA 30 A'];

const planOf = (groupIds: (name: string) => number): Planned[] => {
  const listed = Object.values(PRODUCT_GROUPS)
    .flat()
    .flatMap(({ name: group, type, leadTime, products }) =>
      products.flatMap((product) =>
        Object.entries(product.prices).map(([variant, price]) => ({
          ...{
            name: product.name.replace('#', variant),
            price,
            active: true,
            group: groupIds(group),
            type,
            leadTime,
            product,
          },
        })),
      ),
    );
  const loose = { group: null, type: 'Material' as const };
  return [
    ...listed,
    ...DOUBLES.map(({ name, unit, price }) => ({ ...loose, name, price, active: true, product: { unit } })),
    ...RETIRED.map((name) => ({ ...loose, name, price: null, active: false, product: { unit: 'un' } })),
  ];
};

/** Inserts the groups, two levels of them. Returns their ids by name. */
const insertGroups = async (client: pg.Client, accountId: number): Promise<(name: string) => number> => {
  const tops = Object.entries(PRODUCT_GROUPS);
  const ids = await reserveIds(client, 'product_groups', tops.length + tops.flatMap(([, inside]) => inside).length);
  const next = ids.values();
  const byName = new Map<string, number>();
  const owned = { account_id: accountId, active: true, version: 1 };
  const rows = tops.flatMap(([name, inside], top): Row[] => {
    const id = next.next().value ?? 0;
    const children = inside.map((group, index) => {
      const child = next.next().value ?? 0;
      byName.set(group.name, child);
      return { ...owned, id: child, parent_id: id, place: [top + 1, index + 1], name: group.name };
    });
    return [{ ...owned, id, parent_id: null, place: [top + 1], name }, ...children];
  });
  await insertRows(client, 'product_groups', rows);
  return (name) => {
    const id = byName.get(name);
    if (id === undefined) throw new RangeError(`No product group ${name}`);
    return id;
  };
};

/** Prices of a year, the last one today's: each has drifted by up to 6 % from the next. */
const pricesOf = (price: string, seedDate: IsoDate, random: Random): { day: IsoDate; price: string }[] => {
  const count = random.int(4, 8);
  const days = Array.from({ length: count }, (_, index) =>
    addDays(addMonths(seedDate, -Math.floor(((index + 0.3) * 12) / count)), -random.int(0, 19)),
  );
  let now = new Decimal(price);
  return days.map((day) => {
    const row = { day, price: now.toFixed(4) };
    now = Decimal.max(now.times(1000 - random.int(-30, 60)).div(1000), '0.0001');
    return row;
  });
};

/** Inserts about three hundred products of the account's own, in groups, with the prices of a year; answers them by name. */
export const insertProducts = async (
  client: pg.Client,
  place: ProductPlace,
  seedDate: IsoDate,
): Promise<ReadonlyMap<string, PlacedProduct>> => {
  const random = randomFor('products');
  const { accountId, catalogueId, tableId } = place;
  const owned = { account_id: accountId };
  const plan = planOf(await insertGroups(client, accountId));
  const definitions = await reserveIds(client, 'product_definitions', plan.length);
  const products = await reserveIds(client, 'products', plan.length);
  const idOf = (ids: readonly number[], index: number): number => ids[index] ?? 0;
  await insertRows(
    client,
    'product_definitions',
    plan.map(({ name, group, type, leadTime, product: { unit, purchase } }, index) => ({
      ...{ ...owned, id: idOf(definitions, index), catalogue_id: catalogueId },
      ...{ code: String(index + 101).padStart(4, '0'), name, unit_id: place.unit(unit) },
      ...{ product_type_id: place.type(type), product_group_id: group },
      ...{ purchase_unit_id: purchase ? place.unit(purchase[0]) : null, purchase_factor: purchase?.[1] ?? null },
      lead_time_days: leadTime ?? null,
    })),
  );
  await insertRows(
    client,
    'products',
    plan.map(({ price, active }, index) => ({
      ...{ ...owned, id: idOf(products, index), product_table_id: tableId, definition_id: idOf(definitions, index) },
      ...{ price, active, version: 1 },
    })),
  );
  const branded = plan.flatMap(({ product: { brand } }, index) =>
    brand ? [{ ...owned, definition_id: idOf(definitions, index), brand_id: place.brand(brand) }] : [],
  );
  await insertLinks(client, branded);
  const prices = plan.flatMap(({ price }, index) =>
    price === null
      ? []
      : pricesOf(price, seedDate, random).map((row) => ({ ...owned, product_id: idOf(products, index), ...row })),
  );
  const priceIds = await reserveIds(client, 'product_prices', prices.length);
  await insertRows(
    client,
    'product_prices',
    prices.map((row, index) => ({ ...row, id: idOf(priceIds, index), origin: 'TYPED' })),
  );
  const placed = ({ price }: Planned, index: number): PlacedProduct => ({
    id: idOf(products, index),
    price: price === null ? null : new Decimal(price).toFixed(4),
  });
  return new Map(plan.map((product, index) => [product.name, placed(product, index)]));
};

/** Links have no id, which insertRows would override. */
const insertLinks = (client: pg.Client, rows: readonly Row[]): Promise<unknown> =>
  client.query(
    `insert into product_brands (account_id, definition_id, brand_id)
     select account_id, definition_id, brand_id from jsonb_populate_recordset(null::product_brands, $1)`,
    [JSON.stringify(rows)],
  );
