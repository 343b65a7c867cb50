import { sql } from 'kysely';
import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Product, ProductBody } from '#schema/purchase/products.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { conflict, notFound, ruleBroken, staleVersion, type FieldError } from '../../platform/errors.ts';
import { repriceUsers } from '../../engineering/tasks/reprice.ts';
import { recordPrice } from './prices.ts';
import { GROUP_IS_PARENT, referenceProblems, referencesOf, type References } from './references.ts';
import { PRODUCT_NOT_FOUND, readProduct, readProductsById } from './rows.ts';

const ENTITY = 'product';
export const PUBLISHED = 'Os insumos do SINAPI só mudam por importação. Copie-o para uma tabela própria.';

const refuse = (problems: readonly FieldError[]): void => {
  const [first] = problems;
  if (first) throw ruleBroken(problems.length === 1 ? first.message : 'Confira os campos indicados.', problems);
};

/** A price as it is kept: four places, and none where it is 0. */
export const priceOf = (price: string | null): string | null =>
  price === null || toDecimal(price).isZero() ? null : roundHalfEven(toDecimal(price), 4);

export const factorOf = (factor: string | null): string | null =>
  factor === null ? null : roundHalfEven(toDecimal(factor), 6);

interface Table {
  id: number;
  catalogue_id: number;
}

/** The cost database of new products, held until the end: codes are given one after the other. A check holds nothing. */
export const lockTable = async (trx: Trx, accountId: number, id: number, held = true): Promise<Table> => {
  const { rows } = await sql<Table & { source: string; active: boolean }>`
    select id, catalogue_id, source, active from product_tables
     where account_id = ${accountId} and id = ${id} ${held ? sql`for no key update` : sql``}`.execute(trx);
  const [table] = rows;
  const path = 'productTable';
  if (!table) refuse([{ path, message: 'Tabela de insumos não encontrada.' }]);
  else if (table.source !== 'GO') refuse([{ path, message: 'As tabelas do SINAPI só mudam por importação.' }]);
  else if (!table.active) refuse([{ path, message: 'Esta tabela de insumos está inativa.' }]);
  else return table;
  throw new Error('refused');
};

/** The number after the last one that a product of the catalogue has, or had before it was merged; at least four digits. */
export const nextCode = async (trx: Trx, accountId: number, catalogueId: number): Promise<string> => {
  const { rows } = await sql<{ next: number }>`
    select 1 + greatest(
      (select number from product_definitions
        where account_id = ${accountId} and catalogue_id = ${catalogueId} and number is not null
        order by number desc limit 1),
      (select max(code::bigint) from product_aliases
        where account_id = ${accountId} and catalogue_id = ${catalogueId} and code ~ '^[0-9]{1,9}$'), 0) as next`.execute(
    trx,
  );
  return String(rows[0]?.next ?? 1).padStart(4, '0');
};

/** @throws ServiceError 409 naming the product that has the code, or has it since a merge */
const requireFreeCode = async (
  trx: Trx,
  accountId: number,
  { catalogueId, code, definitionId = 0 }: { catalogueId: number; code: string; definitionId?: number },
): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select name from product_definitions
     where account_id = ${accountId} and catalogue_id = ${catalogueId} and code_key = search_key(${code})
       and id <> ${definitionId}
    union all
    select d.name from product_aliases a
      join product_definitions d on d.account_id = a.account_id and d.id = a.definition_id
     where a.account_id = ${accountId} and a.catalogue_id = ${catalogueId} and a.code_key = search_key(${code})`.execute(
    trx,
  );
  const [other] = rows;
  if (!other) return;
  const message = `Já existe um insumo com este código: ${other.name}.`;
  throw conflict(message, [{ path: 'code', message }]);
};

interface Purchase {
  unit: number;
  purchaseUnit: number | null;
  purchaseFactor: string | null;
}

export const purchaseProblems = ({ unit, purchaseUnit, purchaseFactor }: Purchase): FieldError[] => {
  if (purchaseUnit === null && purchaseFactor === null) return [];
  if (purchaseFactor === null)
    return [{ path: 'purchaseFactor', message: 'Informe quantas unidades a unidade de compra contém.' }];
  if (purchaseUnit === null) return [{ path: 'purchaseUnit', message: 'Informe a unidade de compra.' }];
  if (toDecimal(purchaseFactor).isZero())
    return [{ path: 'purchaseFactor', message: 'Informe um fator maior que zero.' }];
  if (purchaseUnit === unit)
    return [{ path: 'purchaseUnit', message: 'A unidade de compra deve ser diferente da unidade do insumo.' }];
  return [];
};

const saveBrands = async (
  trx: Trx,
  accountId: number,
  definitionId: number,
  brands: readonly number[],
): Promise<void> => {
  await sql`
    with gone as (
      delete from product_brands where account_id = ${accountId} and definition_id = ${definitionId}
        and brand_id <> all(${[...brands]}::bigint[]))
    insert into product_brands (account_id, definition_id, brand_id)
    select ${accountId}, ${definitionId}, brand from unnest(${[...brands]}::bigint[]) as brand
    on conflict do nothing`.execute(trx);
};

/** What the history tells of a product. */
export const told = ({ id: _id, account: _account, version: _version, ...fields }: Product): Record<string, unknown> =>
  fields;

export const createProduct = async (trx: Trx, work: Work, body: ProductBody): Promise<Product> => {
  const { accountId } = work.session;
  const wanted = referencesOf(body);
  const purchaseFactor = factorOf(body.purchaseFactor ?? null);
  const table = await lockTable(trx, accountId, body.productTable.id);
  refuse([...(await referenceProblems(trx, accountId, wanted)), ...purchaseProblems({ ...wanted, purchaseFactor })]);
  const code = body.code ?? (await nextCode(trx, accountId, table.catalogue_id));
  if (body.code !== undefined) await requireFreeCode(trx, accountId, { catalogueId: table.catalogue_id, code });
  const price = priceOf(body.price ?? null);
  const definition = await trx
    .insertInto('product_definitions')
    .values({
      account_id: accountId,
      catalogue_id: table.catalogue_id,
      code,
      name: normalizeSpaces(body.name),
      unit_id: wanted.unit,
      product_type_id: wanted.productType,
      product_group_id: wanted.productGroup,
      purchase_unit_id: wanted.purchaseUnit,
      purchase_factor: purchaseFactor,
      lead_time_days: body.leadTimeDays ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('products')
    .values({
      account_id: accountId,
      product_table_id: table.id,
      definition_id: definition.id,
      price,
      ...(body.active === undefined ? {} : { active: body.active }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (wanted.brands.length > 0) await saveBrands(trx, accountId, definition.id, wanted.brands);
  const day = work.clock.today();
  if (price !== null) await recordPrice(trx, { account_id: accountId, product_id: id, day, price }, 'TYPED');
  const made = await readProduct(trx, accountId, id);
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: told(made) });
  return made;
};

interface Stored {
  id: number;
  definition_id: number;
  catalogue_id: number;
  source: string;
  version: number;
}

/** Products of the account's own that are about to change, held until the end of the transaction. */
export const lockProducts = async (
  trx: Trx,
  accountId: number,
  wanted: readonly { id: number; version?: number | undefined }[],
): Promise<Stored[]> => {
  const ids = wanted.map(({ id }) => id);
  const { rows } = await sql<Stored>`
    select p.id, p.definition_id, p.version, t.catalogue_id, t.source
      from products p join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
     where p.account_id = ${accountId} and p.id = any(${ids}::bigint[])
     order by p.id for no key update of p`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ id, version }) => {
    const row = byId.get(id);
    if (!row) throw notFound(PRODUCT_NOT_FOUND);
    if (row.source !== 'GO') throw ruleBroken(PUBLISHED);
    if (version !== undefined && version !== row.version) throw staleVersion();
    return row;
  });
};

const referencesBefore = ({ unit, productType, productGroup, purchaseUnit, brands }: Product): References => ({
  unit: unit.id,
  productType: productType.id,
  productGroup: productGroup?.id ?? null,
  purchaseUnit: purchaseUnit?.id ?? null,
  brands: brands.map(({ id }) => id),
});

const requireSameTable = (before: Product, body: ProductBody): void => {
  if (body.productTable.id === before.productTable.id) return;
  const message = 'Um insumo não muda de tabela. Copie-o para a outra.';
  throw ruleBroken(message, [{ path: 'productTable', message }]);
};

export const differences = (before: Product, after: Product): Record<string, [unknown, unknown]> => {
  const was = told(before);
  return Object.fromEntries(
    Object.entries(told(after))
      .filter(([field, value]) => JSON.stringify(was[field]) !== JSON.stringify(value))
      .map(([field, value]) => [field, [was[field], value]]),
  );
};

export const updateProduct = async (
  trx: Trx,
  work: Work,
  body: ProductBody & { id: number; version?: number },
): Promise<Product> => {
  const { accountId } = work.session;
  const [stored] = await lockProducts(trx, accountId, [body]);
  if (!stored) throw notFound(PRODUCT_NOT_FOUND);
  const before = await readProduct(trx, accountId, body.id);
  requireSameTable(before, body);
  const current = referencesBefore(before);
  const wanted = referencesOf(body, current);
  const purchaseFactor = body.purchaseFactor === undefined ? before.purchaseFactor : factorOf(body.purchaseFactor);
  refuse([
    ...(await referenceProblems(trx, accountId, wanted, current)),
    ...purchaseProblems({ ...wanted, purchaseFactor }),
  ]);
  const { definition_id: definitionId, catalogue_id: catalogueId } = stored;
  if (body.code !== undefined && body.code !== before.code) {
    await requireFreeCode(trx, accountId, { catalogueId, code: body.code, definitionId });
  }
  const price = body.price === undefined ? before.price : priceOf(body.price);
  await trx
    .updateTable('product_definitions')
    .set({
      code: body.code ?? before.code,
      name: normalizeSpaces(body.name),
      unit_id: wanted.unit,
      product_type_id: wanted.productType,
      product_group_id: wanted.productGroup,
      purchase_unit_id: wanted.purchaseUnit,
      purchase_factor: purchaseFactor,
      lead_time_days: body.leadTimeDays === undefined ? before.leadTimeDays : body.leadTimeDays,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', definitionId)
    .execute();
  await sql`update products set price = ${price}, active = ${body.active ?? before.active}, version = version + 1
    where account_id = ${accountId} and id = ${body.id}`.execute(trx);
  if (body.brands !== undefined) await saveBrands(trx, accountId, definitionId, wanted.brands);
  if (price !== before.price) {
    const day = work.clock.today();
    await recordPrice(trx, { account_id: accountId, product_id: body.id, day, price }, 'TYPED');
    await repriceUsers(trx, work, [body.id]);
  }
  const after = await readProduct(trx, accountId, body.id);
  work.audit({ action: 'update', entity: ENTITY, entityId: body.id, details: differences(before, after) });
  return after;
};

const requireLeaf = async (trx: Trx, accountId: number, productGroup: number | null): Promise<void> => {
  if (productGroup === null) return;
  const { rows } = await sql<{ parent: boolean }>`
    select exists (select from product_groups c where c.account_id = g.account_id and c.parent_id = g.id) as parent
      from product_groups g where g.account_id = ${accountId} and g.id = ${productGroup} and g.active for share of g`.execute(
    trx,
  );
  const [group] = rows;
  if (!group) refuse([{ path: 'productGroup', message: 'Grupo de insumos não encontrado.' }]);
  else if (group.parent) refuse([{ path: 'productGroup', message: GROUP_IS_PARENT }]);
};

export interface Changes {
  products: readonly { id: number; version: number }[];
  productGroup?: { id: number } | null | undefined;
  active?: boolean | undefined;
}

/** Moves products to a group, or switches them on or off, all or none. */
export const changeProducts = async (
  trx: Trx,
  work: Work,
  { products, productGroup, active }: Changes,
): Promise<Product[]> => {
  const { accountId } = work.session;
  const stored = await lockProducts(trx, accountId, products);
  const ids = stored.map(({ id }) => id);
  const before = await readProductsById(trx, accountId, ids);
  if (productGroup !== undefined) {
    const group = productGroup?.id ?? null;
    await requireLeaf(trx, accountId, group);
    const definitions = stored.map((row) => row.definition_id);
    await sql`update product_definitions set product_group_id = ${group}
      where account_id = ${accountId} and id = any(${definitions}::bigint[])`.execute(trx);
  }
  await sql`update products set active = coalesce(${active ?? null}::boolean, active), version = version + 1
    where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(trx);
  const after = await readProductsById(trx, accountId, ids);
  after.forEach((product, index) => {
    const was = before[index];
    if (was) work.audit({ action: 'update', entity: ENTITY, entityId: product.id, details: differences(was, product) });
  });
  return after;
};
