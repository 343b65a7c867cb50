import { expect, test } from '@jest/globals';
import { killInTurn } from './killInTurn.ts';
import { startProgram } from './program.ts';
import { startStack } from './stack.ts';

/** FAULT_CYCLES=1000 runs longer, FAULT_SEED kills at other moments. */
const CYCLES = Number(process.env['FAULT_CYCLES'] ?? 100);
const SEED = Number(process.env['FAULT_SEED'] ?? 20261121);
const READY_WITHIN = 5_000;
const TIME = 60_000 + CYCLES * 20_000;

test(
  'A kill -9 of services, gateway and database in turn loses no acknowledged write and leaves none incomplete',
  async () => {
    const stack = await startStack();
    const { ownerUrl, services, gateways, database } = stack;
    try {
      const parts = [...services, ...gateways, database];
      const target = { address: gateways[0]?.address ?? '', ownerUrl: () => ownerUrl, parts };
      expect(Math.max(...(await killInTurn(target, CYCLES, SEED)))).toBeLessThan(READY_WITHIN);
    } finally {
      await stack.stop();
    }
  },
  TIME,
);

test(
  'A kill -9 of the whole program, or of its database, loses no acknowledged write and leaves none incomplete',
  async () => {
    const whole = await startProgram();
    try {
      const { address, ownerUrl, program, database } = whole;
      const target = { address, ownerUrl, parts: [program, database] };
      const cycles = Math.ceil(CYCLES / 2);
      expect(Math.max(...(await killInTurn(target, cycles, SEED)))).toBeLessThan(READY_WITHIN);
    } finally {
      await whole.stop();
    }
  },
  TIME,
);
