import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { differencesOf, foundOffice } from './books.ts';
import { freeze } from './freezer.ts';
import { startStack, until, type Stack } from './stack.ts';
import { Rounds, Writers } from './writers.ts';
import type { Office } from './write.ts';

/** The gateway's timeout plus half a second, for the last of forty simultaneous requests. */
const GATEWAY_WITHIN = 10_000 + 500;
/** Allows a second round on a busy machine. */
const ROUNDS = 2;
/** The services' statement timeout of 15 s, one second without a response, and half a second. */
const SERVICES_WITHIN = 16_000 + 500;
/** More clients than the services have connections. */
const PEOPLE = 40;
const SENTENCE = /Tente novamente em instantes|Falha /;

let stack: Stack;
let rows: SeedKit;
let office: Office;
let thaw = (): void => undefined;
let writers: Writers;

beforeAll(async () => {
  stack = await startStack();
  rows = new SeedKit(stack.ownerUrl, () => new Date());
  office = await foundOffice(rows);
}, 300_000);
afterEach(() => {
  thaw();
  writers.giveUp();
});
afterAll(async () => {
  await rows?.close();
  await stack?.stop();
});

interface Told {
  status: number;
  text: string;
  took: number;
}

const call = async (address: string, body?: object): Promise<Told> => {
  const started = Date.now();
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${office.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), took: Date.now() - started };
};

const gateway = (): string => stack.gateways[0]?.address ?? '';
const services = (): string => stack.services[0]?.address ?? '';
const wallets = (): string => `/api/v1/financial/company/${office.companyId}/bank`;
const graphql = (): Promise<Told> =>
  call(`${gateway()}/graphql`, { query: `{ wallets(companyId: "${office.companyId}") { content { identifier } } }` });

const isAnswered = ({ status, text }: Told): boolean => status === 200 && text.includes('Itaú');

/** Slowest duration in milliseconds; expects a Portuguese error in every response. */
const slowestOf = (told: readonly Told[]): number => {
  for (const { text } of told) {
    const [{ message, extensions }] = JSON.parse(text).errors;
    expect(extensions).toMatchObject({ code: 'UNAVAILABLE' });
    expect([503, 504]).toContain(extensions.status);
    expect(message).toMatch(SENTENCE);
  }
  return Math.max(...told.map(({ took }) => took));
};

test('Requests to a database that hangs fail within their timeout, in Portuguese, and succeed again when it resumes', async () => {
  writers = new Writers(gateway(), new Rounds(office, 'frozen'));
  await writers.reach(20);
  thaw = freeze(stack.dataDir);
  const frozen = Date.now();

  const ready = call(`${services()}/readyz`);
  const direct = call(services() + wallets());
  const through = Promise.all(Array.from({ length: PEOPLE }, graphql));
  expect(await ready).toMatchObject({ status: 503 });
  expect((await ready).took).toBeLessThan(2_000);
  let slowest = slowestOf(await through);
  for (let round = 1; round < ROUNDS && slowest >= GATEWAY_WITHIN; round += 1) {
    slowest = slowestOf(await Promise.all(Array.from({ length: PEOPLE }, graphql)));
  }
  expect(slowest).toBeLessThan(GATEWAY_WITHIN);
  const { status, text, took } = await direct;
  expect([status, JSON.parse(text).message]).toEqual([503, expect.stringMatching(SENTENCE)]);
  expect(took).toBeLessThan(SERVICES_WITHIN);
  // Waits until the services have closed every connection of that time, with its pending writes.
  await sleep(Math.max(0, frozen + 18_000 - Date.now()));

  thaw();
  const back = await until(async () => isAnswered(await graphql()), 10_000, 'an answer after the database went on');
  expect((await Promise.all(Array.from({ length: PEOPLE }, graphql))).every(isAnswered)).toBe(true);
  await writers.stop();
  process.stdout.write(
    `frozen database: ${writers.sent.length} writes, asked again ${writers.repeated} times, slowest answer ${slowest} ms, back in ${back} ms\n`,
  );
  expect(await differencesOf(rows, writers.sent)).toEqual([]);
  expect((await verifyLedger(stack.ownerUrl)).differences).toEqual([]);
}, 120_000);
