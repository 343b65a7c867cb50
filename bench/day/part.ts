import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { seedBooks } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import { type Running } from '../support/processes.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { type Done, Person } from './person.ts';

const INSTALLMENTS = 30_000;
const SAMPLE_EVERY = 2_000;
const MEGABYTE = 1024 * 1024;

/** Samples the resident memory of the processes every two seconds. */
const watchMemory = (processes: readonly Running[]) => {
  const samples: number[][] = [];
  const timer = setInterval(() => samples.push(processes.map((one) => one.memory() / MEGABYTE)), SAMPLE_EVERY);
  return {
    /**
     * Returns the median of each third of the day for each process. Without a leak, memory does not grow from the
     * second third to the last.
     */
    thirds: (): number[][] => {
      clearInterval(timer);
      const third = Math.max(1, Math.floor(samples.length / 3));
      return processes.map((_, index) =>
        [0, 1, 2].map((part) =>
          median(samples.slice(part * third, (part + 1) * third).map((sample) => sample[index] ?? 0)),
        ),
      );
    },
  };
};

const byName = (done: readonly Done[]): Map<string, Done[]> => {
  const groups = new Map<string, Done[]>();
  for (const one of done) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
};

const resultsTable = (done: readonly Done[]): string => {
  const rows = [...byName(done), ['all', done] as const].map(([name, group]) => {
    const times = group.map(({ milliseconds }) => milliseconds);
    const failed = group.filter(({ error }) => error !== undefined).length;
    return [
      name,
      group.length,
      failed,
      round(median(times), 1),
      round(quantile(times, 0.99), 1),
      round(Math.max(...times), 0),
    ];
  });
  return table(['the mixed day', 'times', 'errors', 'p50, ms', 'p99, ms', 'longest, ms'], rows);
};

/** (d) Simulates concurrent users: lists, transactions, searches, new transactions, payments and their undoing. */
export const dayPart = async ({ day, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const [books] = await seedBooks(database.url, [{ installments: INSTALLMENTS, seed, users: day.users }]);
    if (!books) throw new Error('no books');
    const services = await startServices(database.url);
    const gateway = await startGateway(services.url);
    const caller = new Caller(gateway.url, day.users);
    const memory = watchMemory([gateway, services]);
    const people = Array.from({ length: day.users }, (_, index) => new Person(index, { books, caller, seed }));
    const until = performance.now() + day.seconds * 1000;
    const done = (await Promise.all(people.map((person) => person.work(until)))).flat();
    const [ofGateway = [], ofServices = []] = memory.thirds();
    await caller.close();
    await gateway.stop();
    await services.stop();
    const { differences } = await verifyLedger(database.url);
    const errors = [...new Set(done.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : [])))];
    if (errors.length > 0 || differences.length > 0) process.exitCode = 1;
    return [
      `${day.users} users for ${day.seconds} s over ${INSTALLMENTS} installments: ${round(done.length / day.seconds, 1)} operations a second.`,
      resultsTable(done),
      table(
        ['memory, MB (median)', 'first third', 'second', 'last'],
        [
          ['gateway', ...ofGateway.map((value) => round(value, 0))],
          ['services', ...ofServices.map((value) => round(value, 0))],
        ],
      ),
      `verify-ledger afterwards: ${differences.length} differences.${errors
        .slice(0, 10)
        .map((line) => `\n- ${line}`)
        .join('')}`,
    ].join('\n\n');
  } finally {
    await database.stop();
  }
};
