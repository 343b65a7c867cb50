import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askedOf } from '#bench/catalogue/questions.ts';
import { seedCatalogue } from '#bench/catalogue/seed.ts';
import { plansOf, type QuestionPlan } from '#bench/support/questions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

/** One name in twenty is of cement; the list of 50 is read after the search. */
const PRODUCTS = 3_000;
const TASKS = 1_000;

let database: TestDatabase;
let plans: QuestionPlan[];

/** The short form of `npm run bench -- catalogue`: what its questions read, without their times. */
beforeAll(async () => {
  database = await createTestDatabase();
  // Beside a small account, so that an account is a part of each table.
  await seedCatalogue(database.ownerUrl, { products: 200, tasks: 60 });
  const catalogue = await seedCatalogue(database.ownerUrl, { products: PRODUCTS, tasks: TASKS });
  plans = await plansOf(database.ownerUrl, askedOf(catalogue));
}, 60_000);
afterAll(() => database.drop());

const rowsOf = (name: string): number => plans.find(({ question }) => question.name === name)?.rows ?? NaN;

describe('The questions of the catalogue', () => {
  test('read no table from end to end', () => {
    expect(plans.length).toBeGreaterThan(30);
    // A few dozen pairs are one page of their table.
    const large = plans.map(({ question: { name }, scanned }) => [name, scanned.filter((t) => t !== 'product_pairs')]);
    expect(large.filter(([, scanned]) => scanned?.length)).toEqual([]);
  });

  test('read one page of tasks by unit, from both ends', () => {
    for (const name of ['tasks by unit', 'tasks by unit, descending']) expect(rowsOf(name)).toBeLessThan(1_000);
  });

  test('read the products of one group alone', () => {
    // 15 of 3,000, each with its definition, found and then told.
    expect(rowsOf('products of a group')).toBeLessThanOrEqual(4 * 15);
  });

  test('look once at what a search finds', () => {
    const page = 2 * 50;
    const products = PRODUCTS / 20;
    expect(rowsOf('products found by a common word')).toBeLessThanOrEqual(2 * products + page);
  });
});
