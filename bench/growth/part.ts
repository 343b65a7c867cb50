import { type Books, seedBooks } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { questions, type Question } from './questions.ts';

const timesOf = async (caller: Caller, { shot }: Question, books: Books, rounds: number): Promise<number[]> => {
  const times: number[] = [];
  // The first rounds warm up.
  for (let turn = -3; turn < rounds; turn += 1) {
    const started = performance.now();
    const { errors } = JSON.parse(await caller.ask(shot(books)));
    if (errors) throw new Error(JSON.stringify(errors));
    if (turn >= 0) times.push(performance.now() - started);
  }
  return times;
};

/** Times every question through the gateway, by size of the books. */
export const growthOf = async (databaseUrl: string, books: readonly Books[], rounds: number): Promise<string> => {
  const services = await startServices(databaseUrl);
  const gateway = await startGateway(services.url);
  const caller = new Caller(gateway.url, 1);
  const rows: string[][] = [];
  try {
    for (const question of questions) {
      const cells: string[] = [];
      let last = 0;
      for (const one of books) {
        const times = await timesOf(caller, question, one, rounds);
        last = median(times);
        cells.push(`${round(last, 1)} (${round(quantile(times, 0.95), 1)})`);
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
  return table(['asked, ms', ...books.map(({ installments }) => `p50 (p95) at ${installments}`), 'goal'], rows);
};

/** (l) Questions of the screens whose answers do not grow with the company, in books of several sizes. */
export const growthPart = async ({ lists: { sizes, rounds }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const books = await seedBooks(
      database.url,
      sizes.map((installments) => ({ installments, seed })),
    );
    return await growthOf(database.url, books, rounds);
  } finally {
    await database.stop();
  }
};
