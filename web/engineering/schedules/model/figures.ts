import { toDecimal } from '#domain/decimal.ts';
import type { Item } from './schedule.ts';

/** Progress of items by their durations, in whole percent; 100 only when all are complete. Null without work. */
export const percentDone = (items: readonly Pick<Item, 'duration' | 'percentComplete'>[]): number | null => {
  const days = items.reduce((sum, { duration }) => sum + duration, 0);
  if (days === 0) return null;
  const done = items.reduce(
    (sum, { duration, percentComplete }) => sum.plus(toDecimal(percentComplete).times(duration)),
    toDecimal(0),
  );
  const percent = done.div(days);
  return percent.gte(100) ? 100 : Math.min(99, percent.round().toNumber());
};

/** Working days by which the schedule misses dates that were typed; 0 while all of them can be kept. */
export const delayOf = (items: readonly Pick<Item, 'totalFloat'>[]): number =>
  items.reduce((most, { totalFloat }) => Math.max(most, -totalFloat), 0);

/** Links of which both ends are on the critical path. */
export const criticalLinks = (
  items: readonly Pick<Item, 'id' | 'critical'>[],
  links: readonly { from: string; to: string }[],
): number => {
  const critical = new Set(items.filter((item) => item.critical).map(({ id }) => id));
  return links.filter(({ from, to }) => critical.has(from) && critical.has(to)).length;
};
