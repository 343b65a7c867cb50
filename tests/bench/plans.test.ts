import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { costlyPages, type Finding, walk } from '#bench/lists/walk.ts';
import { type Books, seedBooks } from '#bench/support/books.ts';
import { reportLines, verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
let books: Books[];
let small: Finding[];
let large: Finding[];

/** The short form of `npm run bench -- lists`: the queries on 600 and on 24,000 installments. */
beforeAll(async () => {
  database = await createTestDatabase();
  books = await seedBooks(
    database.ownerUrl,
    [600, 24_000].map((installments) => ({ installments, seed: 20_261_121 })),
  );
  [small = [], large = []] = await walk(database.ownerUrl, books);
}, 120_000);
afterAll(() => database.drop());

describe('The queries of the screens on a large account', () => {
  test('run on books that satisfy the ledger check', async () => {
    expect(reportLines(await verifyLedger(database.ownerUrl)).at(-1)).toBe('Nenhuma diferença.');
    expect(large.length).toBeGreaterThan(100);
  });

  test('read one page for a page, in every order and for every status', () => {
    expect(costlyPages(large)).toEqual([]);
  });

  test('read hardly more rows than in an account of a fortieth of the size', () => {
    const rowsOf = (findings: Finding[]) => findings.filter(({ cost }) => cost === 'page').map(({ rows }) => rows);
    const [few, many] = [rowsOf(small), rowsOf(large)];
    expect(many.length).toBeGreaterThan(50);
    expect(Math.max(...many)).toBeLessThan(10 * Math.max(500, ...few));
  });

  test('sum up a wallet, a company and a list without reading their rows', () => {
    const summed = [
      'totals of expenses',
      'totals of installments',
      'balances of the wallets',
      'balance of the company',
    ];
    for (const name of summed) expect([name, large.find((one) => one.name === name)?.rows]).toEqual([name, 0]);
  });

  test('read the cash flow of a company, a building and a wallet by day, without their installments', () => {
    const byDay = [
      'cash flow of half a year',
      'cash flow of a building',
      'cash flow of a wallet',
      'cash flow of a wallet by month',
      'cash flow by month',
      'result of the month by building',
      'forecasts by category',
      'forecasts of a building',
    ];
    for (const name of byDay) expect([name, large.find((one) => one.name === name)?.rows]).toEqual([name, 0]);
  });

  test('read the costs of stages from kept sums, and look up only the expenses of the month', () => {
    const costs = large.filter(({ name }) => name.startsWith('costs '));
    expect(costs.map(({ name, scanned }) => [name, scanned])).toEqual([
      ['costs of a building', []],
      ['costs of all buildings', []],
      ['costs by stage', []],
    ]);
    // Some 6,400 expenses in six years: fewer than 90 of a month until its 20th, each with at most two shares.
    for (const { rows } of costs) expect(rows).toBeLessThan(270);
  });

  test('use an index for searches, in the lists and for their totals', () => {
    const searches = large.filter(({ name }) => / found by /.test(name));
    expect(searches).toHaveLength(2 * 6 + 1);
    expect(searches.filter(({ scanned }) => scanned.length > 0)).toEqual([]);
  });

  test('read the movements of a building from the days that it has some on', () => {
    const { rows = NaN } = large.find(({ name }) => name === 'movements of a building due in a week') ?? {};
    // Some eleven installments are due on a day, of which most are paid, with one share or two.
    expect(rows).toBeLessThan(300);
  });

  test('read the due dates of a month as one range, and look up only its overdue transactions', () => {
    const rowsOf = (name: string) => large.find((one) => one.name === name)?.rows ?? NaN;
    const installments = rowsOf('totals of installments due in a month');
    expect(installments).toBeGreaterThan(100);
    // One installment in sixty is overdue: the overdue amount of its transaction is read from its installments.
    expect(rowsOf('totals of expenses due in a month')).toBeLessThanOrEqual(1.25 * installments);
  });
});
