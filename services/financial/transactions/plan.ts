import { isNegative } from '#domain/money.ts';
import type { TransactionDraft } from './body.ts';
import { planInstallments, type PlannedInstallment } from './planInstallments.ts';
import { Problems } from './problems.ts';
import { planRateio, type PlannedApportionment } from './rateio.ts';
import type { StoredApportionment, StoredTransaction } from './read.ts';
import type { ShareValues } from './shares.ts';

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
 * What a draft makes of a transaction (`current` is undefined for a new one). Paid installments stay as they are;
 * unchanged ones keep their shares to the cent as long as the rateio itself is unchanged.
 */
export const planTransaction = (
  draft: TransactionDraft,
  current: StoredTransaction | undefined,
  rules: PlanRules,
  problems: Problems,
): Plan => {
  const installments = planInstallments(draft, current?.installments ?? [], rules.today, problems);
  // Told already at its field: there is no sharing out of less than nothing.
  if (installments.some(({ grossValue }) => isNegative(grossValue)))
    return { installments, apportionments: [], shares: [] };
  const saying = {
    header: draft.shares,
    rows: installments.map((_, index) => draft.installments?.[index]?.shares ?? null),
    installments,
    total: draft.grossValue,
    current,
    // A setting that was switched off does not lock the transactions made under it.
    sameBuildingAllowed: rules.allowRepeatedBuilding || repeatsBuilding(current?.apportionments ?? []),
  };
  // Judged by itself: what is wrong with the installments does not hide what is wrong with the rateio.
  const ofRateio = new Problems();
  const rateio = planRateio(saying, ofRateio);
  problems.add(ofRateio);
  return { installments, ...rateio };
};

const repeatsBuilding = (list: readonly StoredApportionment[]): boolean =>
  new Set(list.map(({ buildingId }) => buildingId)).size < list.length;
