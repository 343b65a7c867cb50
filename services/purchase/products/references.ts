import { sql } from 'kysely';
import type { ProductBody } from '#schema/purchase/products.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Rows that a product refers to, by their keys; what is left out of a body stays as it is. */
export interface References {
  unit: number;
  productType: number;
  productGroup: number | null;
  purchaseUnit: number | null;
  brands: readonly number[];
}

type Kind = 'unit' | 'productType' | 'productGroup' | 'brand';

interface Found {
  kind: Kind;
  id: number;
  active: boolean;
  /** A group that has groups inside. */
  parent: boolean;
}

/** What a body refers to; `before` is what the product refers to now. */
export const referencesOf = (body: Partial<ProductBody>, before?: References): References => {
  const { unit, productType, productGroup, purchaseUnit, brands } = body;
  return {
    unit: unit?.id ?? before?.unit ?? 0,
    productType: productType?.id ?? before?.productType ?? 0,
    productGroup: productGroup === undefined ? (before?.productGroup ?? null) : (productGroup?.id ?? null),
    purchaseUnit: purchaseUnit === undefined ? (before?.purchaseUnit ?? null) : (purchaseUnit?.id ?? null),
    brands: brands === undefined ? (before?.brands ?? []) : [...new Set(brands.map(({ id }) => id))],
  };
};

const keys = (...ids: (number | null)[]): number[] => ids.filter((id): id is number => id !== null);

/** Finds all rows that a product refers to in one statement, and holds its group against getting groups inside. */
const find = async (trx: Trx, accountId: number, wanted: References): Promise<Map<string, Found>> => {
  if (wanted.productGroup !== null) {
    await sql`select from product_groups where account_id = ${accountId} and id = ${wanted.productGroup} for share`.execute(
      trx,
    );
  }
  const { rows } = await sql<Found>`
    select 'unit' as kind, id, active, false as parent from units
     where account_id = ${accountId} and id = any(${keys(wanted.unit, wanted.purchaseUnit)}::bigint[])
    union all
    select 'productType', id, active, false from product_types
     where account_id = ${accountId} and id = ${wanted.productType}
    union all
    select 'productGroup', g.id, g.active, exists (
             select from product_groups c where c.account_id = g.account_id and c.parent_id = g.id)
      from product_groups g where g.account_id = ${accountId} and g.id = any(${keys(wanted.productGroup)}::bigint[])
    union all
    select 'brand', id, active, false from brands
     where account_id = ${accountId} and id = any(${[...wanted.brands]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]));
};

export const NOT_FOUND: Record<Kind, string> = {
  unit: 'Unidade não encontrada.',
  productType: 'Tipo de insumo não encontrado.',
  productGroup: 'Grupo de insumos não encontrado.',
  brand: 'Marca não encontrada.',
};
export const INACTIVE: Record<Kind, string> = {
  unit: 'Esta unidade está inativa.',
  productType: 'Este tipo de insumo está inativo.',
  productGroup: 'Este grupo de insumos está inativo.',
  brand: 'Esta marca está inativa.',
};
export const GROUP_IS_PARENT = 'Este grupo tem subgrupos: escolha um deles. Insumos ficam nos grupos do último nível.';

/** Problems with what a product refers to. An inactive row that it already refers to may stay. */
export const referenceProblems = async (
  trx: Trx,
  accountId: number,
  wanted: References,
  before?: References,
): Promise<FieldError[]> => {
  const found = await find(trx, accountId, wanted);
  const check = (path: string, kind: Kind, id: number | null, was: number | null | undefined): FieldError[] => {
    if (id === null) return [];
    const row = found.get(`${kind}/${id}`);
    if (!row) return [{ path, message: NOT_FOUND[kind] }];
    if (id === was) return [];
    if (row.parent) return [{ path, message: GROUP_IS_PARENT }];
    return row.active ? [] : [{ path, message: INACTIVE[kind] }];
  };
  return [
    ...check('unit', 'unit', wanted.unit, before?.unit),
    ...check('productType', 'productType', wanted.productType, before?.productType),
    ...check('productGroup', 'productGroup', wanted.productGroup, before?.productGroup),
    ...check('purchaseUnit', 'unit', wanted.purchaseUnit, before?.purchaseUnit),
    ...wanted.brands.flatMap((id, index) =>
      check(`brands.${index}`, 'brand', id, before?.brands.includes(id) ? id : undefined),
    ),
  ];
};
