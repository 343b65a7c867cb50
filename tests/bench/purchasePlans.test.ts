import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askedOf } from '#bench/purchases/questions.ts';
import { seedPurchases } from '#bench/purchases/seed.ts';
import { plansOf, type QuestionPlan } from '#bench/support/questions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

const ORDERS = 2_000;

let database: TestDatabase;
let small: QuestionPlan[];
let large: QuestionPlan[];

/** The short form of `npm run bench -- purchases`: what its questions read, without their times. */
beforeAll(async () => {
  database = await createTestDatabase();
  const few = await seedPurchases(database.ownerUrl, { products: 300, orders: 100, quotes: 20 });
  const many = await seedPurchases(database.ownerUrl, { products: 2_000, orders: ORDERS, quotes: 400 });
  small = await plansOf(database.ownerUrl, askedOf(few));
  large = await plansOf(database.ownerUrl, askedOf(many));
}, 60_000);
afterAll(() => database.drop());

describe('The questions of purchases', () => {
  test('read no table from end to end', () => {
    expect(large.length).toBeGreaterThan(20);
    expect(large.flatMap(({ question: { name }, scanned }) => (scanned.length > 0 ? [[name, scanned]] : []))).toEqual(
      [],
    );
  });

  test('read as many rows of twenty times the orders, but for what finds more', () => {
    const grown = large.flatMap(({ question: { name, cost }, rows }, index) => {
      const before = small[index]?.rows ?? 0;
      return cost === 'page' && rows > 2 * before + 100 ? [`${name}: ${before} rows, ${rows} at ${ORDERS} orders`] : [];
    });
    expect(grown).toEqual([]);
  });
});
