import type { FieldProblem } from './errors.ts';
import { type Money, compare, formatCurrency, isPositive, isZero, negate, subtract, sum } from './money.ts';

type Key = string | number;

/** A share of a transaction while it is being edited. */
export interface ApportionmentDraft {
  building?: { id?: Key | null } | null;
  costEstimateGroup?: { id?: Key | null } | null;
  value: Money;
}

export interface ApportionmentRules {
  /** The account's setting: a second stage of the same building may be a share of its own (domain.md §3). */
  sameBuildingAllowed?: boolean;
}

/** Maximum apportionments of a transaction, which the database also enforces. */
export const MAX_APPORTIONMENTS = 100;

export const CHOOSE_BUILDING = 'Escolha a obra';
export const BUILDING_TAKEN = 'Esta obra já está no rateio';
export const STAGE_TAKEN = 'Esta etapa da obra já está no rateio';
export const VALUE_POSITIVE = 'O valor deve ser maior que zero';

/**
 * Validates a new share against the existing ones (§5): its building has an id and is unused, its value is positive,
 * and all shares together sum to the transaction value exactly.
 * @returns the problems, with paths relative to the share ("building", "value"); empty when it is valid.
 */
export function validateApportionment(
  existing: readonly ApportionmentDraft[],
  candidate: ApportionmentDraft,
  transactionValue: Money,
  rules: ApportionmentRules = {},
): FieldProblem[] {
  const problems = shareProblems(existing, candidate, rules, '');
  const difference = sumProblem([...existing, candidate], transactionValue);
  const valueIsFaulty = problems.some((problem) => problem.path === 'value');
  return difference && !valueIsFaulty ? [...problems, { path: 'value', message: difference }] : problems;
}

/**
 * Validates all apportionments of a transaction (§5). A transaction without apportionments belongs to no building and
 * is valid.
 * @returns the problems, with paths such as "apportionments.1.building"; empty when they are valid.
 */
export function validateApportionments(
  list: readonly ApportionmentDraft[],
  transactionValue: Money,
  rules: ApportionmentRules = {},
): FieldProblem[] {
  if (list.length === 0) return [];
  if (list.length > MAX_APPORTIONMENTS) {
    return [{ path: 'apportionments', message: `Use no máximo ${MAX_APPORTIONMENTS} obras no rateio` }];
  }
  const problems = list.flatMap((share, index) =>
    shareProblems(list.slice(0, index), share, rules, `apportionments.${index}.`),
  );
  const difference = sumProblem(list, transactionValue);
  return difference ? [...problems, { path: 'apportionments', message: difference }] : problems;
}

function shareProblems(
  others: readonly ApportionmentDraft[],
  share: ApportionmentDraft,
  rules: ApportionmentRules,
  prefix: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const building = idOf(share.building);
  const sameBuilding = others.filter((other) => building !== null && idOf(other.building) === building);
  const stage = idOf(share.costEstimateGroup);
  const sameStage = sameBuilding.some((other) => idOf(other.costEstimateGroup) === stage);
  if (building === null) problems.push({ path: `${prefix}building`, message: CHOOSE_BUILDING });
  else if (sameBuilding.length > 0 && !rules.sameBuildingAllowed) {
    problems.push({ path: `${prefix}building`, message: BUILDING_TAKEN });
  } else if (sameStage) problems.push({ path: `${prefix}costEstimateGroup`, message: STAGE_TAKEN });
  if (!isPositive(share.value)) problems.push({ path: `${prefix}value`, message: VALUE_POSITIVE });
  return problems;
}

function sumProblem(list: readonly ApportionmentDraft[], transactionValue: Money): string | null {
  const left = subtract(transactionValue, sum(list.map((share) => share.value)));
  if (isZero(left)) return null;
  const amount = formatCurrency(compare(left, '0') > 0 ? left : negate(left));
  return isPositive(left) ? `Faltam ${amount} no rateio` : `O rateio passa do valor em ${amount}`;
}

/** Returns an id as text; null for no id and for −1, the REST value of "no building" (§9). */
function idOf(reference: { id?: Key | null } | null | undefined): string | null {
  const id = reference?.id;
  return id === null || id === undefined || String(id) === '' || String(id) === '-1' ? null : String(id);
}
