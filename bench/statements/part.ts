import { operationsFor } from '../gateway/operations.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { screenDocument } from '../support/documents.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';
import { openLog } from './log.ts';
import { Payments } from './payments.ts';
import { postmasterOf, type Processor, processorOf } from './processor.ts';

const WARM = 40;

/** One way to send statements, behind a gateway of its own over the same database. */
const startWay = async (databaseUrl: string, books: Books, environment: Record<string, string>) => {
  const services = await startServices(databaseUrl, environment);
  const gateway = await startGateway(services.url);
  const caller = new Caller(gateway.url, 1);
  return {
    ...{ gateway, services, caller, payments: new Payments(caller, books) },
    postmaster: await postmasterOf(databaseUrl),
    stop: async () => {
      await caller.close();
      await gateway.stop();
      await services.stop();
    },
  };
};
type Way = Awaited<ReturnType<typeof startWay>>;

const questions = (books: Books): { title: string; ask: (way: Way) => Promise<unknown> }[] => {
  const asking =
    (body: object) =>
    ({ caller }: Way) =>
      caller.ask({ path: '/graphql', token: books.token, body });
  const operations = operationsFor(books).filter(({ name }) => name !== 'flat');
  return [
    ...operations.map(({ title, document: query, operationName, variables }) => ({
      title,
      ask: asking({ query, operationName, variables }),
    })),
    { title: 'a payment or its undoing', ask: ({ payments }) => payments.once() },
    {
      title: 'the session',
      ask: asking({ query: screenDocument('Session'), operationName: 'Session', variables: {} }),
    },
  ];
};

const sum = ({ gateway, services, postgres }: Processor): number => gateway + services + postgres;
const inMs = (rounds: readonly Processor[]): string =>
  (['gateway', 'services', 'postgres'] as const)
    .map((part) => round(median(rounds.map((one) => one[part])), 1))
    .join(' + ');

/**
 * Milliseconds of processor of an answer in each part, with statements sent whole and with statements by name (decision 114),
 * interleaved in one run. A busy machine answers as many times more as it takes less of them. And what an answer of both ways adds
 * to the write-ahead log, without the whole pages after a checkpoint, which this database does not write.
 */
export const statementsPart = async ({ statements: { installments, rounds, answers }, seed }: Settings) => {
  const database = await startDatabase();
  const [books] = await seedBooks(database.url, [{ installments, seed }]);
  if (!books) throw new Error('no books');
  const ways = {
    whole: await startWay(database.url, books, { PREPARED_STATEMENTS: 'off' }),
    named: await startWay(database.url, books, { PREPARED_STATEMENTS: 'on' }),
  };
  const log = await openLog(database.url);
  try {
    const rows = [];
    for (const { title, ask } of questions(books)) {
      const measured: Record<keyof typeof ways, Processor[]> = { whole: [], named: [] };
      const before = await log.bytes();
      for (let turn = -1; turn < rounds; turn += 1) {
        // The first of each round changes, so that other load on the machine affects both alike.
        const order = turn % 2 === 0 ? (['whole', 'named'] as const) : (['named', 'whole'] as const);
        for (const way of order) {
          const used = await processorOf(ways[way], turn < 0 ? WARM : answers, () => ask(ways[way]));
          if (turn >= 0) measured[way].push(used);
        }
      }
      const ratios = measured.named.map((named, index) => sum(measured.whole[index] ?? named) / sum(named));
      const logged = (await log.bytes()) - before;
      const asked = 2 * (WARM + rounds * answers);
      rows.push([
        title,
        inMs(measured.whole),
        inMs(measured.named),
        round(median(ratios)),
        round(logged / asked / 1000, 1),
      ]);
    }
    return [
      `${installments} installments, ${rounds} rounds of ${answers} answers. Milliseconds of processor: gateway + services + PostgreSQL.`,
      table(['an answer', 'sent whole', 'by name', 'whole ÷ by name', 'log of the database, kB'], rows),
    ].join('\n\n');
  } finally {
    await log.close();
    await ways.named.stop();
    await ways.whole.stop();
    await database.stop();
  }
};
