import { Decimal, roundHalfEven, toDecimal } from '../../decimal.ts';
import { decimal4, formatMoney, formatQuantity, isZero } from '../../money.ts';
import { formatShare } from '../../numberFormat.ts';
import { NONE } from '../earnedValue/texts.ts';

/** A quantity in the unit that its product is bought in, of which one holds `factor` units: four places, half-even. */
export const inPurchaseUnit = (quantity: string, factor: string): string =>
  decimal4(toDecimal(quantity).div(toDecimal(factor)));

/** "86,3%": a part of a whole with one place, rounded once, half-even; null without a whole. */
export const shareText = (part: string, whole: string): string | null => {
  if (isZero(whole)) return null;
  const share = toDecimal(part).times(100).div(toDecimal(whole));
  return formatShare(roundHalfEven(share, 1)).replace('-', '−');
};

/** "−8.037,00"; "—" where nothing is. */
export const valueText = (value: string | null | undefined): string =>
  value === null || value === undefined || isZero(value) ? NONE : formatMoney(value).replace('-', '−');

/** "1.234,5": only the places that it has; "—" where nothing is. */
export const quantityText = (quantity: string | null | undefined): string =>
  quantity === null || quantity === undefined || toDecimal(quantity).isZero()
    ? NONE
    : formatQuantity(quantity).replace('-', '−');

/** A percentage that is computed by the services, as a text: "104,5%"; "—" for none. */
export const percentText = (percentage: string | null): string =>
  percentage === null ? NONE : formatShare(percentage);

/** Widths of a bar in percent of its place; pixels, no amounts. */
export interface BarParts {
  /** What happened: solid parts one after the other. */
  parts: number[];
  /** What was estimated: the track, and where the tick stands. */
  estimated: number;
  /** Beyond what was estimated: from `estimated` on. */
  above: number;
}

const percent = (part: Decimal, whole: Decimal): number =>
  whole.isZero() ? 0 : Math.min(100, Math.max(0, part.times(100).div(whole).toNumber()));

/**
 * A bar over what was estimated. `reached` are sums that contain one another, the smallest first: paid, received, ordered.
 * The longer of the estimate and the largest of them fills the place; with `atEstimate`, the estimate always does.
 */
export const barParts = (estimated: string, reached: readonly string[], atEstimate = false): BarParts => {
  const steps = reached.map((one) => Decimal.max(0, toDecimal(one)));
  const track = Decimal.max(0, toDecimal(estimated));
  const most = Decimal.max(0, ...steps);
  const whole = atEstimate && !track.isZero() ? track : Decimal.max(track, most);
  const ends = steps.map((step) => percent(step, whole));
  return {
    parts: ends.map((end, index) => Math.max(0, end - Math.max(0, ...ends.slice(0, index)))),
    estimated: percent(track, whole),
    above: track.isZero() ? 0 : percent(Decimal.max(0, most.minus(track)), whole),
  };
};

/** Whether an amount or a quantity is below zero. */
export const isBelowZero = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && toDecimal(value).lt(0);
