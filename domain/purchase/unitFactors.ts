import { Decimal, toDecimal } from '../decimal.ts';
import { stripAccents } from '../text.ts';

/** Units that measure the same, each as how many of the first one it holds. Migration 0023 names the same units. */
const DIMENSIONS: readonly Readonly<Record<string, string>>[] = [
  { mg: '1', g: '1000', kg: '1000000', t: '1000000000' },
  { mm: '1', cm: '10', m: '1000', km: '1000000' },
  { cm2: '1', m2: '10000', ha: '100000000' },
  { ml: '1', l: '1000', m3: '1000000' },
  { un: '1', par: '2', dz: '12', cento: '100', mil: '1000' },
];

/** A unit without accents, marks and raised digits: "m³" is "m3". */
export const bareUnit = (acronyms: string): string =>
  stripAccents(acronyms)
    .replace(/[¹²³]/g, (digit) => String('¹²³'.indexOf(digit) + 1))
    .replace(/[^a-z0-9]/g, '');

/** A product as far as its units go. */
export interface MeasuredProduct {
  name: string;
  unit: string;
  /** Unit that it is bought in, and how many of its own units that holds. */
  purchaseUnit: string | null;
  purchaseFactor: string | null;
}

/** Text of a factor with at most 9 places; null where it has more, or is none. */
const factorText = (factor: Decimal): string | null => {
  const text = factor.toFixed();
  return factor.isPositive() && !factor.isZero() && factor.decimalPlaces() <= 9 && factor.lt(1e9) ? text : null;
};

const standard = (one: string, other: string): string | null => {
  const dimension = DIMENSIONS.find((units) => one in units && other in units);
  const [of, by] = [dimension?.[one], dimension?.[other]];
  return of === undefined || by === undefined ? null : factorText(new Decimal(of).div(by));
};

/** How many of `other` a name says that one `unit` holds: "Cimento, saco 50 kg". */
const fromName = ({ name }: MeasuredProduct, other: string): string | null => {
  const text = stripAccents(name).replace(/[²³]/g, (digit) => (digit === '²' ? '2' : '3'));
  const found = [...text.matchAll(/(\d{1,6}(?:,\d{1,3})?)\s*([a-z]+[23]?)(?![a-z0-9])/g)].filter(
    ([, , unit]) => unit === other,
  );
  const [only] = found;
  return found.length === 1 && only?.[1] ? factorText(toDecimal(only[1].replace(',', '.'))) : null;
};

const invert = (factor: string | null): string | null =>
  factor === null ? null : factorText(new Decimal(1).div(toDecimal(factor)));

/**
 * How many units of `merged` make one unit of `survivor`, as far as that can be told: units that measure the same, the
 * unit that one of them is bought in, or what a name says of its package. Null where somebody has to say it.
 */
export const proposedFactor = (survivor: MeasuredProduct, merged: MeasuredProduct): string | null => {
  const [unit, other] = [bareUnit(survivor.unit), bareUnit(merged.unit)];
  if (unit === other) return '1';
  const known = standard(unit, other);
  if (known !== null) return known;
  // A kilogram that is bought in bags of 50: one bag is 50 of it.
  if (merged.purchaseFactor !== null && bareUnit(merged.purchaseUnit ?? '') === unit) {
    return factorText(toDecimal(merged.purchaseFactor));
  }
  if (survivor.purchaseFactor !== null && bareUnit(survivor.purchaseUnit ?? '') === other) {
    return invert(survivor.purchaseFactor);
  }
  return fromName(survivor, other) ?? invert(fromName(merged, unit));
};

/** Places of a quantity that is not typed (domain.md §5); the column of lines takes no more. */
const MOST_PLACES = 20;
const LARGEST = new Decimal('1e13');

export interface ConvertedQuantity {
  /** Null where it could not be kept: it would be zero, or too large. */
  quantity: string | null;
  /** It has an end within 20 places, so that nothing is rounded. */
  exact: boolean;
}

/** A quantity in the unit of the survivor, of which one is `factor` of its own. It is not typed, so it keeps its places. */
export const convertQuantity = (quantity: string, factor: string): ConvertedQuantity => {
  const by = toDecimal(factor);
  if (by.equals(1)) return { quantity, exact: true };
  const whole = toDecimal(quantity);
  const converted = whole.div(by).toDecimalPlaces(MOST_PLACES, Decimal.ROUND_HALF_EVEN);
  const keepable = !converted.isZero() && converted.lt(LARGEST);
  return {
    quantity: keepable ? converted.toFixed(Math.max(4, converted.decimalPlaces())) : null,
    exact: converted.times(by).equals(whole),
  };
};

/** Largest price that the column takes. */
const LARGEST_PRICE = new Decimal('1e13');

/** A price for one unit of the survivor, with four places; null where it would be none. */
export const convertPrice = (price: string | null, factor: string): string | null => {
  if (price === null) return null;
  const converted = toDecimal(price).times(toDecimal(factor)).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN);
  return converted.isZero() || converted.gte(LARGEST_PRICE) ? null : converted.toFixed(4);
};
