import { money, type Money } from '#domain/money.ts';
import type { ApportionmentBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Apportionment, Installment } from '#schema/financial/transactions/transactions.rest.ts';

/**
 * A share of the body. A field is null when omitted, or when another figure changed and this one repeats the stored
 * value.
 */
export interface ShareDraft {
  /** Its path in the body: "transactionRecordList.1.transactionRecordBuildings.0". */
  path: string;
  buildingId: number;
  stageId: number | null;
  grossValue: Money | null;
  /** Its part of the invoice, of which what is withheld is taken (decision 72). */
  invoiceValue: Money | null;
  value: Money | null;
  increase: Money | null;
  discount: Money | null;
  percentage: string | null;
  isCustomerCharged: boolean | null;
}

type Answered = Apportionment | Installment['transactionRecordBuildings'][number];

const FIGURES = ['grossValue', 'invoiceValue', 'value', 'increase', 'discount', 'percentage'] as const;

export const moneyOrNull = (value: string | null | undefined): Money | null => (value == null ? null : money(value));

/** Finds the share with the same building and stage. */
export const shareOf = <T extends Pick<Answered, 'building' | 'costEstimateGroup'>>(
  list: readonly T[],
  { building, costEstimateGroup }: Pick<ApportionmentBody, 'building' | 'costEstimateGroup'>,
): T | undefined =>
  list.find(
    (one) => one.building.id === building.id && (one.costEstimateGroup?.id ?? null) === (costEstimateGroup?.id ?? null),
  );

/**
 * Reads a list of shares; null when it is omitted or equals the stored list (`before`). Reads a changed list as a
 * whole.
 */
export const readShares = (
  list: readonly ApportionmentBody[] | undefined,
  before: readonly Answered[] | undefined,
  path: string,
  inOrder: boolean,
): ShareDraft[] | null => {
  if (!list || (before && isUnchanged(list, before, inOrder))) return null;
  return list.map((item, index) => readShare(item, before && shareOf(before, item), `${path}.${index}`));
};

const isUnchanged = (list: readonly ApportionmentBody[], before: readonly Answered[], inOrder: boolean): boolean =>
  list.length === before.length &&
  list.every((item, index) => {
    const answered = shareOf(before, item);
    if (!answered || (inOrder && before[index] !== answered)) return false;
    const sameFigures = FIGURES.every((figure) => !isNew(item[figure], figureOf(answered, figure)));
    return sameFigures && (item.isCustomerCharged ?? answered.isCustomerCharged) === answered.isCustomerCharged;
  });

/** Whether a figure was sent with a value other than the stored one. */
export const isNew = (sent: string | null | undefined, before: string | null | undefined): boolean =>
  sent != null && (before == null || money(sent) !== money(before));

/** A figure as answered; shares of installments have no part of the invoice. */
const figureOf = (answered: Answered, figure: (typeof FIGURES)[number]): string | undefined =>
  figure === 'invoiceValue' ? ('invoiceValue' in answered ? answered.invoiceValue : undefined) : answered[figure];

const readShare = (item: ApportionmentBody, before: Answered | undefined, path: string): ShareDraft => {
  const counts = figuresThatCount(item, before);
  return {
    path,
    buildingId: item.building.id,
    stageId: item.costEstimateGroup?.id ?? null,
    grossValue: counts.includes('grossValue') ? moneyOrNull(item.grossValue) : null,
    invoiceValue: counts.includes('invoiceValue') ? moneyOrNull(item.invoiceValue) : null,
    value: counts.includes('value') ? moneyOrNull(item.value) : null,
    increase: moneyOrNull(item.increase),
    discount: moneyOrNull(item.discount),
    percentage: counts.includes('percentage') ? moneyOrNull(item.percentage) : null,
    isCustomerCharged: item.isCustomerCharged ?? null,
  };
};

/**
 * Of gross value, value, percentage and part of the invoice: those that changed, or all of them when none did. The others
 * repeat stored values.
 */
const figuresThatCount = (item: ApportionmentBody, before: Answered | undefined): readonly string[] => {
  const all = ['grossValue', 'invoiceValue', 'value', 'percentage'] as const;
  const changed = before ? all.filter((figure) => isNew(item[figure], figureOf(before, figure))) : [];
  return changed.length > 0 ? changed : all;
};
