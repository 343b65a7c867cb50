import { forgetting } from '#web/client/forgetting.ts';

/** Lists, counts and panes that a change of products concerns. */
export const forgetProducts = forgetting(
  ...['products', 'productTotals', 'productCounts', 'productPriceHistory', 'productImpact'],
  // The compositions that use a product cost something else after its price has changed.
  ...['tasks', 'task', 'taskImpact', 'taskExplosion', 'taskInputs', 'resources'],
);
