import { sql } from 'kysely';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { mayPurchase } from '../access.ts';
import type { LineDraft, OrderDraft } from './draft.ts';
import type { StoredOrder } from './read.ts';

/** What an order takes of a product. */
export interface OrderedProduct {
  id: number;
  code: string;
  name: string;
  active: boolean;
  unitId: number;
  purchaseUnitId: number | null;
  purchaseFactor: string | null;
}

interface Found {
  table: 'building' | 'partner' | 'category' | 'user' | 'brand' | 'stage';
  id: number;
  active: boolean;
  /** Of partners and categories. */
  type: string | null;
  /** Of stages. */
  buildingId: number | null;
}

export interface References {
  find: (table: Found['table'], id: number) => Found | undefined;
  product: (id: number) => OrderedProduct | undefined;
}

/** What refers to rows. */
interface Referring extends Pick<OrderDraft, 'buildingId' | 'supplierId' | 'categoryId' | 'buyerId'> {
  lines: Pick<LineDraft, 'productId' | 'brandId' | 'stageId'>[];
  /** Nothing is written: the products are not held. */
  reads?: true;
}

/** Products that lines name; `held` until the end of the SQL transaction against being deleted or merged. */
export const readProducts = async (
  trx: Trx,
  accountId: number,
  { ids, held }: { ids: readonly number[]; held: boolean },
): Promise<OrderedProduct[]> => {
  const { rows } = await sql<OrderedProduct>`
    select p.id, d.code, d.name, p.active, d.unit_id as "unitId", d.purchase_unit_id as "purchaseUnitId",
           d.purchase_factor::text as "purchaseFactor"
      from products p join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
     where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[])
     order by p.id ${held ? sql`for key share of p` : sql``}`.execute(trx);
  return rows;
};

/** Everything that a draft refers to, in two statements. */
export const findReferences = async (
  trx: Trx,
  { accountId }: Session,
  companyId: number,
  draft: Referring,
): Promise<References> => {
  const brands = draft.lines.flatMap(({ brandId }) => brandId ?? []);
  const stages = draft.lines.flatMap(({ stageId }) => stageId ?? []);
  const { rows } = await sql<Found>`
    select 'building' as "table", id, active, null as type, null::bigint as "buildingId" from buildings
     where account_id = ${accountId} and company_id = ${companyId} and id = ${draft.buildingId}
    union all select 'partner', id, active, type, null from partners
     where account_id = ${accountId} and id = ${draft.supplierId}
    union all select 'category', id, active, type, null from categories
     where account_id = ${accountId} and id = ${draft.categoryId}
    union all select 'user', id, active, null, null from users
     where account_id = ${accountId} and id = ${draft.buyerId} and not service
    union all select 'brand', id, active, null, null from brands
     where account_id = ${accountId} and id = any(${brands}::bigint[])
    union all select 'stage', id, true, null, building_id from cost_estimate_groups
     where account_id = ${accountId} and id = any(${stages}::bigint[])`.execute(trx);
  const products = await readProducts(trx, accountId, {
    ids: draft.lines.map(({ productId }) => productId),
    held: !draft.reads,
  });
  const index = new Map(rows.map((row) => [`${row.table}/${row.id}`, row]));
  const byId = new Map(products.map((row) => [row.id, row]));
  return { find: (table, id) => index.get(`${table}/${id}`), product: (id) => byId.get(id) };
};

const lineProblems = (
  { productId, unitId, brandId, stageId, before }: LineDraft,
  { path, buildingId, references }: { path: string; buildingId: number | null; references: References },
): FieldError[] => {
  const product = references.product(productId);
  const sameUnit = before?.product.id === productId && before.unit.id === unitId;
  const units = product ? [product.unitId, product.purchaseUnitId] : [];
  const brand = brandId === null ? undefined : references.find('brand', brandId);
  return [
    ...(product ? [] : [{ path: `${path}.product`, message: 'Insumo não encontrado.' }]),
    ...(product && !product.active && before?.product.id !== productId
      ? [{ path: `${path}.product`, message: 'Este insumo está inativo.' }]
      : []),
    ...(!product || unitId === undefined || sameUnit || units.includes(unitId)
      ? []
      : [{ path: `${path}.unit`, message: 'Use a unidade do insumo ou a sua unidade de compra.' }]),
    ...(brandId === null || brand ? [] : [{ path: `${path}.brand`, message: 'Marca não encontrada.' }]),
    ...(brand && !brand.active && before?.brand?.id !== brandId
      ? [{ path: `${path}.brand`, message: 'Esta marca está inativa.' }]
      : []),
    ...(stageId === null || buildingId === null || references.find('stage', stageId)?.buildingId === buildingId
      ? []
      : [{ path: `${path}.costEstimateGroup`, message: 'Etapa não encontrada nesta obra.' }]),
  ];
};

const headerProblems = (
  draft: OrderDraft,
  before: StoredOrder | undefined,
  { session, companyId, references: { find } }: { session: Session; companyId: number; references: References },
): FieldError[] => {
  const building = find('building', draft.buildingId);
  const supplier = find('partner', draft.supplierId);
  const category = draft.categoryId === null ? undefined : find('category', draft.categoryId);
  const one = (wrong: boolean, path: string, message: string) => (wrong ? [{ path, message }] : []);
  const buildingSeen = building !== undefined && mayPurchase(session, companyId, draft.buildingId);
  const supplierKnown = supplier?.type === 'SUPPLIER';
  return [
    ...one(!buildingSeen, 'building', 'Obra não encontrada.'),
    ...one(
      buildingSeen && !building.active && before?.building.id !== building.id,
      'building',
      'Esta obra está inativa.',
    ),
    ...one(!supplierKnown, 'supplier', 'Fornecedor não encontrado.'),
    ...one(
      supplierKnown && !supplier.active && before?.supplier.id !== supplier.id,
      'supplier',
      'Este fornecedor está inativo.',
    ),
    ...one(draft.categoryId !== null && !category, 'category', 'Categoria não encontrada.'),
    ...one(category !== undefined && category.type !== 'DEBIT', 'category', 'Escolha uma categoria de despesa.'),
    ...one(
      category !== undefined && !category.active && before?.category?.id !== category.id,
      'category',
      'Esta categoria está inativa.',
    ),
    ...one(draft.buyerId !== null && !find('user', draft.buyerId), 'buyer', 'Usuário não encontrado.'),
  ];
};

/** Problems with what a draft refers to; an inactive row that the order has already may stay. */
export const referenceProblems = (
  draft: OrderDraft,
  before: StoredOrder | undefined,
  known: { session: Session; companyId: number; references: References },
): FieldError[] => {
  // Of a building that the user does not see, nothing is told: neither which stages it has.
  const buildingId = mayPurchase(known.session, known.companyId, draft.buildingId) ? draft.buildingId : null;
  const seen = known.references.find('building', draft.buildingId) ? buildingId : null;
  return [
    ...headerProblems(draft, before, known),
    ...draft.lines.flatMap((line, index) =>
      lineProblems(line, {
        path: `requirementLineList.${index}`,
        buildingId: seen,
        references: known.references,
      }),
    ),
  ];
};
