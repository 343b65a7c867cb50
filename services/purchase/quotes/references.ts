import { sql } from 'kysely';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { mayPurchase } from '../access.ts';
import { readProducts, type OrderedProduct } from '../orders/references.ts';
import type { QuoteDraft, QuoteLineDraft, SupplierDraft } from './draft.ts';
import type { StoredQuote } from './read.ts';

interface Found {
  table: 'building' | 'partner' | 'user' | 'unit' | 'stage';
  id: number;
  active: boolean;
  /** Of partners. */
  type: string | null;
  /** Of stages. */
  buildingId: number | null;
}

/** What a quote refers to. */
export interface QuoteReferences {
  find: (table: Found['table'], id: number) => Found | undefined;
  product: (id: number | null) => OrderedProduct | undefined;
}

/** Everything that a draft refers to, in two statements. */
export const findReferences = async (
  trx: Trx,
  { accountId }: Session,
  companyId: number,
  draft: QuoteDraft,
): Promise<QuoteReferences> => {
  const units = draft.lines.flatMap(({ unitId }) => unitId ?? []);
  const stages = draft.lines.flatMap(({ stageId }) => stageId ?? []);
  const partners = draft.suppliers.map(({ partnerId }) => partnerId);
  const { rows } = await sql<Found>`
    select 'building' as "table", id, active, null as type, null::bigint as "buildingId" from buildings
     where account_id = ${accountId} and company_id = ${companyId} and id = ${draft.buildingId}
    union all select 'partner', id, active, type, null from partners
     where account_id = ${accountId} and id = any(${partners}::bigint[])
    union all select 'user', id, active, null, null from users
     where account_id = ${accountId} and id = ${draft.buyerId} and not service
    union all select 'unit', id, active, null, null from units
     where account_id = ${accountId} and id = any(${units}::bigint[])
    union all select 'stage', id, true, null, building_id from cost_estimate_groups
     where account_id = ${accountId} and id = any(${stages}::bigint[])`.execute(trx);
  const ids = draft.lines.flatMap(({ productId }) => productId ?? []);
  const products = await readProducts(trx, accountId, { ids, held: true });
  const index = new Map(rows.map((row) => [`${row.table}/${row.id}`, row]));
  const byId = new Map(products.map((row) => [row.id, row]));
  return {
    find: (table, id) => index.get(`${table}/${id}`),
    product: (id) => (id === null ? undefined : byId.get(id)),
  };
};

const one = (wrong: boolean, path: string, message: string): FieldError[] => (wrong ? [{ path, message }] : []);

const unitProblems = (
  { productId, unitId, before }: QuoteLineDraft,
  { path, references }: { path: string; references: QuoteReferences },
): FieldError[] => {
  if (unitId === undefined || before?.unit.id === unitId) {
    const product = references.product(productId);
    const taken = before?.product?.id === productId;
    // A product that is chosen for a line in words takes its unit.
    const fits = !product || taken || unitId === undefined || [product.unitId, product.purchaseUnitId].includes(unitId);
    return one(!fits, `${path}.unitId`, 'Use a unidade do insumo ou a sua unidade de compra.');
  }
  const product = references.product(productId);
  if (product)
    return one(
      ![product.unitId, product.purchaseUnitId].includes(unitId),
      `${path}.unitId`,
      'Use a unidade do insumo ou a sua unidade de compra.',
    );
  const unit = references.find('unit', unitId);
  return [
    ...one(!unit, `${path}.unitId`, 'Unidade não encontrada.'),
    ...one(unit?.active === false, `${path}.unitId`, 'Esta unidade está inativa.'),
  ];
};

const lineProblems = (
  line: QuoteLineDraft,
  known: { path: string; buildingId: number | null; references: QuoteReferences },
): FieldError[] => {
  const { path, buildingId, references } = known;
  const { productId, stageId, before } = line;
  const product = references.product(productId);
  const chosen = productId !== null && before?.product?.id !== productId;
  return [
    ...one(productId !== null && !product, `${path}.productId`, 'Insumo não encontrado.'),
    ...one(chosen && product?.active === false, `${path}.productId`, 'Este insumo está inativo.'),
    ...(productId !== null && !product ? [] : unitProblems(line, known)),
    ...one(
      stageId !== null && buildingId !== null && references.find('stage', stageId)?.buildingId !== buildingId,
      `${path}.costEstimateGroupId`,
      'Etapa não encontrada nesta obra.',
    ),
  ];
};

const supplierProblems = (
  { partnerId, before }: SupplierDraft,
  path: string,
  { find }: QuoteReferences,
): FieldError[] => {
  const partner = find('partner', partnerId);
  const known = partner?.type === 'SUPPLIER';
  return [
    ...one(!known, `${path}.partnerId`, 'Fornecedor não encontrado.'),
    ...one(known && !partner.active && !before, `${path}.partnerId`, 'Este fornecedor está inativo.'),
  ];
};

/** Problems with what a draft refers to; an inactive row that the quote has already may stay. */
export const referenceProblems = (
  draft: QuoteDraft,
  before: StoredQuote | undefined,
  known: { session: Session; companyId: number; references: QuoteReferences },
): FieldError[] => {
  const { session, companyId, references } = known;
  const building = references.find('building', draft.buildingId);
  const seen = building !== undefined && mayPurchase(session, companyId, draft.buildingId);
  const moved = before?.building.id !== draft.buildingId;
  // Of a building that the user does not see, nothing is told: neither which stages it has.
  const buildingId = seen ? draft.buildingId : null;
  return [
    ...one(!seen, 'buildingId', 'Obra não encontrada.'),
    ...one(seen && !building.active && moved, 'buildingId', 'Esta obra está inativa.'),
    ...one(draft.buyerId !== null && !references.find('user', draft.buyerId), 'buyerId', 'Usuário não encontrado.'),
    ...draft.lines.flatMap((line, index) => lineProblems(line, { path: `lines.${index}`, buildingId, references })),
    ...draft.suppliers.flatMap((supplier, index) => supplierProblems(supplier, `suppliers.${index}`, references)),
  ];
};
