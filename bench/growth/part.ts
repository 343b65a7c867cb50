import { type Books, seedBooks } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices, type Services } from '../support/product.ts';
import { plansOf } from '../support/questions.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { faultsOf, openingsOf } from '../lists/openings.ts';
import { postmasterOf, processorOf } from '../statements/processor.ts';
import { questions, type Question } from './questions.ts';

interface Parts extends Asking {
  gateway: Services;
  services: Services;
  postmaster: number;
}

interface Asking {
  caller: Caller;
  question: Question;
  books: Books;
}

/** Milliseconds of each answer, and of PostgreSQL's processor for one. */
const measure = async ({ caller, question: { shot }, books, ...parts }: Parts, rounds: number) => {
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    const started = performance.now();
    const { errors } = JSON.parse(await caller.ask(shot(books)));
    if (errors) throw new Error(JSON.stringify(errors));
    times.push(performance.now() - started);
  };
  // The first ones warm up.
  for (let turn = 0; turn < 3; turn += 1) await ask();
  times.length = 0;
  const { postgres } = await processorOf(parts, rounds, ask);
  return { times, postgres };
};

/** Times every question through the gateway, by size of the books, with the processor that PostgreSQL takes for it. */
export const growthOf = async (databaseUrl: string, books: readonly Books[], rounds: number): Promise<string> => {
  const services = await startServices(databaseUrl);
  const gateway = await startGateway(services.url);
  const caller = new Caller(gateway.url, 1);
  const postmaster = await postmasterOf(databaseUrl);
  const rows: string[][] = [];
  try {
    for (const question of questions) {
      const cells: string[] = [];
      let last = 0;
      for (const one of books) {
        const { times, postgres } = await measure(
          { gateway, services, postmaster, caller, question, books: one },
          rounds,
        );
        last = median(times);
        cells.push(`${round(last, 1)} (${round(quantile(times, 0.95), 1)}), ${round(postgres, 1)}`);
      }
      if (question.goal !== undefined && last > question.goal) process.exitCode = 1;
      rows.push([
        question.name,
        ...cells,
        question.goal === undefined ? (question.linear ?? '–') : `≤ ${question.goal}`,
      ]);
    }
  } finally {
    await caller.close();
    await gateway.stop();
    await services.stop();
  }
  return table(
    ['asked, ms', ...books.map(({ installments }) => `p50 (p95), processor of PostgreSQL at ${installments}`), 'goal'],
    rows,
  );
};

/** What each list reads as its screen opens it, by size; one that does not walk its index fails the part. */
export const openingsTable = async (databaseUrl: string, books: readonly Books[]): Promise<string> => {
  const rows = new Map<string, string[]>();
  for (const one of books) {
    const openings = openingsOf(one);
    const asked = { size: String(one.installments), token: one.token, questions: openings };
    for (const [index, plan] of (await plansOf(databaseUrl, asked)).entries()) {
      const opening = openings[index];
      if (!opening) continue;
      // In a small account another index is as good.
      const faults = one === books.at(-1) ? faultsOf(opening, plan, one.installments) : [];
      if (faults.length > 0) process.exitCode = 1;
      const cells = rows.get(opening.name) ?? [];
      rows.set(opening.name, [...cells, [String(Math.round(plan.rows)), ...faults].join('; ')]);
    }
  }
  return table(
    ['a list as its screen opens it', ...books.map(({ installments }) => `rows read at ${installments}`)],
    [...rows].map(([name, cells]) => [name, ...cells]),
  );
};

/** (l) Questions of the screens whose answers do not grow with the company, in books of several sizes. */
export const growthPart = async ({ lists: { sizes, rounds }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const books = await seedBooks(
      database.url,
      sizes.map((installments) => ({ installments, seed })),
    );
    const times = await growthOf(database.url, books, rounds);
    return [times, await openingsTable(database.url, books)].join('\n\n');
  } finally {
    await database.stop();
  }
};
