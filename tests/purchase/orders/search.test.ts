import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { done, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
let cement: { product: { id: number }; quantity: string; price: string };
let order: { id: number; requirementLineList: { id: number }[] };

beforeAll(async () => {
  desk = await startOrders();
  cement = { product: { id: await desk.product('0118', 'Cimento CP II-E-32') }, quantity: '10', price: '36.80' };
  order = done(await desk.create([cement], { document: 'PC-0419' }));
});
afterAll(() => desk.services.stop());

const found = async (search: string): Promise<string[]> =>
  done(await desk.api.get(desk.base, { token: desk.token, query: { search } })).content.map(
    ({ document }: { document: string }) => document,
  );

/** Runs a statement as the services' role, with the account set. */
const asApp = async (statement: string, accountId: number): Promise<unknown[]> => {
  const client = await desk.services.app.platform.database.pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('prumo.account_id', $1, true)", [String(accountId)]);
    return (await client.query(statement)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('The search of orders', () => {
  test('follows what it looks through: number, lines, notas, supplier and building', async () => {
    expect(await found('0419 cimento')).toEqual(['PC-0419']);
    expect(await found('areia')).toEqual([]);
    const sand = { product: { id: await desk.product('0204', 'Areia média lavada') }, quantity: '1', price: '148' };
    done(
      await desk.update(order.id, {
        requirementLineList: [...order.requirementLineList.map((line) => ({ ...cement, ...line })), sand],
      }),
    );
    expect(await found('AREIA media')).toEqual(['PC-0419']);
    const came = done(
      await desk.receive(order.id, {
        documentNumber: 'NF 77.001',
        lines: [{ line: { id: order.requirementLineList[0]?.id }, quantity: '1' }],
      }),
    );
    expect(await found('77.001')).toEqual(['PC-0419']);
    done(await desk.undo(order.id, came.deliveries[0].id));
    expect(await found('77.001')).toEqual([]);
    const { seed, supplier, building } = desk;
    await seed.sql(`update partners set name = 'Casa Nova Materiais' where id = $1`, [supplier]);
    expect([await found('casa nova'), await found('jorge')]).toEqual([['PC-0419'], []]);
    await seed.sql(`update buildings set name = 'Vila dos Jatobás' where id = $1`, [building]);
    expect([await found('jatobas'), await found('ipês')]).toEqual([['PC-0419'], []]);
    // Literal signs, and a word of two letters beside a longer one.
    expect([await found('100%'), await found('PC jatob'), await found('_')]).toEqual([[], ['PC-0419'], []]);
  });

  test('forgets an order that is deleted, and knows those of other accounts not', async () => {
    const gone = done(await desk.create([cement], { document: 'Apagar 1' }));
    expect(await found('apagar')).toEqual(['Apagar 1']);
    await desk.api.delete(desk.at(gone.id), { token: desk.token });
    expect(await found('apagar')).toEqual([]);
    const call = `select find_orders(${desk.office.companyId}, array['cimento'])`;
    expect(await asApp(call, desk.office.accountId)).toHaveLength(1);
    expect(await asApp(call, desk.office.accountId + 1)).toEqual([]);
  });

  test.each(['select * from order_search', 'delete from order_search', 'select rebuild_order_search()'])(
    'is not accessible to the role of the services: %s',
    async (statement) => {
      await expect(asApp(statement, desk.office.accountId)).rejects.toThrow('permission denied');
    },
  );

  test('is checked by verify-ledger, and made anew', async () => {
    const { seed, services, office } = desk;
    const differences = async () => (await verifyLedger(services.database.ownerUrl)).differences;
    expect(await differences()).toEqual([]);
    await seed.sql(`update order_search set text = text || 'x' where order_id = $1`, [order.id]);
    expect(await differences()).toEqual([
      {
        accountId: String(office.accountId),
        subject: 'o texto das buscas',
        problem: `o do pedido ${order.id} não é o seu`,
      },
    ]);
    await seed.sql('select rebuild_order_search()');
    expect(await differences()).toEqual([]);
  });
});
