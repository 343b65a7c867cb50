import { sql } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import type { productEndpoints } from '#schema/purchase/products.rest.ts';
import type { Importing } from '../../../platform/register/import/importer.ts';
import { refuse, type Line } from '../../../platform/register/import/lines.ts';
import { matchLines } from '../../../platform/register/import/match.ts';
import { keysOf } from '../../../platform/register/import/references.ts';
import { factorOf, lockTable, priceOf, purchaseProblems } from '../save.ts';

/** A product of the cost database that is imported into. */
export interface StoredProduct {
  id: number;
  definition_id: number;
  code_keys: string[];
  name: string;
  name_key: string;
  unit: number;
  productType: number;
  productGroup: number | null;
  purchaseUnit: number | null;
  purchaseFactor: string | null;
  leadTimeDays: number | null;
  price: string | null;
  brands: number[];
  active: boolean;
}

export type ProductLine = Line<StoredProduct>;

export type ProductImportRequest = BodyOf<typeof productEndpoints.import>;
export type ProductImporting = Importing<ProductImportRequest>;

/** What a line says, as it is kept; undefined where it says nothing. */
export interface ProductValues {
  code: string | undefined;
  name: string | undefined;
  unit: number | undefined;
  productType: number | undefined;
  productGroup: number | undefined;
  purchaseUnit: number | undefined;
  purchaseFactor: string | null | undefined;
  leadTimeDays: number | undefined;
  price: string | null | undefined;
  brands: readonly number[] | undefined;
  active: boolean | undefined;
}

const idOf = (value: unknown): number | undefined => (value as { id: number } | undefined)?.id;

export const valuesOf = ({ values }: ProductLine): ProductValues => ({
  code: values['code'] as string | undefined,
  name: values['name'] === undefined ? undefined : normalizeSpaces(values['name'] as string),
  unit: idOf(values['unit']),
  productType: idOf(values['productType']),
  productGroup: idOf(values['productGroup']),
  purchaseUnit: idOf(values['purchaseUnit']),
  purchaseFactor: values['purchaseFactor'] === undefined ? undefined : factorOf(values['purchaseFactor'] as string),
  leadTimeDays: values['leadTimeDays'] as number | undefined,
  price: values['price'] === undefined ? undefined : priceOf(values['price'] as string),
  brands: values['brands'] === undefined ? undefined : (values['brands'] as { id: number }[]).map(({ id }) => id),
  active: values['active'] as boolean | undefined,
});

const sorted = (ids: readonly number[]): string => [...new Set(ids)].sort((a, b) => a - b).join(',');

/** Fields in which a line differs. A code only finds its product: it may be that of one merged into it. */
export const changesOf = (line: ProductLine, stored: StoredProduct): string[] => {
  const { code: _code, brands, ...wanted } = valuesOf(line);
  const changed = Object.entries(wanted)
    .filter(([field, value]) => value !== undefined && value !== Reflect.get(stored, field))
    .map(([field]) => field);
  return brands !== undefined && sorted(brands) !== sorted(stored.brands) ? [...changed, 'brands'] : changed;
};

/** `product_definitions.name_key`: two names of one key mean the same product. */
const nameKey = (text: Parameters<NonNullable<Parameters<typeof keysOf>[2]>>[0]) =>
  sql`left(regexp_replace(search_key(${text}), '[^a-z0-9]', '', 'g'), 200)`;

const load = async (
  { trx, session, dryRun }: ProductImporting,
  table: { id: number; catalogueId: number },
  keys: { codes: readonly string[]; names: readonly string[] },
): Promise<StoredProduct[]> => {
  const { accountId } = session;
  const ofCatalogue = sql`account_id = ${accountId} and catalogue_id = ${table.catalogueId}`;
  const { rows } = await sql<StoredProduct>`
    with found as (
      select id from product_definitions where ${ofCatalogue} and code_key = any(${keys.codes}::text[])
      union select definition_id from product_aliases where ${ofCatalogue} and code_key = any(${keys.codes}::text[])
      union select id from product_definitions where ${ofCatalogue} and name_key = any(${keys.names}::text[]))
    select p.id, d.id as definition_id, d.name, d.name_key, d.unit_id as unit, d.product_type_id as "productType",
           d.product_group_id as "productGroup", d.purchase_unit_id as "purchaseUnit",
           d.purchase_factor as "purchaseFactor", d.lead_time_days as "leadTimeDays", p.price, p.active,
           d.code_key || array(select a.code_key from product_aliases a
             where a.account_id = d.account_id and a.definition_id = d.id) as code_keys,
           array(select b.brand_id from product_brands b
             where b.account_id = d.account_id and b.definition_id = d.id) as brands
      from found
      join product_definitions d on d.account_id = ${accountId} and d.id = found.id
      join products p on p.account_id = d.account_id and p.definition_id = d.id and p.product_table_id = ${table.id}
     order by p.id ${dryRun ? sql`` : sql`for no key update of p`}`.execute(trx);
  return rows;
};

/** Stand for units that are still to be made. */
const UNMADE = { unit: -1, purchaseUnit: -2 };

/** The rule of units that are bought in another one, over what the product would then be. */
const refusePurchase = (line: ProductLine): void => {
  const { existing, unmade } = line;
  const { unit, purchaseUnit, purchaseFactor } = valuesOf(line);
  const same = unmade.get('unit')?.[0] === unmade.get('purchaseUnit')?.[0];
  const problems = purchaseProblems({
    unit: unmade.has('unit') ? UNMADE.unit : (unit ?? existing?.unit ?? 0),
    purchaseUnit: unmade.has('purchaseUnit')
      ? same
        ? UNMADE.unit
        : UNMADE.purchaseUnit
      : (purchaseUnit ?? existing?.purchaseUnit ?? null),
    purchaseFactor: purchaseFactor ?? existing?.purchaseFactor ?? null,
  });
  for (const { path, message } of problems) refuse(line, path, message);
};

/** The cost database of the request. */
export const tableOf = ({ trx, session, request, dryRun }: ProductImporting) =>
  lockTable(trx, session.accountId, request.productTable.id, !dryRun);

/** Finds products by their code, or one of a product merged into it, else by name and unit. */
export const match = async (importing: ProductImporting, lines: readonly ProductLine[]): Promise<void> => {
  const table = await tableOf(importing);
  const textsOf = (field: 'code' | 'name') => lines.flatMap((line) => valuesOf(line)[field] ?? []);
  const codes = await keysOf(importing.trx, textsOf('code'));
  const names = await keysOf(importing.trx, textsOf('name'), nameKey);
  const keys = { codes: [...codes.values()], names: [...names.values()] };
  const rows = await load(importing, { id: table.id, catalogueId: table.catalogue_id }, keys);
  matchLines(lines, rows, {
    changesOf,
    ambiguous: 'Há mais de um insumo com este nome e esta unidade: informe o código.',
    identities: [
      {
        field: 'code',
        ofLine: (line) => codes.get(valuesOf(line).code ?? '') ?? null,
        ofRow: ({ code_keys }) => code_keys,
      },
      {
        field: 'name',
        ofLine: (line) => {
          const { name, unit } = valuesOf(line);
          const made = unit ?? line.unmade.get('unit')?.[0];
          return name === undefined || made === undefined ? null : `${names.get(name)}/${made}`;
        },
        ofRow: ({ name_key, unit }) => [`${name_key}/${unit}`],
      },
    ],
  });
  lines.forEach(refusePurchase);
};
