import { forgetting } from '#web/client/forgetting.ts';

/** Lists, counts and panes that a change of products concerns. */
export const forgetProducts = forgetting('products', 'productTotals', 'productCounts', 'productPriceHistory');
