import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;

beforeAll(async () => {
  estimates = await startEstimates();
});
afterAll(() => estimates.services.stop());

/** Stages at the top, and the top itself as 'top'; each with the rows below it, by the keys that they were made with. */
type Model = Map<string, string[]>;

interface Line {
  cents: bigint;
}

/** An act on one row, told by numbers that choose among what is there. */
const act = fc.record({
  kind: fc.constantFrom('make', 'makeStage', 'move', 'place', 'remove', 'removeStage'),
  row: fc.nat(1_000),
  stage: fc.nat(1_000),
  position: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  quantity: fc.integer({ min: 1, max: 99_999 }),
  price: fc.integer({ min: 1, max: 9_999_999 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const calls = fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });

const decimal = (units: number, places: number): string => {
  const digits = String(units).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** Ten-thousandths times ten-thousandths in cents, a half to the even cent. */
const centsOf = (quantity: number, price: number): bigint => {
  const [product, unit] = [BigInt(quantity) * BigInt(price), 1_000_000n];
  const [cents, rest] = [product / unit, (product % unit) * 2n];
  return rest > unit || (rest === unit && cents % 2n === 1n) ? cents + 1n : cents;
};

/** One call at a time: what is sent, and what the model says of it. Independent of how the services do it. */
class Sheet {
  readonly model: Model = new Map([['top', []]]);
  readonly lines = new Map<string, Line>();
  readonly ids = new Map<string, number>();
  #serial = 0;

  /** The rows to send for some acts; each row is named once. */
  call(acts: readonly Act[]): Draft[] {
    const drafts: Draft[] = [];
    const named = new Set<string>();
    const wanted: { key: string; position: number }[] = [];
    const gone: string[] = [];
    const stages = () => [...this.model.keys()];
    const free = () => [...this.model.values()].flat().filter((key) => this.ids.has(key) && !named.has(key));
    for (const { kind, row, stage, position, quantity, price } of acts) {
      const all = stages();
      const target = all[stage % all.length] ?? 'top';
      const isMaking = kind === 'make' || kind === 'makeStage';
      const candidates = free().filter((key) => this.lines.has(key) === (kind !== 'removeStage'));
      const key = isMaking ? `r${(this.#serial += 1)}` : candidates[row % Math.max(candidates.length, 1)];
      if (key === undefined || gone.includes(target)) continue;
      const wantsPlace = position !== undefined && kind !== 'remove' && kind !== 'removeStage';
      const place = wantsPlace ? { position } : {};
      if (wantsPlace) wanted.push({ key, position });
      const into = target === 'top' ? { parentId: null } : this.#parent(target);
      if (kind === 'make') {
        this.lines.set(key, { cents: centsOf(quantity, price) });
        this.model.get(target)?.push(key);
        const numbers = { quantity: decimal(quantity, 4), unitPrice: decimal(price, 4) };
        drafts.push({ key, type: 'TASK', description: key, ...numbers, ...into, ...place });
      } else if (kind === 'makeStage') {
        this.model.get('top')?.push(key);
        this.model.set(key, []);
        drafts.push({ key, type: 'GROUP', description: key, ...place });
      } else if (kind === 'move') {
        if (!this.model.get(target)?.includes(key)) {
          this.#take(key);
          this.model.get(target)?.push(key);
        }
        drafts.push({ id: this.ids.get(key), ...into, ...place });
      } else if (kind === 'place') {
        drafts.push({ id: this.ids.get(key), ...place });
      } else {
        gone.push(key);
        drafts.push({ id: this.ids.get(key), removed: true });
      }
      named.add(key);
    }
    for (const key of gone) this.#forget(key);
    for (const [stage, keys] of this.model) this.model.set(stage, slots(keys, wanted));
    return drafts;
  }

  #parent(stage: string): Draft {
    return this.ids.has(stage) ? { parentId: this.ids.get(stage) } : { parentKey: stage };
  }

  #take(key: string): void {
    for (const [stage, keys] of this.model)
      this.model.set(
        stage,
        keys.filter((one) => one !== key),
      );
  }

  #forget(key: string): void {
    this.#take(key);
    for (const below of this.model.get(key) ?? []) this.lines.delete(below);
    this.model.delete(key);
    this.lines.delete(key);
  }

  /** "1 r1", "1.1 r2" … as the tree should read. */
  outline(): string[] {
    return (this.model.get('top') ?? []).flatMap((key, index) => [
      `${index + 1} ${key}`,
      ...(this.model.get(key) ?? []).map((below, place) => `${index + 1}.${place + 1} ${below}`),
    ]);
  }

  get total(): string {
    return decimal(Number([...this.lines.values()].reduce((sum, { cents }) => sum + cents, 0n)), 2);
  }
}

/** Slot by slot: what wants this place or an earlier one, else the next of the others, else what wants a later one. */
const slots = (keys: readonly string[], wanted: readonly { key: string; position: number }[]): string[] => {
  const waiting = wanted.filter(({ key }) => keys.includes(key)).sort((a, b) => a.position - b.position);
  const others = keys.filter((key) => !waiting.some((one) => one.key === key));
  return keys.map((_, index) => {
    const [next] = waiting;
    const isDue = next !== undefined && next.position <= index + 1;
    return (isDue ? waiting.shift()?.key : (others.shift() ?? waiting.shift()?.key)) ?? '';
  });
};

test('Whatever is made, moved, placed and removed, the tree and its total are those of a model', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (every) => {
      const id = await estimates.make();
      const sheet = new Sheet();
      for (const acts of every) {
        const drafts = sheet.call(acts);
        const made = await estimates.put(id, drafts);
        for (const [key, row] of Object.entries(made)) sheet.ids.set(key, row);
        const { details } = await estimates.details(id);
        const rows = details.map(({ code, description }: Draft) => `${String(code)} ${String(description)}`);
        expect([drafts, rows]).toEqual([drafts, sheet.outline()]);
        expect((await estimates.read(id)).total).toBe(sheet.total);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 30_000);
