import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fixedClock } from '#services/platform/clock.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { differencesOf, foundOffice, PLACES, roundOf, send, textOf, type Place } from './books.ts';
import { startCutter, type Cut, type Cutter } from './cutter.ts';
import type { Office, Write } from './write.ts';

/** FAULT_CUTS=5000 runs longer, FAULT_SEED selects other cuts. */
const CUTS = Number(process.env['FAULT_CUTS'] ?? 200);
const SEED = Number(process.env['FAULT_SEED'] ?? 20261121);
const PEOPLE = 4;

let services: TestServices;
let gateway: TestGateway;
let cutter: Cutter;
let office: Office;

/** By key: how its responses are cut, one after another, before one gets through. */
const plan = new Map<string, Cut[]>();

beforeAll(async () => {
  services = await startServices({ clock: fixedClock(new Date().toISOString()) });
  gateway = await startGateway({ services: await services.listen() });
  office = await foundOffice(services.seed);
  cutter = await startCutter(gateway.url, (key) => plan.get(key)?.shift() ?? null);
});
afterAll(async () => {
  await cutter?.stop();
  await gateway?.stop();
  await services?.stop();
});

/** A response without the costs that the gateway adds in tests. */
const reportedBy = (text: string): unknown => {
  const { extensions: _extensions, timestamp: _timestamp, ...told } = JSON.parse(text) as Record<string, unknown>;
  return told.data;
};

test('A command repeated with its key after a lost answer returns the same answer and runs once', async () => {
  const ways = fc.sample(fc.array(fc.constantFrom<Cut>('unheard', 'dropped', 'half'), { minLength: 1, maxLength: 2 }), {
    seed: SEED,
    numRuns: CUTS,
  });
  const sent: Write[] = [];
  const unequal: string[] = [];
  const person = async (name: string, place: Place): Promise<void> => {
    for (let round = 0; cutter.cuts < CUTS; round += 1) {
      for await (const write of roundOf(office, `${name}r${round}`, place)) {
        plan.set(write.key, [...(ways[sent.length % ways.length] ?? [])]);
        sent.push(write);
        while (!(await send(cutter.address, office.token, write)));
        const [answer] = write.answers;
        for (const text of cutter.lost.get(write.key) ?? []) {
          if (textOf(reportedBy(text)) !== textOf(answer)) unequal.push(`${write.key}: ${text}`);
        }
      }
    }
  };
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => person(`p${index}`, PLACES[index % PLACES.length] ?? 'desk')),
  );
  process.stdout.write(`answers cut off: seed ${SEED}, ${cutter.cuts} cuts of ${sent.length} writes\n`);
  expect(unequal).toEqual([]);
  expect(await differencesOf(services.seed, sent)).toEqual([]);
  expect((await verifyLedger(services.database.ownerUrl)).differences).toEqual([]);
  expect(cutter.cuts).toBeGreaterThanOrEqual(CUTS);
}, 300_000);
