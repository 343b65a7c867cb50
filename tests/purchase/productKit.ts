import type { SeedKit } from '#tests/support/seedKit.ts';

/** A cost database with what its products refer to. */
export interface Shelf {
  accountId: number;
  catalogueId: number;
  tableId: number;
  unit: Record<'sc' | 'kg' | 'm³', number>;
  type: Record<'Material' | 'Mão de obra', number>;
  /** "Cimento, areia e brita" with two groups inside. */
  group: Record<'parent' | 'binders' | 'aggregates', number>;
  brand: Record<'Votoran' | 'Cauê', number>;
}

/** Inserts a cost database of the account's own, two product types, units, brands and a small tree of groups. */
export const openShelf = async (seed: SeedKit, accountId: number): Promise<Shelf> => {
  const insert = (table: string, row: Record<string, unknown>) => seed.insert(table, { account_id: accountId, ...row });
  const catalogueId = await insert('catalogues', { source: 'GO' });
  const parent = await insert('product_groups', { place: [1], name: 'Cimento, areia e brita' });
  const inside = (place: number, name: string) =>
    insert('product_groups', { parent_id: parent, place: [1, place], name });
  return {
    accountId,
    catalogueId,
    tableId: await insert('product_tables', { catalogue_id: catalogueId, name: 'Próprios', source: 'GO' }),
    unit: {
      sc: await insert('units', { acronyms: 'sc', description: 'Saco' }),
      kg: await insert('units', { acronyms: 'kg', description: 'Quilograma' }),
      'm³': await insert('units', { acronyms: 'm³', description: 'Metro cúbico' }),
    },
    type: {
      Material: await insert('product_types', { name: 'Material' }),
      'Mão de obra': await insert('product_types', { name: 'Mão de obra' }),
    },
    group: { parent, binders: await inside(1, 'Aglomerantes'), aggregates: await inside(2, 'Agregados') },
    brand: {
      Votoran: await insert('brands', { name: 'Votoran' }),
      Cauê: await insert('brands', { name: 'Cauê' }),
    },
  };
};

export interface ProductSeed {
  code: string;
  name: string;
  unit?: keyof Shelf['unit'];
  type?: keyof Shelf['type'];
  group?: keyof Shelf['group'] | null;
  brand?: keyof Shelf['brand'];
  price?: string | null;
  active?: boolean;
  tableId?: number;
  catalogueId?: number;
}

/** Inserts a product as the services store it. Returns its id. */
export const stock = async (seed: SeedKit, shelf: Shelf, product: ProductSeed): Promise<number> => {
  const { code, name, unit = 'sc', type = 'Material', group = null, brand, price = null, active = true } = product;
  const owned = { account_id: shelf.accountId };
  const definition = await seed.insert('product_definitions', {
    ...owned,
    catalogue_id: product.catalogueId ?? shelf.catalogueId,
    code,
    name,
    unit_id: shelf.unit[unit],
    product_type_id: shelf.type[type],
    product_group_id: group && shelf.group[group],
  });
  if (brand) {
    const row = [shelf.accountId, definition, shelf.brand[brand]];
    await seed.sql('insert into product_brands (account_id, definition_id, brand_id) values ($1, $2, $3)', row);
  }
  const table = product.tableId ?? shelf.tableId;
  return seed.insert('products', { ...owned, product_table_id: table, definition_id: definition, price, active });
};

/** Inserts a month of published prices for one state. Returns its cost database and catalogue. */
export const publish = async (
  seed: SeedKit,
  { accountId }: Shelf,
  month: string,
  state = 'SP',
): Promise<{ tableId: number; catalogueId: number }> => {
  const owned = { account_id: accountId };
  const [known] = await seed.sql<{ id: string }>(
    `select id from catalogues where account_id = $1 and source = 'SINAPI' and month = $2`,
    [accountId, month],
  );
  const catalogueId = known ? Number(known.id) : await seed.insert('catalogues', { ...owned, source: 'SINAPI', month });
  const row = { catalogue_id: catalogueId, source: 'SINAPI', state, regime: 'SD' };
  return {
    catalogueId,
    tableId: await seed.insert('product_tables', { ...owned, ...row, name: `SINAPI ${state} ${month}` }),
  };
};
