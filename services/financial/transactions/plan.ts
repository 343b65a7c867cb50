import { apportionmentPercentage, validateApportionments } from '#domain/apportionment.ts';
import { compare, type Money, ZERO } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import { sumProblems, type ApportionmentDraft, type DocumentDraft } from './body.ts';
import { planInstallments, type PlannedInstallment } from './planInstallments.ts';
import { refuseProblems } from './problems.ts';
import type { StoredApportionment, StoredTransaction } from './read.ts';
import { shareMatrix, type ShareValues } from './shares.ts';

export interface PlannedApportionment {
  /** Null for a new one. One that keeps its building and stage keeps its key. */
  id: number | null;
  position: number;
  buildingId: number;
  stageId: number | null;
  grossValue: Money;
  percentage: string;
  isCustomerCharged: boolean;
}

/** Everything that a save will store, decided before the first statement. */
export interface Plan {
  installments: PlannedInstallment[];
  apportionments: PlannedApportionment[];
  /** By installment, then by apportionment. */
  shares: ShareValues[][];
}

export interface PlanRules {
  today: string;
  /** The account's setting (domain.md §3). */
  allowRepeatedBuilding: boolean;
}

/**
 * What a draft makes of a document (`current` is undefined for a new one). Paid installments stay as they are;
 * unchanged ones keep their shares to the cent as long as the rateio itself is unchanged.
 * @throws ServiceError 422 with every field that breaks a rule.
 */
export const planDocument = (draft: DocumentDraft, current: StoredTransaction | undefined, rules: PlanRules): Plan => {
  const problems: FieldError[] = [];
  const installments = planInstallments(draft, current?.installments ?? [], rules.today, problems);
  problems.push(...sumProblems(installments, draft.grossValue));
  const wanted = draft.apportionments ?? (current?.apportionments ?? []).map(draftOfStored);
  // A setting that was switched off does not lock the documents made under it.
  const allowRepeatedBuilding = rules.allowRepeatedBuilding || repeatsBuilding(current?.apportionments ?? []);
  problems.push(...apportionmentProblems(wanted, draft.grossValue, allowRepeatedBuilding));
  refuseProblems(problems);

  const apportionments = planApportionments(wanted, current?.apportionments ?? [], draft.grossValue);
  const kept = current && sameRateio(apportionments, current.apportionments) ? current : undefined;
  const rows = installments.map((row) => ({ ...row, kept: kept ? keptShares(row, apportionments, kept) : null }));
  return {
    installments,
    apportionments,
    shares: shareMatrix(
      rows,
      apportionments.map(({ grossValue }) => grossValue),
    ),
  };
};

const draftOfStored = (stored: StoredApportionment): ApportionmentDraft => ({
  buildingId: stored.buildingId,
  stageId: stored.stageId,
  grossValue: stored.grossValue,
  isCustomerCharged: stored.isCustomerCharged,
});

/** The rules of §5; their `value` is the gross value on the wire. */
const apportionmentProblems = (
  wanted: readonly ApportionmentDraft[],
  total: Money,
  sameBuildingAllowed: boolean,
): FieldError[] =>
  validateApportionments(
    wanted.map(({ buildingId, stageId, grossValue }) => ({
      building: { id: buildingId },
      costEstimateGroup: stageId === null ? null : { id: stageId },
      value: grossValue,
    })),
    total,
    { sameBuildingAllowed },
  ).map(({ path, message }) => ({ path: path.replace(/\.value$/, '.grossValue'), message }));

const repeatsBuilding = (list: readonly StoredApportionment[]): boolean =>
  new Set(list.map(({ buildingId }) => buildingId)).size < list.length;

const sameTarget = (
  a: { buildingId: number; stageId: number | null },
  b: { buildingId: number; stageId: number | null },
) => a.buildingId === b.buildingId && a.stageId === b.stageId;

const planApportionments = (
  wanted: readonly ApportionmentDraft[],
  current: readonly StoredApportionment[],
  total: Money,
): PlannedApportionment[] =>
  wanted.map((one, index) => ({
    ...one,
    id: current.find((stored) => sameTarget(stored, one))?.id ?? null,
    position: index + 1,
    percentage: apportionmentPercentage(one.grossValue, total),
  }));

/** Same shares of the same targets, in whatever order: then nothing that is already shared out needs to move. */
const sameRateio = (planned: readonly PlannedApportionment[], current: readonly StoredApportionment[]): boolean =>
  planned.length === current.length &&
  planned.every(({ id, grossValue }) => {
    const stored = current.find((one) => one.id === id);
    return stored !== undefined && compare(stored.grossValue, grossValue) === 0;
  });

/** Gross shares of an installment that is worth what it was; null when it is new or its value changed. */
const keptShares = (
  row: PlannedInstallment,
  columns: readonly PlannedApportionment[],
  current: StoredTransaction,
): Money[] | null => {
  const stored = current.installments.find(({ id }) => id === row.id);
  if (!stored || compare(stored.grossValue, row.grossValue) !== 0) return null;
  const own = new Map(
    current.shares.filter(({ installmentId }) => installmentId === row.id).map((one) => [one.apportionmentId, one]),
  );
  return columns.map(({ id }) => (id === null ? ZERO : (own.get(id)?.grossValue ?? ZERO)));
};
