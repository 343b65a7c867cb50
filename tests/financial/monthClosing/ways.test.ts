import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '#tests/support/services.ts';
import { CLOSED, startClosing, type Closing } from './kit.ts';
import { ALLOWED, FURTHER_WAYS } from './furtherWays.ts';
import { WAYS } from './ways.ts';

const ALL = [...WAYS, ...FURTHER_WAYS];

let kit: Closing;
const closed = new Map<string, () => Promise<Reply>>();
const open = new Map<string, () => Promise<Reply>>();
const allowed = new Map<string, () => Promise<Reply>>();

beforeAll(async () => {
  kit = await startClosing();
  for (const { name, prepare } of ALL) {
    closed.set(name, await prepare(kit, '2026-10'));
    open.set(name, await prepare(kit, '2026-11'));
  }
  for (const { name, prepare } of ALLOWED) allowed.set(name, await prepare(kit, '2026-10'));
  await kit.closeMonth('2026-10');
});
afterAll(() => kit.services.stop());

const act = (acts: Map<string, () => Promise<Reply>>, name: string): Promise<Reply> => {
  const chosen = acts.get(name);
  if (!chosen) throw new Error(`nothing was prepared for ${name}`);
  return chosen();
};

describe('What a closed month protects', () => {
  test.each(ALL.map((way) => [way.name, way] as const))('is not changed by %s', async (name, { field, bulk }) => {
    const before = await kit.books();
    const { status, body } = await act(closed, name);
    if (bulk) {
      expect(status).toBe(200);
      expect(body.data.results).toEqual([expect.objectContaining({ ok: false, message: CLOSED('Outubro de 2026') })]);
    } else {
      expect([status, body.fields ?? []]).toEqual([
        422,
        [field ?? []].flat().map((path) => ({ path, message: CLOSED('Outubro de 2026') })),
      ]);
      expect(body.message).toBe(Array.isArray(field) ? 'Confira os campos indicados.' : CLOSED('Outubro de 2026'));
    }
    expect(await kit.books()).toBe(before);
  });

  test.each(ALL.map(({ name, bulk }) => [name, bulk] as const))('in an open month, there is %s', async (name, bulk) => {
    const { status, body } = await act(open, name);
    expect([status, body.message]).toEqual([200, undefined]);
    if (bulk) expect(body.data.results).toEqual([expect.objectContaining({ ok: true })]);
  });

  test.each(ALLOWED)('lets there be $name: $why', async ({ name, bulk }) => {
    const { status, body } = await act(allowed, name);
    expect([status, body.message]).toEqual([200, undefined]);
    if (bulk) expect(body.data.results).toEqual([expect.objectContaining({ ok: true })]);
  });
});
