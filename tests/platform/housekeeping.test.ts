import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepHouse } from '#services/platform/housekeeping.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const MINUTE = 60_000;

let first: TestServices;
let second: TestServices;

beforeAll(async () => {
  first = await startServices();
  // Another process over the same database, which the first one drops.
  const database = { ...first.database, drop: async () => undefined };
  second = await startServices({ clock: first.clock, createDatabase: async () => database });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const both = () => Promise.all([first, second].map(({ app }) => keepHouse(app.platform)));
const kept = async (): Promise<number> => {
  const rows = await first.seed.sql(`select id from allowances where bucket = 'old'`);
  return rows.length;
};
/** What housekeeping deletes: an allowance of two days ago. */
const litter = () =>
  first.seed.sql(`insert into allowances (bucket, key, at) values ('old', '', $1::timestamptz - interval '2 days')`, [
    first.clock.now(),
  ]);

test('Of two processes, one does the work of an hour, whichever comes first', async () => {
  for (let hour = 0; hour < 3; hour += 1) {
    await litter();
    expect((await both()).toSorted()).toEqual([false, true]);
    expect(await kept()).toBe(0);
    await litter();
    first.clock.advance(30 * MINUTE);
    // The timer of a process that started half an hour later.
    expect(await keepHouse(second.app.platform)).toBe(false);
    expect(await kept()).toBe(1);
    first.clock.advance(30 * MINUTE);
  }
});

test('What one process could not do is done by another an hour later', async () => {
  await first.seed.sql('delete from allowances');
  await first.seed.sql('alter function fold_sums() rename to fold_sums_elsewhere');
  await expect(keepHouse(first.app.platform)).rejects.toThrow('fold_sums');
  await first.seed.sql('alter function fold_sums_elsewhere() rename to fold_sums');
  expect(await keepHouse(second.app.platform)).toBe(false);
  first.clock.advance(60 * MINUTE);
  expect(await keepHouse(second.app.platform)).toBe(true);
});
