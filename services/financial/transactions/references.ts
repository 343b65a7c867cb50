import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { TransactionDraft } from './body.ts';
import type { Kind } from './kinds.ts';
import type { Plan } from './plan.ts';
import type { PlannedApportionment } from './apportionmentPlan.ts';
import type { StoredTransaction } from './read.ts';

/** Fields of a referenced row that the checks need. */
interface Found {
  table: 'category' | 'partner' | 'wallet' | 'building' | 'stage';
  id: number;
  active: boolean;
  /** Of categories and partners. */
  type: string | null;
  /** Of stages. */
  buildingId: number | null;
  /** Of wallets; the balance counts from `balanceDate`. */
  name: string | null;
  balanceDate: string | null;
}

export type References = (table: Found['table'], id: number) => Found | undefined;

const keys = (ids: readonly (number | null)[]): number[] =>
  // Leaves out invalid keys: they would cause a database error instead of a "not found".
  [...new Set(ids)].filter((id): id is number => id !== null && Number.isSafeInteger(id) && id > 0);

/** Finds all rows that a draft refers to, within account and company, in one statement. */
export const findReferences = async (
  trx: Trx,
  companyId: number,
  named: {
    categoryIds: readonly (number | null)[];
    partnerIds: readonly (number | null)[];
    walletIds: readonly (number | null)[];
    buildingIds: readonly number[];
    stageIds: readonly (number | null)[];
  },
): Promise<References> => {
  const { rows } = await sql<Found>`
    select 'category' as "table", id, active, type, null::bigint as "buildingId", null as name, null::date as "balanceDate"
      from categories where id = any(${keys(named.categoryIds)}::bigint[])
    union all select 'partner', id, active, type, null, null, null
      from partners where id = any(${keys(named.partnerIds)}::bigint[])
    union all select 'wallet', id, active, null, null, identifier, balance_date
      from wallets where company_id = ${companyId} and id = any(${keys(named.walletIds)}::bigint[])
    union all select 'building', id, active, null, null, name, null
      from buildings where company_id = ${companyId} and id = any(${keys(named.buildingIds)}::bigint[])
    union all select 'stage', id, true, null, building_id, null, null
      from cost_estimate_groups where id = any(${keys(named.stageIds)}::bigint[])`.execute(trx);
  const index = new Map(rows.map((row) => [`${row.table}/${row.id}`, row]));
  return (table, id) => index.get(`${table}/${id}`);
};

/** A new or changed transaction before it is stored. */
export interface Planned {
  draft: TransactionDraft;
  plan: Plan;
}

/** Those of some buildings that the user has a grant for. */
export const grantedOf = (session: Session, companyId: number, named: readonly number[]): readonly number[] => {
  const seen = allowedBuildings(session, companyId, PERMISSIONS);
  if (seen === 'all') return named;
  const granted = new Set(seen);
  return named.filter((id) => granted.has(String(id)));
};

/** Looks up all references of planned transactions. A building without any grant counts as not found (§6). */
export const referencesOf = (
  trx: Trx,
  { session, companyId }: { session: Session; companyId: number },
  planned: readonly Planned[],
): Promise<References> => {
  const apportionments = planned.flatMap(({ plan }) => plan.apportionments);
  const named = [...new Set(apportionments.map(({ buildingId }) => buildingId))];
  return findReferences(trx, companyId, {
    categoryIds: planned.map(({ draft }) => draft.categoryId),
    partnerIds: planned.map(({ draft }) => draft.partnerId),
    walletIds: planned.flatMap(({ draft, plan }) => [
      draft.expectedWallet.id,
      ...plan.installments.map(({ walletId }) => walletId),
    ]),
    buildingIds: grantedOf(session, companyId, named),
    stageIds: apportionments.map(({ stageId }) => stageId),
  });
};

/**
 * Problems with references: not found in account and company, wrong type, or inactive. An inactive row that the
 * transaction already uses may stay.
 */
export const referenceProblems = (
  draft: TransactionDraft,
  plan: Plan,
  current: StoredTransaction | undefined,
  find: References,
  kind: Kind,
): FieldError[] => [
  ...categoryProblems(draft.categoryId, current?.categoryId ?? null, find, kind),
  ...partnerProblems(draft.partnerId, current?.partnerId ?? null, find, kind),
  ...walletProblems(draft.expectedWallet.id, current?.expectedWalletId ?? null, draft.expectedWallet.path, find),
  ...plan.installments.flatMap(({ paidNow, walletId }, index) =>
    paidNow ? walletProblems(walletId, null, `${draft.installments?.[index]?.paymentAt ?? ''}bank`, find) : [],
  ),
  ...plan.apportionments.flatMap((one) => targetProblems(one, current, find)),
];

export const categoryProblems = (
  id: number | null,
  before: number | null,
  find: References,
  kind: Kind,
): FieldError[] => {
  if (id === null) return [];
  const found = find('category', id);
  if (!found) return [{ path: 'category', message: 'Categoria não encontrada.' }];
  if (found.type !== kind.type) return [{ path: 'category', message: kind.words.wrongCategory }];
  return found.active || id === before ? [] : [{ path: 'category', message: 'Esta categoria está inativa.' }];
};

const partnerProblems = (id: number | null, before: number | null, find: References, kind: Kind): FieldError[] => {
  if (id === null) return [];
  const found = find('partner', id);
  if (!found) return [{ path: 'partner', message: kind.words.partnerNotFound }];
  if (found.type !== kind.partnerType) return [{ path: 'partner', message: kind.words.wrongPartner }];
  return found.active || id === before ? [] : [{ path: 'partner', message: kind.words.partnerInactive }];
};

/** Problems with a wallet: it must belong to the company, and be active unless it was set before. */
export const walletProblems = (
  id: number | null,
  before: number | null,
  path: string,
  find: References,
): FieldError[] => {
  if (id === null) return [];
  const found = find('wallet', id);
  if (!found) return [{ path, message: 'Carteira não encontrada.' }];
  return found.active || id === before ? [] : [{ path, message: 'Esta carteira está inativa.' }];
};

const targetProblems = (
  { buildingId, stageId, path }: PlannedApportionment,
  current: StoredTransaction | undefined,
  find: References,
): FieldError[] => {
  const building = find('building', buildingId);
  if (!building) return [{ path: `${path}.building`, message: 'Obra não encontrada.' }];
  const usedBefore = current?.apportionments.some((one) => one.buildingId === buildingId) ?? false;
  if (!building.active && !usedBefore) return [{ path: `${path}.building`, message: 'Esta obra está inativa.' }];
  if (stageId === null || find('stage', stageId)?.buildingId === buildingId) return [];
  return [{ path: `${path}.costEstimateGroup`, message: 'Etapa não encontrada nesta obra.' }];
};
