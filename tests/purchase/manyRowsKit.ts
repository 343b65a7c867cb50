import { expect } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import type { Reply, TestServices } from '#tests/support/services.ts';
import { counts, importOf, of, undone, type Sheet } from './importKit.ts';

/** As many rows as one import may have. */
export const ROWS = 5_000;

/** An import that is done with five rows and with 5,000. */
export interface ManyRows {
  services: TestServices;
  /** So many rows, none of which is there yet; those of another prefix are others. */
  sheet: (rows: number, prefix?: string) => Sheet;
  check: (sheet: Sheet) => Promise<Reply>;
  send: (sheet: Sheet) => Promise<Reply>;
  undo: (importId: number) => Promise<Reply>;
  /** What is stored, in figures. */
  stored: () => Promise<unknown>;
  /** The same after an import of so many rows, by another way than the import's. */
  expected: (rows: number) => unknown;
  /** Rows that an undo of so many takes away: those of registers that were made along with them, too. */
  removed: (rows: number) => number;
  /** Milliseconds that a check and an import of 5,000 may take on the machine of pace.ts. */
  within: number;
  /** What else holds of what is stored. */
  sound?: () => Promise<void>;
}

/** The reply, of which a refusal says why. */
const done = (reply: Reply): Reply => {
  if (reply.status !== 200) throw new Error(`status ${reply.status}: ${reply.text.slice(0, 1_000)}`);
  return reply;
};
const queries = ({ headers }: Reply) => Number(headers['x-sql-queries']);
/** Many rows need two statements less: a look-up of few keys sets the planner before it and after it (decision 114). */
export const expectAsFew = (many: Reply, few: Reply): void => {
  expect(queries(few)).toBeGreaterThan(0);
  expect([queries(few), queries(few) - 2]).toContain(queries(many));
};

/** 5,000 rows are checked, imported and taken back by as many statements as five, in the time, and are found again. */
export const expectManyAsFew = async (kit: ManyRows): Promise<void> => {
  const { services, sheet, check, send, undo, stored, expected, removed, within, sound = async () => undefined } = kit;
  const checkedFew = done(await check(sheet(5)));
  const few = done(await send(sheet(5)));
  const fewBack = done(await undo(importOf(few)));
  const pace = slowness();
  const [started, checked] = [performance.now(), done(await check(sheet(ROWS)))];
  expect(counts(checked)).toEqual(of(ROWS));
  expectAsFew(checked, checkedFew);
  expect(await stored()).toEqual(expected(0));
  const imported = done(await send(sheet(ROWS)));
  expect(counts(imported)).toEqual(of(ROWS));
  expectAsFew(imported, few);
  expect(performance.now() - started).toBeLessThan(within * Math.max(pace, slowness()));
  expect(await stored()).toEqual(expected(ROWS));
  await sound();
  // As autovacuum does within a minute: until then the planner knows nothing of tables that were empty.
  await services.seed.sql('analyze');
  expect(counts(done(await check(sheet(ROWS))))).toEqual(of(0, 0, ROWS));
  const back = done(await undo(importOf(imported)));
  expect(back.body.data.counts).toEqual(undone(removed(ROWS)));
  expectAsFew(back, fewBack);
  expect(await stored()).toEqual(expected(0));
  await sound();
};

/** Of five imports of one sheet at once, one adds its rows and the others find them; it is taken back once. */
export const expectOneOfFive = async ({ sheet, send, undo, stored, expected }: ManyRows): Promise<void> => {
  const rows = 20;
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(sheet(rows))));
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
  const created = replies.map((reply) => counts(reply).created).sort((a, b) => a - b);
  expect(created).toEqual([0, 0, 0, 0, rows]);
  expect(await stored()).toEqual(expected(rows));
  const id = replies.map(importOf).find((one) => one !== null) ?? 0;
  const undos = await Promise.all(Array.from({ length: 5 }, () => undo(id)));
  expect(undos.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  expect(await stored()).toEqual(expected(0));
};
