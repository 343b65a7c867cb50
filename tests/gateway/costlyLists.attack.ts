import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getOperationAST, parse } from 'graphql';
import { coerce } from '#gateway/graphql/variables.ts';
import { costOf } from '#gateway/limits/cost.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type GraphQLReply, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { seedWholeTransactions, type WholeTransactions } from '#tests/support/wholeTransactions.ts';

/**
 * CPU time limit in milliseconds for the most expensive operation, services included; it takes a third on an idle
 * machine.
 */
const MOST = 1_500;
const REPEAT = 5;

const schema = buildSchema();
let services: TestServices;
let gateway: TestGateway;
/**
 * 1,000 transactions of four installments of four shares, as the cost assumes; and 500 of 60 installments of two
 * shares.
 */
let even: Place;
let long: Place;

interface Place {
  companyId: number;
  token: string;
}

const open = async (sizes: Omit<WholeTransactions, 'accountId' | 'companyId' | 'type'>): Promise<Place> => {
  const { seed } = services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId);
  await seedWholeTransactions(seed, { accountId, companyId, type: 'DEBIT', ...sizes });
  return { companyId, token: await seed.tokenOf(await seed.user(accountId, { admin: true })) };
};

beforeAll(async () => {
  // Does not validate responses, as in production; other suites check them against the contract.
  services = await startServices({ checkAnswers: false });
  gateway = await startGateway({ services: await services.listen() });
  even = await open({ transactions: 1_000, installments: 4, buildings: 4, attachments: 4 });
  long = await open({ transactions: 500, installments: 60, buildings: 2, attachments: 0 });
}, 300_000);
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const times = (count: number, text: (index: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${text(index)}`).join(' ')} }`;

const WHOLE = `id status value grossValue dueDate description partner { id name taxId } category { id name type }
  company { id name } expectedWallet { id identifier description balance { balance } }
  installments { id number value dueDate wallet { id identifier } shares { value building { id name } stage { id name } } }
  apportionments { value percentage building { id name } stage { id name } } attachments { id name link }`;
const transactions = (size: number, fields = WHOLE, page = 0) =>
  `transactions(companyId: COMPANY, type: DEBIT, size: ${size}, page: ${page}) { totalElements totals { count value } content { ${fields} } }`;
const WHOLE_SHARES = 'id installments { id shares { value building { name } stage { name } } }';
const rows = (size: number) =>
  `installments(companyId: COMPANY, type: DEBIT, size: ${size}) { content { transaction { installments { number } } } }`;
const series = (index: number) =>
  `cashFlowPeriods(companyId: COMPANY, startDate: "2022-11-0${index + 1}", endDate: "2026-11-01", group: DAY) {
     start paid actualBalance categories { categoryId name paid } }`;
const buildings = (index: number) =>
  `buildings(companyId: COMPANY, size: 500, page: ${index % 2}) { content { name company { name } stages { code name } } }`;

const costOfText = (text: string): number => {
  const document = parse(text);
  const operation = getOperationAST(document);
  const variables = operation && coerce(schema, operation, {});
  if (!operation || !variables) throw new Error('No operation');
  return costOf(schema, document, operation, variables);
};

/** Counts the objects of a response, itself included. */
const objectsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objectsIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), 0);
};

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const ask = async ({ companyId, token }: Place, query: string): Promise<GraphQLReply> =>
  gateway.ask(query.replaceAll('COMPANY', `"${companyId}"`), { token });

/** Sends an operation once to compile it and five times to measure it; prints the median. */
const measured = async (what: string, place: Place, query: string): Promise<GraphQLReply> => {
  let reply = await ask(place, query);
  const taken: number[] = [];
  const clock: number[] = [];
  for (let time = 0; time < REPEAT; time += 1) {
    const [processor, started] = [processorTime(), performance.now()];
    reply = await ask(place, query);
    taken.push(processorTime() - processor);
    clock.push(performance.now() - started);
  }
  const median = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(REPEAT / 2)] ?? NaN);
  const report = [
    `cost ${costOfText(query.replaceAll('COMPANY', '"1"'))}`,
    `${objectsIn(reply.data) - 1} objects`,
    `${JSON.stringify(reply.data).length} bytes`,
    `${reply.restCalls.length} calls`,
    `${reply.sqlQueries} statements`,
    `${median(taken)} ms of the processor`,
    `${median(clock)} ms`,
  ];
  process.stdout.write(`costly lists: ${what}: ${report.join(', ')}\n`);
  expect(reply.errors).toBeUndefined();
  expect(median(taken)).toBeLessThan(MOST);
  return reply;
};

describe('An operation of the maximum cost, over an account that has all of its rows,', () => {
  test.each([
    ['a list of whole documents', times(1, () => transactions(500)), 500],
    ['buildings with their stages', times(4, buildings), 500],
    ['cash flow by day, with its categories', times(3, series), 1_462],
    ['nine lists of whole documents', times(9, (page) => transactions(50, WHOLE_SHARES, page)), 50],
  ])(
    'is answered within its time: %s',
    async (what, query, length) => {
      const { data } = await measured(what, even, query);
      // The cost does not count the response object itself.
      expect(objectsIn(data) - 1).toBeLessThanOrEqual(costOfText(query.replaceAll('COMPANY', '"1"')));
      const [first]: ({ content?: unknown[] } | unknown[])[] = Object.values(data);
      expect((Array.isArray(first) ? first : first?.content)?.length).toBe(length);
    },
    120_000,
  );

  test('is answered within its time where its transactions have the maximum of installments', async () => {
    // 55 transactions of 60 installments of two shares: 9,900 parts.
    const { data } = await measured(
      'long documents',
      long,
      times(1, () => transactions(55)),
    );
    expect(objectsIn(data)).toBeGreaterThan(20_000);
  }, 120_000);

  test.each([
    // 60 × (1 + 2) parts of each transaction.
    ['a list of documents', times(1, () => transactions(460)), 82_800, 10_000],
    [
      'two lists of documents, which share the limit',
      times(2, () => transactions(55, 'installments { id }')),
      9_900,
      5_000,
    ],
    ['a list of installments with their documents', times(1, () => rows(500)), 90_000, 10_000],
  ])('is rejected at its size where they have more: %s', async (_what, query, parts, most) => {
    const before = processorTime();
    const { errors } = await ask(long, query);
    const message = `A página tem ${parts} parcelas e rateios, e o limite é ${most}: peça páginas menores.`;
    expect(errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'INVALID', status: 400, fields: [{ path: 'size', message }] },
    });
    expect(processorTime() - before).toBeLessThan(MOST);
  });
});
