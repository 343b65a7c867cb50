import { startDatabase } from '../support/product.ts';
import { build, plansOf, questionTable, timeAll } from '../support/questions.ts';
import type { Settings } from '../support/settings.ts';
import { askedOf } from './questions.ts';
import { seedPurchases } from './seed.ts';

/**
 * (i) Orders, quotes and what is left to buy: the same requests of two accounts in one database. Most rows of each table are of
 * the larger account: counting its orders reads the table.
 */
export const purchasesPart = async ({ purchases: { rounds, ...large } }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const small = await seedPurchases(database.url, { products: 300, orders: 100, quotes: 100 });
    const largest = await seedPurchases(database.url, large);
    const sizes = [small, largest].map(askedOf);
    const { app, stop } = await build(database.url);
    const timed = async () => {
      try {
        return await timeAll(app, sizes, rounds);
      } finally {
        await stop();
      }
    };
    const times = await timed();
    const plans = await plansOf(database.url, askedOf(largest));
    return questionTable(sizes, times, plans);
  } finally {
    await database.stop();
  }
};
