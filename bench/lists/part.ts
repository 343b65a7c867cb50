import { operationsFor } from '../gateway/operations.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { Caller, type Shot } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { costlyPages, type Finding, walk } from './walk.ts';

interface Timed {
  name: string;
  /** Milliseconds of every request, by size of the books. */
  times: number[][];
}

interface Variant {
  name: string;
  change: (books: Books) => Record<string, unknown>;
}

const dueThisMonth = { dueDate: { start: '2026-11-01', end: '2026-12-01' } };

/**
 * The screen's operation with other filters, sort orders or pages. Filters return as many rows as the smallest
 * books have, so that sizes compare equal pages.
 */
const variants: Variant[] = [
  { name: 'as the screen opens', change: () => ({}) },
  { name: 'overdue, 15 rows', change: () => ({ size: 15, filter: { status: 'OVERDUE' } }) },
  { name: 'by supplier', change: () => ({ sort: [{ id: 'partner' }] }) },
  { name: 'by value, largest first', change: () => ({ sort: [{ id: 'value', desc: true }] }) },
  { name: 'the 5th page', change: () => ({ page: 4 }) },
  { name: 'search of one number', change: ({ documentNumber }) => ({ filter: { search: documentNumber } }) },
  { name: 'due this month, 15 rows', change: () => ({ size: 15, filter: dueThisMonth }) },
  { name: 'search of two words (linear in what it finds)', change: () => ({ filter: { search: 'cimento 123' } }) },
  {
    name: 'search of one word, 15 rows (linear in what it finds: an eighth)',
    change: () => ({ size: 15, filter: { search: 'cimento' } }),
  },
];

const shotOf = (books: Books, change: Variant['change']): Shot => {
  const [list] = operationsFor(books);
  if (!list) throw new Error('no list');
  const { document: query, operationName, variables } = list;
  return {
    path: '/graphql',
    token: books.token,
    body: { query, operationName, variables: { ...variables, ...change(books) } },
  };
};

const time = async (caller: Caller, books: readonly Books[], rounds: number): Promise<Timed[]> => {
  const timed: Timed[] = variants.map(({ name }) => ({ name, times: books.map(() => []) }));
  // The first rounds warm up: they compile, plan and read from disk.
  for (let turn = -3; turn < rounds; turn += 1) {
    for (const [index, { change }] of variants.entries()) {
      for (const [size, one] of books.entries()) {
        const started = performance.now();
        const { errors } = JSON.parse(await caller.ask(shotOf(one, change)));
        if (errors) throw new Error(JSON.stringify(errors));
        if (turn >= 0) timed[index]?.times[size]?.push(performance.now() - started);
      }
    }
  }
  return timed;
};

const growth = ({ times }: Timed): number => {
  const [smallest = [], ...others] = times;
  return median(others.at(-1) ?? []) / median(smallest);
};

const timesTable = (timed: readonly Timed[], sizes: readonly number[]): string =>
  table(
    ['the list of expenses, ms', ...sizes.map((size) => `p50 (p95) at ${size}`), 'largest ÷ smallest (goal ≤ 1.5)'],
    timed.map((one) => [
      one.name,
      ...one.times.map((times) => `${round(median(times), 1)} (${round(quantile(times, 0.95), 1)})`),
      round(growth(one)),
    ]),
  );

const plansTable = (found: readonly Finding[][], sizes: readonly number[]): string => {
  const [first = []] = found;
  return table(
    ['asked', 'costs', ...sizes.flatMap((size) => [`ms at ${size}`, 'rows looked at', 'read end to end'])],
    first.map(({ name, cost }, index) => [
      name,
      cost,
      ...found.flatMap((findings) => {
        const finding = findings[index];
        return finding
          ? [round(finding.milliseconds, 1), Math.round(finding.rows), finding.scanned.join(' ') || '–']
          : [];
      }),
    ]),
  );
};

/** (b) Measures the same list over books of several sizes in one database, and the plans of all other queries. */
export const listsPart = async ({ lists: { sizes, rounds }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const books = await seedBooks(
      database.url,
      sizes.map((installments) => ({ installments, seed })),
    );
    const services = await startServices(database.url);
    const gateway = await startGateway(services.url);
    const caller = new Caller(gateway.url, 1);
    const measure = async () => {
      try {
        return await time(caller, books, rounds);
      } finally {
        await caller.close();
        await gateway.stop();
        await services.stop();
      }
    };
    const timed = await measure();
    const ends = [books[0], books.at(-1)].filter((one) => one !== undefined);
    const found = await walk(database.url, ends);
    const costly = costlyPages(found.at(-1) ?? []).map((line) => `- ${line}`);
    if (costly.length > 0) process.exitCode = 1;
    return [
      timesTable(timed, sizes),
      `Pages of the largest books that cost more than a page: ${costly.length === 0 ? 'none' : `\n${costly.join('\n')}`}`,
      plansTable(
        found,
        ends.map(({ installments }) => installments),
      ),
    ].join('\n\n');
  } finally {
    await database.stop();
  }
};
