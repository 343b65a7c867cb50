import { operationsFor } from '../gateway/operations.ts';
import { seedBooks, type Books } from '../support/books.ts';
import { Caller, type Shot } from '../support/load.ts';
import {
  startDatabase,
  startGateway,
  startProgram,
  startServices,
  type Build,
  type Services,
} from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';

const INSTALLMENTS = 3_000;
const CONNECTIONS = 64;
const WARM = 600;

interface Contender {
  title: string;
  /** CPU time in seconds of all processes of both parts. */
  cpu(): number;
  caller: Caller;
  stop(): Promise<void>;
}

interface Round {
  rate: number;
  /** Milliseconds of CPU time per answer. */
  cpu: number;
}

const contenderOf = (title: string, parts: Services[]): Contender => {
  const caller = new Caller(parts.at(-1)?.url ?? '', CONNECTIONS);
  return {
    title,
    caller,
    cpu: () => parts.reduce((sum, part) => sum + part.cpu(), 0),
    stop: async () => {
      await caller.close();
      for (const part of parts.toReversed()) await part.stop();
    },
  };
};

/** Services and gateway apart. */
const startApart = async (databaseUrl: string, title: string, build: Build): Promise<Contender> => {
  const services = await startServices(databaseUrl, {}, build);
  return contenderOf(title, [services, await startGateway(services.url, [], build)]);
};

/** Both in the same process, as `npm start` runs them. */
const startWhole = async (databaseUrl: string, title: string, build: Build): Promise<Contender> =>
  contenderOf(title, [await startProgram(databaseUrl, build)]);

const shotsFor = (books: Books): { title: string; shot: Shot }[] => {
  const { token } = books;
  const [list] = operationsFor(books).filter(({ name }) => name === 'list');
  if (!list) throw new Error('no list');
  const { document: query, operationName, variables } = list;
  return [
    { title: list.title, shot: { path: '/graphql', token, body: { query, operationName, variables } } },
    { title: 'the session', shot: { path: '/graphql', token, body: { query: '{ session { user { id name } } }' } } },
  ];
};

const measure = async ({ caller, cpu }: Contender, shot: Shot, milliseconds: number): Promise<Round> => {
  const before = cpu();
  const { rate, times, failures } = await caller.press(shot, milliseconds);
  if (failures > 0) throw new Error(`${failures} failures`);
  return { rate, cpu: (1000 * (cpu() - before)) / times.length };
};

const HEAD = ['what is answered', 'processes', 'processor, ms an answer', '÷ one', 'answers a second'];

/** Answers in rounds that take turns, so that other load on the machine affects all alike. */
const compare = async (
  contenders: readonly Contender[],
  shot: Shot,
  { rounds, milliseconds }: Settings['processes'],
): Promise<Round[][]> => {
  const results = contenders.map((): Round[] => []);
  for (const { caller } of contenders) await caller.press(shot, milliseconds, WARM);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (let step = 0; step < contenders.length; step += 1) {
      const index = (turn + step) % contenders.length;
      const contender = contenders[index];
      if (contender) results[index]?.push(await measure(contender, shot, milliseconds));
    }
  }
  return results;
};

const rowsOf = (
  title: string,
  contenders: readonly Contender[],
  results: readonly Round[][],
): (string | number)[][] => {
  const [ofOne = []] = results;
  return contenders.map((contender, index) => {
    const own = results[index] ?? [];
    const share = median(own.map(({ cpu }, turn) => cpu / (ofOne[turn]?.cpu ?? NaN)));
    const [cpu, rate] = [median(own.map((one) => one.cpu)), median(own.map((one) => one.rate))];
    return [title, contender.title, round(cpu), round(share), round(rate, 0)];
  });
};

/** Compares one process of each part with two: what the second costs where no core is idle. */
export const processesPart = async ({ seed, processes }: Settings): Promise<string> => {
  const other = processes.other ? [{ title: 'one, of the other build', build: { dist: processes.other } }] : [];
  const kinds = [{ title: 'one', build: {} }, { title: 'two', build: { processes: 2 } }, ...other];
  const database = await startDatabase();
  try {
    const [books] = await seedBooks(database.url, [{ installments: INSTALLMENTS, seed }]);
    if (!books) throw new Error('no books');
    const rows: (string | number)[][] = [];
    for (const [how, start] of [
      ['apart', startApart],
      ['whole', startWhole],
    ] as const) {
      const contenders: Contender[] = [];
      for (const { title, build } of kinds) contenders.push(await start(database.url, `${how}: ${title}`, build));
      for (const { title, shot } of shotsFor(books))
        rows.push(...rowsOf(title, contenders, await compare(contenders, shot, processes)));
      for (const contender of contenders) await contender.stop();
    }
    return table(HEAD, rows);
  } finally {
    await database.stop();
  }
};
