import { deepStrictEqual } from 'node:assert';
import { type Books, seedBooks } from '../support/books.ts';
import { startDatabase, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';
import { type Contender, type ContenderName, startContenders, startRecorded } from './contenders.ts';
import { type Operation, operationsFor } from './operations.ts';
import { profileGateway } from './profile.ts';

/** Result of one round: responses per second, and milliseconds of CPU time per response. */
interface Round {
  rate: number;
  cpu: number;
}

type Rounds = Record<ContenderName, Round[]>;

/** Asked so often before answers are compared: compiled execution begins with a later request than the first. */
const ASKED = 3;

/** Throws unless all contenders return the same data for an operation. */
const requireEqual = async (contenders: readonly Contender[], operation: Operation, token: string): Promise<void> => {
  const [first, ...others] = await Promise.all(
    contenders.map(async ({ name, caller, shot }) => {
      for (let before = 1; before < ASKED; before += 1) await caller.ask(shot(operation, token));
      const { data, errors } = JSON.parse(await caller.ask(shot(operation, token)));
      if (errors) throw new Error(`${name} ${operation.name}: ${JSON.stringify(errors)}`);
      return { name, data };
    }),
  );
  for (const { name, data } of others)
    deepStrictEqual(data, first?.data, `${name} answers ${operation.name} differently`);
};

/** Requests before measuring, so that the JIT has compiled everything. */
const WARM = 400;

const measure = async (
  contenders: readonly Contender[],
  operation: Operation,
  token: string,
  { rounds, milliseconds }: Settings['gateway'],
): Promise<Rounds> => {
  const results: Rounds = { join: [], prumo: [], yoga: [], mercurius: [], tuned: [] };
  for (const { caller, shot } of contenders) await caller.press(shot(operation, token), milliseconds, WARM);
  for (let round = 0; round < rounds; round += 1) {
    // Rotates the first contender, so that other load on the machine affects all alike.
    const order = contenders.map((_, index) => contenders[(index + round) % contenders.length]);
    for (const contender of order) {
      if (!contender) continue;
      const before = contender.running.cpu();
      const load = await contender.caller.press(contender.shot(operation, token), milliseconds);
      if (load.failures > 0) throw new Error(`${contender.name}: ${load.failures} failures`);
      const cpu = (1000 * (contender.running.cpu() - before)) / load.times.length;
      results[contender.name].push({ rate: load.rate, cpu });
    }
  }
  return results;
};

/** Median over the rounds of the ratio of two contenders within a round. */
const share = (results: Rounds, of: ContenderName, to: ContenderName, figure: keyof Round): number =>
  median(results[of].map((one, index) => one[figure] / (results[to][index]?.[figure] ?? NaN)));

const OTHERS = ['join', 'yoga', 'mercurius', 'tuned'] as const;

const row = (operation: Operation, results: Rounds): (string | number)[] => [
  operation.title,
  ...OTHERS.map((other) => round(share(results, 'prumo', other, 'rate'))),
  ...OTHERS.map((other) => round(share(results, other, 'prumo', 'cpu'))),
  round(median(results.prumo.map(({ cpu }) => cpu))),
];

const HEAD = [
  'gateway',
  'answers a second ÷ join by hand (goal ≥ 0.9)',
  '÷ graphql-yoga (goal ≥ 2)',
  '÷ mercurius (goal ≥ 2)',
  '÷ mercurius with compiled execution (goal ≥ 1)',
  'processor time of the join ÷ ours',
  'of yoga ÷ ours',
  'of mercurius ÷ ours',
  'of it with compiled execution ÷ ours',
  'ours, ms an answer',
];

export const compare = async (
  books: Books,
  services: string,
  title: string,
  given: Settings['gateway'],
): Promise<string> => {
  const contenders = await startContenders(services, given.connections);
  try {
    const rows = [];
    for (const operation of operationsFor(books)) {
      console.error(`  ${operation.name}`);
      await requireEqual(contenders, operation, books.token);
      rows.push(row(operation, await measure(contenders, operation, books.token, given)));
    }
    return `${title}\n\n${table(HEAD, rows)}`;
  } finally {
    for (const contender of contenders) await contender.stop();
  }
};

/** (a) Compares the gateway with a hand-written join, graphql-yoga and mercurius. */
export const gatewayPart = async (settings: Settings): Promise<string> => {
  const database = await startDatabase();
  const [books] = await seedBooks(database.url, [{ installments: 3_000, seed: settings.seed }]);
  if (!books) throw new Error('no books');
  const services = await startServices(database.url);
  const recorded = await startRecorded(services.url);
  try {
    const sections = [
      await compare(
        books,
        recorded.url,
        'Over a recording of the services (what the gateways themselves cost):',
        settings.gateway,
      ),
      await compare(books, services.url, 'Over the services and their database:', {
        ...settings.gateway,
        rounds: Math.ceil(settings.gateway.rounds / 2),
      }),
    ];
    if (settings.gateway.profile) sections.push(await profileGateway(books, recorded.url, settings.gateway));
    return sections.join('\n\n');
  } finally {
    await recorded.stop();
    await services.stop();
    await database.stop();
  }
};
