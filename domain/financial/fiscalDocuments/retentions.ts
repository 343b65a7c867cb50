/** Rates of taxes that are kept back, as far as base and value tell them. */
import { toDecimal } from '../../decimal.ts';
import { applyPercentage, isPositive, type Money } from '../../money.ts';

/**
 * Percent of a base that gives a value: with two places where these give the value to the cent, else with four. "0" for a
 * base that is not above zero.
 */
export const rateOf = (base: Money, value: Money): string => {
  if (!isPositive(base)) return '0';
  const exact = toDecimal(value).times(100).div(toDecimal(base));
  const short = exact.toDecimalPlaces(2).toFixed();
  return applyPercentage(base, short) === value ? short : exact.toDecimalPlaces(4).toFixed();
};
