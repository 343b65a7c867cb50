import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noiseOf } from './noise.ts';
import { openNoiseWorld, type NoiseWorld } from './noiseWorld.ts';

/** The long form of noise.test.ts: ten thousand sentences, a thousand at a time. FUZZ_SEED selects others. */
const EACH = 1_000;
const PARTS = Array.from({ length: 10 }, (_, index) => index + 1);
const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);

let world: NoiseWorld;
beforeAll(async () => {
  world = await openNoiseWorld();
}, 60_000);
afterAll(() => world.stop());

test.each(PARTS)(
  'Ten thousand sentences of noise are answered without a failure and without a wrong figure, part %i',
  async (part) => {
    const complaints = new Set<string>();
    for (const noise of noiseOf(EACH, seed + part)) {
      const complaint = await world.complaintAbout(noise);
      if (complaint !== null) complaints.add(complaint);
    }
    expect([...complaints]).toEqual([]);
  },
  900_000,
);
