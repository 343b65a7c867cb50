import { operationsFor } from '../gateway/operations.ts';
import { shotOf, variants } from '../lists/variants.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { screenDocument } from '../support/documents.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';
import { Payments } from './payments.ts';

const CONNECTIONS = 16;
const WARM = 60;

/** One way to send statements, behind a gateway of its own over the same database. */
interface Way {
  caller: Caller;
  payments: Payments;
  memory: () => number;
  stop: () => Promise<void>;
}

const startWay = async (databaseUrl: string, books: Books, environment: Record<string, string>): Promise<Way> => {
  const services = await startServices(databaseUrl, environment);
  const gateway = await startGateway(services.url);
  const caller = new Caller(gateway.url, CONNECTIONS);
  return {
    ...{ caller, payments: new Payments(caller, books), memory: services.memory },
    stop: async () => {
      await caller.close();
      await gateway.stop();
      await services.stop();
    },
  };
};

/** Answers a second in one round. */
type Press = (way: Way, milliseconds: number) => Promise<number>;

const pressPayments: Press = async ({ payments }, milliseconds) => {
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < milliseconds; count += 1) await payments.once();
  return count / ((performance.now() - started) / 1000);
};

const questions = (books: Books): { title: string; press: Press }[] => {
  const asking =
    (body: object): Press =>
    async ({ caller }, milliseconds) => {
      const load = await caller.press({ path: '/graphql', token: books.token, body }, milliseconds, WARM);
      if (load.failures > 0) throw new Error(`${load.failures} failures`);
      return load.rate;
    };
  const [list, one] = operationsFor(books).map(({ title, document: query, operationName, variables }) => ({
    title,
    press: asking({ query, operationName, variables }),
  }));
  const session = asking({ query: screenDocument('Session'), operationName: 'Session', variables: {} });
  return [
    ...(list && one ? [list, one] : []),
    { title: 'a payment and its undoing, one after the other', press: pressPayments },
    { title: 'the session', press: session },
    // Where the plan for all values could be another one than that for these.
    ...variants.slice(1).map(({ name, change }) => ({
      title: `the list of expenses, ${name}`,
      press: asking(shotOf(books, change).body as object),
    })),
  ];
};

/** Compares statements that are sent by name with statements that are sent whole each time, interleaved in one run. */
export const statementsPart = async ({ statements: { installments, rounds, milliseconds }, seed }: Settings) => {
  const database = await startDatabase();
  const [books] = await seedBooks(database.url, [{ installments, seed }]);
  if (!books) throw new Error('no books');
  const whole = await startWay(database.url, books, { PREPARED_STATEMENTS: 'off' });
  const named = await startWay(database.url, books, { PREPARED_STATEMENTS: 'on' });
  try {
    const rows = [];
    for (const { title, press } of questions(books)) {
      const rates: { whole: number; named: number }[] = [];
      for (let turn = -1; turn < rounds; turn += 1) {
        // The first of each round changes, so that other load on the machine affects both alike.
        const order = turn % 2 === 0 ? (['whole', 'named'] as const) : (['named', 'whole'] as const);
        const rate = { whole: 0, named: 0 };
        for (const way of order) rate[way] = await press(way === 'whole' ? whole : named, milliseconds);
        if (turn >= 0) rates.push(rate);
      }
      const of = (way: 'whole' | 'named') => round(median(rates.map((rate) => rate[way])), 1);
      rows.push([title, of('whole'), of('named'), round(median(rates.map((rate) => rate.named / rate.whole)))]);
    }
    return [
      `${installments} installments, ${CONNECTIONS} connections, ${rounds} rounds.`,
      table(['answers a second', 'sent whole', 'by name', 'by name ÷ whole'], rows),
    ].join('\n\n');
  } finally {
    await named.stop();
    await whole.stop();
    await database.stop();
  }
};
