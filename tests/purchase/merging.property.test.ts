import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { startMerging, type Merging } from './mergingKit.ts';

/** Exact and half-even by itself, so that nothing of the product's arithmetic is asked. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_EVEN });
const PRICES = ['36.80', '0.7361', '145.00', '0.0001', '999.9999', null];
const COMPOSITIONS = 5;

let kit: Merging;
const products: number[] = [];

beforeAll(async () => {
  kit = await startMerging();
  for (const [n, price] of PRICES.entries()) {
    products.push(
      await kit.product({ code: `P-${n}`, name: `Insumo ${'abcdef'[n]}`, unit: n % 2 ? 'kg' : 'sc', price }),
    );
  }
});
afterAll(() => kit.services.stop());

interface Line {
  id: string;
  task: number;
  product: number | null;
  child: number | null;
  quantity: Decimal;
}

const stored = async () => {
  const { seed } = kit.services;
  const of = <Row extends object>(text: string) => seed.sql<Row>(text, [kit.office.accountId]);
  const lines = await of<
    Record<'id' | 'task_id' | 'quantity', string> & Record<'product_id' | 'child_task_id', string | null>
  >('select id, task_id, quantity, product_id, child_task_id from task_items where account_id = $1 order by id');
  const key = (id: string | null) => (id === null ? null : Number(id));
  return {
    lines: lines.map((row): Line => ({
      ...{ id: row.id, task: Number(row.task_id), product: key(row.product_id), child: key(row.child_task_id) },
      quantity: new Exact(row.quantity),
    })),
    prices: new Map(
      (await of<{ id: string; price: string | null }>('select id, price from products where account_id = $1')).map(
        ({ id, price }) => [Number(id), price],
      ),
    ),
    tasks: new Map(
      (
        await of<{ id: string; price: string | null }>(
          'select id, unit_price as price from tasks where account_id = $1',
        )
      ).map(({ id, price }) => [Number(id), price]),
    ),
  };
};
type Stored = Awaited<ReturnType<typeof stored>>;

/** Price of a composition from its lines, down to its inputs. */
const priceOf = ({ lines, prices }: Stored, task: number): string | null => {
  let sum = new Exact(0);
  for (const line of lines.filter((one) => one.task === task)) {
    const price =
      line.product === null ? priceOf({ lines, prices } as Stored, line.child ?? 0) : prices.get(line.product);
    if (price === null || price === undefined) return null;
    sum = sum.plus(line.quantity.times(price).toDecimalPlaces(4));
  }
  return sum.toFixed(4);
};

const line = fc.record({
  /** An input, or an earlier composition where there is one. */
  of: fc.nat(PRICES.length + COMPOSITIONS),
  quantity: fc.integer({ min: 1, max: 99_999 }).map((value) => new Exact(value).div(10_000).toFixed(4)),
});
const trees = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), {
  ...{ minLength: COMPOSITIONS, maxLength: COMPOSITIONS },
});
const merges = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 2, maxLength: 4 }),
  factors: fc.array(fc.constantFrom('1', '2', '50', '0.5', '3', '0.3333', '7'), { minLength: 3, maxLength: 3 }),
});

let run = 0;
const compose = async (tree: { of: number; quantity: string }[][]): Promise<void> => {
  const { services, office, shelf } = kit;
  const made: number[] = [];
  run += 1;
  for (const [n, lines] of tree.entries()) {
    const items = lines.map(({ of, quantity }) => {
      const child = of < PRICES.length || made.length === 0 ? undefined : made[of % made.length];
      return child === undefined ? { resourceId: products[of % PRICES.length], quantity } : { taskId: child, quantity };
    });
    const code = `R${run}-${n}`;
    const answer = await services.api.post('/api/v1/engineering/tasks', {
      token: office.admin,
      body: { code, description: code, unit: { id: shelf.unit.sc }, costDatabase: { id: shelf.tableId }, items },
    });
    if (answer.status !== 200) throw new Error(answer.text);
    made.push(answer.body.data.id);
  }
};

const versions = async (): Promise<Map<number, number>> => {
  const rows = await kit.services.seed.sql<{ id: string; version: number }>(
    'select id, version from products where account_id = $1',
    [kit.office.accountId],
  );
  return new Map(rows.map(({ id, version }) => [Number(id), version]));
};

const expectRightPrices = (now: Stored): void => {
  for (const [id, price] of now.tasks) expect([id, price]).toEqual([id, priceOf(now, id)]);
};

test('Whatever is merged into whatever, no line is lost, every price is right, and undoing returns the very rows', async () => {
  await fc.assert(
    fc.asyncProperty(trees, merges, async (tree, { order, factors }) => {
      await compose(tree);
      const [survivor = 0, ...gone] = order.map((n) => products[n] ?? 0);
      const [rows, before, version] = [await kit.rowsOfAccount(), await stored(), await versions()];
      expectRightPrices(before);
      const at = (id: number) => ({ id, version: version.get(id) });
      const merged = gone.map((id, n) => ({ ...at(id), factor: factors[n] ?? '1' }));
      const answer = await kit.post('merges', { survivor: at(survivor), merged });
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
      const after = await stored();
      const factorOf = new Map(merged.map(({ id, factor }) => [id, factor]));
      expect(after.lines.map(({ quantity, ...rest }) => ({ ...rest, quantity: quantity.toFixed() }))).toEqual(
        before.lines.map(({ quantity, product, ...rest }) => {
          const factor = product === null ? undefined : factorOf.get(product);
          return {
            ...rest,
            product: factor === undefined ? product : survivor,
            quantity: (factor === undefined ? quantity : quantity.div(factor).toDecimalPlaces(20)).toFixed(),
          };
        }),
      );
      for (const id of gone) expect(after.prices.has(id)).toBe(false);
      expectRightPrices(after);
      const undone = await kit.undo(answer.body.data.merge.id);
      expect(undone.status).toBe(200);
      expect(await kit.rowsOfAccount()).toEqual(rows);
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 60_000);
