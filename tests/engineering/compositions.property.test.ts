import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { repriceUsers } from '#services/engineering/tasks/reprice.ts';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openCatalogue, product, type Catalogue } from './tasksKit.ts';

/** Exact and half-even by itself, so that nothing of the product's arithmetic is asked. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_EVEN });

let services: TestServices;
let office: Office;
let own: Catalogue;
const products: number[] = [];
const tasks: number[] = [];

const path = '/api/v1/engineering/tasks';
const body = (code: string, items: object[]) => ({
  code,
  description: code,
  unit: { id: own.unitId },
  costDatabase: { id: own.tableId },
  items,
});

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  own = await openCatalogue(services, office);
  for (const [index, price] of ['0.0001', '1.2345', '36.80', '145.00', '999.9999', null].entries()) {
    const type = (['material', 'labour', 'equipment'] as const)[index % 3];
    products.push(
      await product(services, own, { code: `I${index}`, name: `Insumo ${index}`, price, type: type ?? 'material' }),
    );
  }
  for (let index = 0; index < 8; index += 1) {
    const items = [{ resourceId: products[index % 5], quantity: '1' }];
    const made = await services.api.post(path, { token: office.admin, body: body(`T${index}`, items) });
    tasks.push(made.body.data.id);
  }
});
afterAll(() => services.stop());

interface Stored {
  prices: Map<number, string | null>;
  lines: Map<number, { productId: number | null; childId: number | null; quantity: string }[]>;
  tasks: Map<number, string | null>;
}

const stored = async (): Promise<Stored> => {
  const of = <Row extends object>(text: string) => services.seed.sql<Row>(text, [own.accountId]);
  const prices = await of<{ id: string; price: string | null }>('select id, price from products where account_id = $1');
  const prepared = await of<{ id: string; unit_price: string | null }>(
    'select id, unit_price from tasks where account_id = $1',
  );
  const rows = await of<Record<'task_id' | 'quantity', string> & Record<'product_id' | 'child_task_id', string | null>>(
    'select * from task_items where account_id = $1',
  );
  const lines: Stored['lines'] = new Map(prepared.map(({ id }) => [Number(id), []]));
  const key = (text: string | null) => (text === null ? null : Number(text));
  for (const row of rows) {
    lines
      .get(Number(row.task_id))
      ?.push({ productId: key(row.product_id), childId: key(row.child_task_id), quantity: row.quantity });
  }
  return {
    prices: new Map(prices.map(({ id, price }) => [Number(id), price])),
    lines,
    tasks: new Map(prepared.map(({ id, unit_price: price }) => [Number(id), price])),
  };
};

/** Price of a task by its definition, from the inputs up; throws in a circle. */
const naive = (rows: Stored, id: number, within: readonly number[] = []): Decimal | null => {
  if (within.includes(id)) throw new Error(`circle: ${[...within, id].join(' → ')}`);
  let sum: Decimal | null = new Exact(0);
  for (const { productId, childId, quantity } of rows.lines.get(id) ?? []) {
    const price: Decimal | string | null | undefined =
      childId === null ? rows.prices.get(productId ?? 0) : naive(rows, childId, [...within, id]);
    if (price == null || sum === null) sum = null;
    else sum = sum.plus(new Exact(quantity).times(price).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN));
  }
  return sum;
};

const expectAllAsRecomputed = async () => {
  const rows = await stored();
  const kept = [...rows.tasks].map(([id, price]) => [id, price === null ? null : new Exact(price).toFixed(4)]);
  const expected = [...rows.tasks.keys()].map((id) => [id, naive(rows, id)?.toFixed(4) ?? null]);
  expect(kept).toEqual(expected);
};

// Small enough that eight levels of four lines stay within the largest price.
const quantity = fc.integer({ min: 1, max: 19_999 }).map((units) => new Exact(units).div(10_000).toFixed(4));
const line = fc.oneof(
  fc.record({ of: fc.constant('resourceId' as const), index: fc.nat(5), quantity }),
  fc.record({ of: fc.constant('taskId' as const), index: fc.nat(7), quantity }),
);
const edit = fc.record({ task: fc.nat(7), lines: fc.array(line, { minLength: 1, maxLength: 4 }) });

test('whatever is edited, no circle is stored, and every price is that of a recomputation from the inputs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      for (const { task, lines } of edits) {
        const items = lines.map(({ of, index, quantity: typed }) => ({
          [of]: (of === 'taskId' ? tasks : products)[index],
          quantity: typed,
        }));
        const reply = await services.api.put(`${path}/${tasks[task]}`, {
          token: office.admin,
          body: body(`T${task}`, items),
        });
        expect([200, 422]).toContain(reply.status);
      }
      await expectAllAsRecomputed();
    }),
    { numRuns: 25 },
  );
});

test('the parts by type are never negative and sum to the price', async () => {
  const { body: list } = await services.api.get(path, { token: office.admin, query: { details: 'true' } });
  for (const { unitPrice, pricesByType } of list.data.content as {
    unitPrice: string | null;
    pricesByType: { price: string }[];
  }[]) {
    expect(pricesByType.every(({ price }) => !price.startsWith('-'))).toBe(true);
    const sum = pricesByType.reduce((whole, { price }) => whole.plus(price), new Exact(0));
    expect(unitPrice === null ? pricesByType : sum.toFixed(4)).toEqual(unitPrice ?? []);
  }
});

test('changed prices of inputs leave every composition as a recomputation of everything does', async () => {
  const { app, seed } = services;
  const price = fc.option(
    fc.integer({ min: 1, max: 9_999_999 }).map((units) => new Exact(units).div(10_000).toFixed(4)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(5), price), { minLength: 1, maxLength: 3 }), async (changes) => {
      for (const [index, value] of changes)
        await seed.sql('update products set price = $1 where id = $2', [value, products[index]]);
      await app.platform.command(
        { accountId: office.accountId, userId: office.adminUser.id },
        { route: 'test', requestId: null },
        (trx, work) =>
          repriceUsers(
            trx,
            work,
            changes.map(([index]) => products[index] ?? 0),
          ),
      );
      await expectAllAsRecomputed();
    }),
    { numRuns: 25 },
  );
});
