import { isNegative } from '#domain/money.ts';
import type { TransactionDraft } from './body.ts';
import { planInstallments, type PlannedInstallment } from './planInstallments.ts';
import { Problems } from '../../platform/problems.ts';
import { planApportionments, type PlannedApportionment } from './apportionmentPlan.ts';
import type { StoredApportionment, StoredTransaction } from './read.ts';
import type { ShareValues } from './shares.ts';

/** All rows that a save will store, decided before its first write. */
export interface Plan {
  installments: PlannedInstallment[];
  apportionments: PlannedApportionment[];
  /** Indexed by installment, then by apportionment. */
  shares: ShareValues[][];
}

export interface PlanRules {
  today: string;
  /** The account's setting (domain.md §3). */
  allowRepeatedBuilding: boolean;
}

/**
 * Plans the rows of a transaction from a draft; `current` is undefined for a new one. Paid installments do not change;
 * unchanged installments keep their shares to the cent while the apportionment is unchanged.
 */
export const planTransaction = (
  draft: TransactionDraft,
  current: StoredTransaction | undefined,
  rules: PlanRules,
  problems: Problems,
): Plan => {
  const installments = planInstallments(draft, current?.installments ?? [], rules.today, problems);
  // A negative value already has its problem, and cannot be shared out.
  if (installments.some(({ grossValue }) => isNegative(grossValue)))
    return { installments, apportionments: [], shares: [] };
  const request = {
    header: draft.shares,
    rows: installments.map((_, index) => draft.installments?.[index]?.shares ?? null),
    installments,
    total: draft.grossValue,
    current,
    // Transactions saved while the setting was on stay editable after it is switched off.
    sameBuildingAllowed: rules.allowRepeatedBuilding || repeatsBuilding(current?.apportionments ?? []),
  };
  // Checks the apportionment even when installments have problems, so that the response reports both.
  const apportionmentProblems = new Problems();
  const apportionmentPlan = planApportionments(request, apportionmentProblems);
  problems.add(apportionmentProblems);
  return { installments, ...apportionmentPlan };
};

const repeatsBuilding = (list: readonly StoredApportionment[]): boolean =>
  new Set(list.map(({ buildingId }) => buildingId)).size < list.length;
