import { apportionmentsFromPercentages, splitByWeights } from '#domain/apportionment.ts';
import { add, compare, isNegative, isZero, subtract, sum, type Money, ZERO } from '#domain/money.ts';
import type { ShareDraft } from './bodyShares.ts';
import { spread, type ShareValues } from './shares.ts';

/** Field at which the amount of a share is told to be wrong: the one that gave it. */
export const amountPath = ({ path, grossValue, value }: ShareDraft): string =>
  `${path}.${grossValue === null && value !== null ? 'value' : 'grossValue'}`;

/**
 * Gross values of shares of `whole` (an installment, or the transaction): as sent; else what the value leaves without
 * increase and discount; else what the percentage makes. Null where a share says none of it.
 */
export const grossOfShares = (shares: readonly ShareDraft[], whole: ShareValues): (Money | null)[] => {
  const values = shares.map(({ value }) => value);
  const told = shares.map((share, index) => share.grossValue ?? fromValue(share, values, whole, index));
  if (told.every((gross) => gross !== null)) return told;
  const percentages = shares.map(({ percentage }) => percentage ?? ZERO);
  const alone = shares.every(({ percentage }, index) => percentage !== null && told[index] === null);
  const parts = apportionmentsFromPercentages(whole.grossValue, alone ? percentages : [...percentages, ZERO]);
  return shares.map(({ percentage }, index) => told[index] ?? (percentage === null ? null : (parts[index] ?? null)));
};

/**
 * The gross value behind a net one. Where nothing was added or taken off they are the same; where it is not said how
 * much, gross values have the proportions of the net ones.
 */
const fromValue = (
  { value, increase, discount }: ShareDraft,
  values: readonly (Money | null)[],
  { grossValue, increase: added, discount: taken }: ShareValues,
  index: number,
): Money | null => {
  if (value === null) return null;
  if (increase !== null && discount !== null) return subtract(add(value, discount), increase);
  const known = values.flatMap((one) => one ?? []);
  const net = subtract(add(grossValue, added), taken);
  const isPlain = isZero(added) && isZero(taken);
  if (isPlain || known.length < values.length || compare(sum(known), net) !== 0) return value;
  return splitByWeights(grossValue, known)[index] ?? null;
};

/**
 * Increase and discount of the shares of one installment: as sent; as the values that were sent leave them; else along
 * the gross values.
 */
export const extrasOfShares = (
  shares: readonly ShareDraft[],
  gross: readonly Money[],
  whole: ShareValues,
): ShareValues[] => {
  const usual = spread(whole, gross);
  return shares.map((share, index) => {
    const own = usual[index] ?? { grossValue: ZERO, increase: ZERO, discount: ZERO };
    return { grossValue: own.grossValue, ...extrasOf(share, own, whole) };
  });
};

const extrasOf = (share: ShareDraft, own: ShareValues, whole: ShareValues) => {
  const { value, increase, discount } = share;
  if (value === null || (increase !== null && discount !== null)) {
    return { increase: increase ?? own.increase, discount: discount ?? own.discount };
  }
  const usual = { increase: increase ?? own.increase, discount: discount ?? own.discount };
  const added = subtract(value, own.grossValue);
  if (subtract(usual.increase, usual.discount) === added) return usual;
  return increase !== null || isZero(whole.increase)
    ? { increase: usual.increase, discount: subtract(usual.increase, added) }
    : { increase: add(added, usual.discount), discount: usual.discount };
};

/** Whether the shares make the increase and the discount of their installment, and none of them is negative. */
export const extrasFit = (shares: readonly ShareValues[], whole: ShareValues): boolean =>
  (['increase', 'discount'] as const).every(
    (field) =>
      shares.every((share) => !isNegative(share[field])) && sum(shares.map((share) => share[field])) === whole[field],
  ) && shares.every(({ grossValue, increase, discount }) => !isNegative(subtract(add(grossValue, increase), discount)));
