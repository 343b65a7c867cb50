import { formatPercentage } from '#domain/numberFormat.ts';
import { isZero, negate, percentageOf, subtract, type Money } from '#domain/money.ts';

/** "12,50% a mais": the change from one figure to another; null where there is nothing to compare with. */
export const change = (now: Money, before: Money): string | null => {
  if (isZero(before)) return null;
  const more = subtract(now, before);
  if (isZero(more)) return 'igual';
  const down = more.startsWith('-');
  return `${formatPercentage(percentageOf(down ? negate(more) : more, before))} a ${down ? 'menos' : 'mais'}`;
};
