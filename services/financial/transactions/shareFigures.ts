import { apportionmentsFromPercentages, splitByWeights } from '#domain/apportionment.ts';
import { add, compare, isNegative, isZero, subtract, sum, type Money, ZERO } from '#domain/money.ts';
import type { ShareDraft } from './bodyShares.ts';
import { spread, type ShareValues } from './shares.ts';

/** Path for an error in a share's amount: the field that was sent. */
export const amountPath = ({ path, grossValue, value }: ShareDraft): string =>
  `${path}.${grossValue === null && value !== null ? 'value' : 'grossValue'}`;

/**
 * Gross values of the shares of `whole` (an installment or the transaction): as sent, else from the value without
 * increase and discount, else from the percentage. Null for a share without any of them.
 */
export const grossOfShares = (shares: readonly ShareDraft[], whole: ShareValues): (Money | null)[] => {
  const values = shares.map(({ value }) => value);
  const sentGross = shares.map((share, index) => share.grossValue ?? fromValue(share, values, whole, index));
  if (sentGross.every((gross) => gross !== null)) return sentGross;
  const percentages = shares.map(({ percentage }) => percentage ?? ZERO);
  const alone = shares.every(({ percentage }, index) => percentage !== null && sentGross[index] === null);
  const parts = apportionmentsFromPercentages(whole.grossValue, alone ? percentages : [...percentages, ZERO]);
  return shares.map(
    ({ percentage }, index) => sentGross[index] ?? (percentage === null ? null : (parts[index] ?? null)),
  );
};

/**
 * Gross value of a share sent with its net value. Equal to it without increase and discount; where the body omits
 * those, gross values take the proportions of the net values.
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
 * Increase and discount of the shares of one installment: as sent, else from the values sent, else in proportion to the
 * gross values.
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

/** Whether the shares sum to the installment's increase and discount, and none is negative. */
export const extrasFit = (shares: readonly ShareValues[], whole: ShareValues): boolean =>
  (['increase', 'discount'] as const).every(
    (field) =>
      shares.every((share) => !isNegative(share[field])) && sum(shares.map((share) => share[field])) === whole[field],
  ) && shares.every(({ grossValue, increase, discount }) => !isNegative(subtract(add(grossValue, increase), discount)));
