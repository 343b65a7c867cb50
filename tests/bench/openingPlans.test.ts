import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { faultsOf, type Opening, openingsOf, purchaseOpeningsOf } from '#bench/lists/openings.ts';
import { seedCatalogue } from '#bench/catalogue/seed.ts';
import { seedBought } from '#bench/purchases/bought.ts';
import { type Books, seedBooks } from '#bench/support/books.ts';
import { plansOf, type QuestionPlan } from '#bench/support/questions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

const SMALL = 1_000;
const LARGE = 20_000;

let database: TestDatabase;
let books: Books[];
/** By size and name of the list. */
const found = new Map<string, { opening: Opening; plan: QuestionPlan }>();

const keyOf = (name: string, size: number): string => `${name} at ${size}`;

const asOwner = async (statements: string[]): Promise<void> => {
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** As many suppliers and customers as the account has installments. */
const partnersOf = ({ accountId, installments }: Books): string => `
  insert into partners (account_id, type, name)
  select ${accountId}, type, 'Parceiro ' || i from unnest(array['SUPPLIER', 'CUSTOMER']) type, generate_series(1, ${installments}) i`;

const explain = async (size: number, token: string, questions: Opening[]): Promise<void> => {
  const plans = await plansOf(database.ownerUrl, { size: String(size), token, questions });
  for (const [index, plan] of plans.entries()) {
    const opening = questions[index];
    if (opening) found.set(keyOf(opening.name, size), { opening, plan });
  }
};

beforeAll(async () => {
  database = await createTestDatabase();
  const seed = 20_261_121;
  books = await seedBooks(
    database.ownerUrl,
    [SMALL, LARGE].map((installments) => ({ installments, seed })),
  );
  await asOwner([...books.map(partnersOf), 'vacuum analyze']);
  for (const size of [SMALL, LARGE]) {
    const catalogue = await seedCatalogue(database.ownerUrl, { products: size / 10, tasks: size / 20 });
    const bought = await seedBought(database.ownerUrl, catalogue.accountId, size);
    await explain(size, catalogue.token, purchaseOpeningsOf({ ...catalogue, ...bought }));
  }
  for (const one of books) await explain(one.installments, one.token, openingsOf(one));
}, 120_000);
afterAll(() => database.drop());

const faults = (name: string, size: number): string[] => {
  const known = found.get(keyOf(name, size));
  if (!known) throw new Error(`${name}: not asked`);
  return faultsOf(known.opening, known.plan, size);
};

describe('A list as its screen opens it', () => {
  test.each([
    ...['expenses', 'income', 'installments to pay', 'installments to receive', 'suppliers', 'customers'],
    ...['orders', 'quotes', 'purchases', 'tasks'],
  ])('walks an index to its page: %s', (name) => {
    expect(faults(name, LARGE)).toEqual([]);
  });

  test('of documents walks it in a small account, too, because its statement is planned once', () => {
    expect([...faults('expenses', SMALL), ...faults('income', SMALL)]).toEqual([]);
  });

  test.each(['expenses', 'installments to pay'])('skips pages in its index alone: %s', async (name) => {
    const [, large] = books;
    const opening = large && openingsOf(large).find((one) => one.name === name);
    if (!large || !opening) throw new Error('no books');
    const late = { ...opening, path: opening.path.replace('page=0', 'page=40').replace('&totals=true', '') };
    const [plan] = await plansOf(database.ownerUrl, { size: 'large', token: large.token, questions: [late] });
    expect(plan?.alone).toContain(opening.index);
    expect(plan?.sorted).toBeLessThanOrEqual(200);
  });

  test('of products reads none but those of the account', () => {
    const { plan } = found.get(keyOf('products', LARGE)) ?? {};
    expect(plan?.scanned).toEqual([]);
    // Its definitions and products, once each, and the page.
    expect(plan?.rows).toBeLessThanOrEqual(2 * (LARGE / 10) + 200);
  });

  test('is found out when its index is gone', async () => {
    const [, large] = books;
    const [expenses] = large ? openingsOf(large) : [];
    if (!large || !expenses) throw new Error('no books');
    await asOwner(['drop index transactions_open_first']);
    const [plan] = await plansOf(database.ownerUrl, { size: 'large', token: large.token, questions: [expenses] });
    if (!plan) throw new Error('no plan');
    expect(faultsOf(expenses, plan, LARGE).join('; ')).toMatch(
      /does not walk transactions_open_first.*puts \d{4,} rows in order/,
    );
  });
});
