import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { differencesOf, foundOffice, type Office, type Write } from './books.ts';
import { distribution, slowness, until, type Part } from './stack.ts';
import { Writers } from './writers.ts';

/** What is killed, and where people and checks find what is left. */
export interface Target {
  /** Where people write. */
  address: string;
  /** Address of the database as its owner, which a restart may change. */
  ownerUrl(): string;
  /** Killed one after the other. */
  parts: readonly Part[];
}

interface Moment {
  /** Writes acknowledged before the kill, and milliseconds after the last of them. */
  acknowledged: number;
  pause: number;
}

const momentsOf = (count: number, seed: number): Moment[] => {
  const moment = fc.record({ acknowledged: fc.integer({ min: 6, max: 14 }), pause: fc.integer({ min: 0, max: 15 }) });
  return fc.sample(moment, { seed, numRuns: count });
};

const withRows = async <T>({ ownerUrl }: Target, work: (rows: SeedKit) => Promise<T>): Promise<T> => {
  const rows = new SeedKit(ownerUrl(), () => new Date());
  try {
    return await work(rows);
  } finally {
    await rows.close();
  }
};

const answers = async (address: string, token: string): Promise<boolean> => {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ session { admin } }' }),
    signal: AbortSignal.timeout(1_000),
  });
  const { data } = (await response.json()) as { data?: { session?: object | null } };
  return Boolean(data?.session);
};

/** Answers for how many milliseconds nobody was served. */
const killAmid = async (writers: Writers, target: Target, office: Office, part: Part, moment: Moment) => {
  await writers.reach(moment.acknowledged);
  await sleep(moment.pause);
  const killed = Date.now();
  await part.kill();
  await part.start();
  await until(() => answers(target.address, office.token), 30_000, `an answer after ${part.name} was killed`);
  const ready = Date.now() - killed;
  await writers.stop();
  return ready;
};

/** Kills one part amid writes and puts it back at once, as a process manager does, and compares what was told with the rows. */
const cycle = async (target: Target, office: Office, part: Part, name: string, moment: Moment, sent: Write[]) => {
  // Nobody writes before and after: what makes this machine slow then is not the product.
  const before = await slowness();
  const writers = new Writers(target.address, office, name);
  const ready = await killAmid(writers, target, office, part, moment).finally(() => writers.giveUp());
  const fair = Math.round(ready / Math.max(before, await slowness()));
  sent.push(...writers.sent);
  expect([name, part.name, await withRows(target, (rows) => differencesOf(rows, sent))]).toEqual([name, part.name, []]);
  expect((await verifyLedger(target.ownerUrl())).differences).toEqual([]);
  return { ready, fair, askedAgain: writers.askedAgain };
};

/**
 * Kills the parts in turn, so many times in all, at moments that the seed decides, amid documents, payments, bulk
 * payments, undos, transfers, files and new users. After every cycle the rows are exactly those that were
 * acknowledged, once each and whole, and the ledger has no difference. Prints the milliseconds that passed from each kill
 * until the product answered again, and answers them: as they were on a quiet machine, and divided by how many times
 * slower a crowded one was just before and after.
 */
export const killInTurn = async (target: Target, count: number, seed: number): Promise<number[]> => {
  const office = await withRows(target, foundOffice);
  const ready = new Map<string, number[]>();
  const fair: number[] = [];
  const sent: Write[] = [];
  let askedAgain = 0;
  const started = Date.now();
  const tell = (cycles: string, times: number[]) => {
    const seconds = Math.round((Date.now() - started) / 1000);
    const slowest = Math.max(...times);
    process.stdout.write(
      `  ${cycles} cycles in ${seconds} s, ${sent.length} writes, slowest ready after ${slowest} ms\n`,
    );
  };
  for (const [index, moment] of momentsOf(count, seed).entries()) {
    const part = target.parts[index % target.parts.length] as Part;
    const done = await cycle(target, office, part, `c${index}`, moment, sent);
    fair.push(done.fair);
    ready.set(part.name, [...(ready.get(part.name) ?? []), done.ready]);
    askedAgain += done.askedAgain;
    if ((index + 1) % 10 === 0) tell(`${index + 1} of ${count}`, [...ready.values()].flat());
  }
  const told = [...ready].map(([name, times]) => `  ready after ${name}: ${distribution(times)}`);
  const head = `kill in turn: seed ${seed}, ${count} cycles, ${sent.length} writes, asked again ${askedAgain} times`;
  const idle = `  as on a machine that has nothing else to do: ${distribution(fair)}`;
  process.stdout.write([head, ...told, idle, ''].join('\n'));
  return fair;
};
