import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { killInTurn } from './killInTurn.ts';
import { startStack, type Stack } from './stack.ts';

/** FAULT_SEED kills at other moments; `npm run faults` runs longer. */
const SEED = Number(process.env['FAULT_SEED'] ?? 20261121);
const READY_WITHIN = 5_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, 600_000);
afterAll(() => stack?.stop());

test('A kill -9 of services, gateway and database in turn loses no acknowledged write and leaves none incomplete', async () => {
  const { ownerUrl, services, gateways, database } = stack;
  const target = {
    address: gateways[0]?.address ?? '',
    ownerUrl: () => ownerUrl,
    parts: [...services, ...gateways, database],
  };
  const ready = await killInTurn(target, 20, SEED);
  expect(Math.max(...ready)).toBeLessThan(READY_WITHIN);
}, 600_000);
