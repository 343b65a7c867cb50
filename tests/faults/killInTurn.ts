import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { differencesOf, foundOffice, WRITE_KINDS } from './books.ts';
import { distribution, slowness, until, type Part } from './stack.ts';
import { Rounds, Writers } from './writers.ts';
import type { Office, Write } from './write.ts';

/** Processes to kill, and where writers and checks reach the rest. */
export interface Target {
  /** Address for the writers. */
  address: string;
  /** Connection string of the owner; a restart may change it. */
  ownerUrl(): string;
  /** Killed in turn. */
  parts: readonly Part[];
}

interface Moment {
  /** When to kill: after this many acknowledged writes, plus a pause in milliseconds. */
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

/** Returns the downtime in milliseconds. */
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

/**
 * Kills one part during writes, restarts it at once like a process manager, and compares acknowledged writes with the
 * rows.
 */
const cycle = async (target: Target, rounds: Rounds, part: Part, name: string, moment: Moment, sent: Write[]) => {
  // Measured before and after the writers run, so that the product's own load does not count.
  const before = await slowness();
  const writers = new Writers(target.address, rounds);
  const ready = await killAmid(writers, target, rounds.office, part, moment).finally(() => writers.giveUp());
  const fair = Math.round(ready / Math.max(before, await slowness()));
  sent.push(...writers.sent);
  expect([name, part.name, await withRows(target, (rows) => differencesOf(rows, sent))]).toEqual([name, part.name, []]);
  expect((await verifyLedger(target.ownerUrl())).differences).toEqual([]);
  return { ready, fair, repeated: writers.repeated };
};

/**
 * Kills the parts in turn, `count` times, at moments derived from the seed, during writes of transactions, payments,
 * bulk payments, undos, transfers, files and users, of cost estimates, approvals, measurements and their closing, and of
 * quotes, their answers and awards, orders, deliveries and returns, of statements of banks, and of
 * notas with their expenses and codes, each of them in some cycle. After every cycle the rows must be exactly the acknowledged ones, once each and complete, and
 * the ledger must have no difference. Prints the downtime of each kill and returns it divided by the machine's slowness just
 * before and after: the downtime on an idle machine.
 */
export const killInTurn = async (target: Target, count: number, seed: number): Promise<number[]> => {
  const rounds = new Rounds(await withRows(target, foundOffice), 'k');
  const ready = new Map<string, number[]>();
  const fair: number[] = [];
  const sent: Write[] = [];
  let repeated = 0;
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
    const done = await cycle(target, rounds, part, `c${index}`, moment, sent);
    fair.push(done.fair);
    ready.set(part.name, [...(ready.get(part.name) ?? []), done.ready]);
    repeated += done.repeated;
    if ((index + 1) % 10 === 0) tell(`${index + 1} of ${count}`, [...ready.values()].flat());
  }
  const summary = [...ready].map(([name, times]) => `  ready after ${name}: ${distribution(times)}`);
  const head = `kill in turn: seed ${seed}, ${count} cycles, ${sent.length} writes, asked again ${repeated} times`;
  const idle = `  as on a machine that has nothing else to do: ${distribution(fair)}`;
  process.stdout.write([head, ...summary, idle, ''].join('\n'));
  const kinds = new Set(sent.map(({ kind }) => kind).filter((kind) => kind !== 'look'));
  expect([...kinds].sort()).toEqual([...WRITE_KINDS].sort());
  return fair;
};
