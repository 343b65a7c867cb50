import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
const products: Record<string, number> = {};

/** Rows of mock 20b: code, name, stage, quantity, price, last price. */
const GRID = [
  ['0118', 'Cimento CP II-E-32, saco 50 kg', 'areas', '180', '39.90', '36.80'],
  ['0204', 'Areia média lavada', 'areas', '42', '148.00', '145.00'],
  ['0207', 'Brita 1', 'areas', '28', '132.00', '132.00'],
  ['0533', 'Piso intertravado 10×20×6 cm', 'areas', '640', '58.40', '61.20'],
  ['0541', 'Guia pré-moldada 100×30 cm', 'areas', '210', '41.90', '40.50'],
  ['0312', 'Argamassa colante AC III 20 kg', 'finishes', '160', '31.50', '33.40'],
  ['0318', 'Rejunte cimentício cinza 5 kg', 'finishes', '48', '27.80', '27.80'],
] as const;

/** Of 04/11, paid, and without charges, so that landed prices are those of the nota. */
const buy = async (
  code: string,
  price: string,
  { paid = true, date = '2026-11-04', quantity = '10', ...rest }: Record<string, unknown> & { paid?: boolean } = {},
) => {
  const line = { product: { id: products[code] }, quantity, price };
  const order = done(await desk.create([line], { createdDate: date, ...rest }));
  const lines = [{ line: { id: order.requirementLineList[0].id }, quantity }];
  const received = done(
    await desk.receive(order.id, { documentNumber: `NF ${order.id}`, emissionDate: date, receivedDate: date, lines }),
  );
  if (paid) await pay(received.expense.id, date as string);
  return received;
};

const pay = async (expense: number, date: string): Promise<void> => {
  const { transactionRecordList } = await desk.expense(expense);
  const path = `/api/v1/financial/company/${desk.office.companyId}/debit/${expense}/installment/${transactionRecordList[0].id}/payment`;
  const body = { paymentDate: date, bank: { id: wallet }, paymentMethod: 'PIX' };
  done(await desk.api.post(path, { token: desk.token, body }));
};

let wallet: number;
beforeAll(async () => {
  desk = await startOrders();
  wallet = await desk.seed.insert('wallets', {
    ...{ account_id: desk.office.accountId, company_id: desk.office.companyId, identifier: 'Banco' },
    ...{ initial_balance: '0', balance_date: '2026-01-01' },
  });
  for (const [code, name] of GRID) products[code] = await desk.product(code, name);
  for (const [code, , , , , last] of GRID) await buy(code, last);
}, 60_000);
afterAll(() => desk.services.stop());

const CHARGES = { shippingRate: '1150', ipi: '2', discount: '1200' };
const grid = () =>
  GRID.map(([code, , stage, quantity, price]) => ({
    ...{ product: { id: products[code] }, quantity, price },
    costEstimateGroup: { id: desk[stage] },
  }));
const check = (body: object, as = desk.token) => desk.api.post(`${desk.base}/check`, { token: as, body });
const checked = async (lines: object[], rest: object = {}) =>
  done(
    await check({
      ...{ building: { id: desk.building }, supplier: { id: desk.supplier }, requirementLineList: lines },
      ...rest,
    }),
  );
const kinds = ({ warnings }: { warnings: { kind: string }[] }) => warnings.map(({ kind }) => kind);
const only = (code: string, price: string, rest: object = {}) => ({
  ...{ product: { id: products[code] }, quantity: '10', price, ...rest },
});
const paidFor = async (code: string, rest: object = {}) => {
  const [line] = (await checked([only(code, '1', rest)])).lines;
  const told = (one: { price: string; date: string } | null) => one && `${one.price} ${one.date}`;
  return [told(line.lastPaid), told(line.bestOfYear), line.estimatePrice];
};
const historyOf = async (id: number, action: string) => {
  const [row] = await desk.seed.sql<{ details: { warnings?: { kind: string; text: string }[] } }>(
    `select details from audit_log where entity = 'order' and entity_id = $1 and action = $2 order by id desc limit 1`,
    [id, action],
  );
  return row?.details.warnings;
};

describe('The check of an order', () => {
  test('tells what was paid last beside each line, and warns of the one that is more than 5 % above', async () => {
    const { priceTolerance, lines, warnings } = await checked(grid(), CHARGES);
    expect(priceTolerance).toBe('5');
    expect(lines.map(({ lastPaid }: { lastPaid: { price: string } }) => lastPaid.price)).toEqual(
      GRID.map(([, , , , , last]) => `${last}00`),
    );
    expect(lines[0]).toMatchObject({
      lastPaid: { date: '2026-11-04', supplier: { name: 'Depósito São Jorge' }, documentNumber: expect.any(String) },
      bestOfYear: { price: '36.8000' },
      estimatePrice: null,
    });
    expect(warnings).toEqual([
      {
        ...{ kind: 'PRICE_ABOVE_LAST', otherOpenOrder: null, stageExceeded: null },
        priceAboveLast: expect.objectContaining({
          ...{ index: 0, price: '39.9000', sameSupplier: true },
          // 180 × 3,10.
          amount: '558.00',
          product: { id: products['0118'], code: '0118', name: 'Cimento CP II-E-32, saco 50 kg' },
        }),
      },
    ]);
  });

  test('reads landed prices of notas: the newest that is paid, the lowest of twelve months, in the unit of the line', async () => {
    const { seed, shelf } = desk;
    products['K'] = await desk.product('K', 'Cal hidratada');
    await seed.sql(
      `update product_definitions set unit_id = $1, purchase_unit_id = $2, purchase_factor = 20
        where id = (select definition_id from products where id = $3)`,
      [shelf.unit.kg, shelf.unit.sc, products['K']],
    );
    expect(await paidFor('K')).toEqual([null, null, null]);
    // Older than twelve months, though the cheapest; a bag holds 20 kg.
    await buy('K', '8', { date: '2025-11-20' });
    expect(await paidFor('K')).toEqual(['8.0000 2025-11-20', null, null]);
    // 3 bags of 10,00 with freight 5,00, IPI 10 % of 35,00 and 2,00 less: 36,50 ÷ 3 = 12,1666…
    await buy('K', '10', { quantity: '3', date: '2025-11-21', shippingRate: '5', ipi: '10', discount: '2' });
    expect(await paidFor('K')).toEqual(['12.1667 2025-11-21', '12.1667 2025-11-21', null]);
    // Nothing of the newest one is paid.
    await buy('K', '11', { date: '2026-11-10', paid: false });
    expect(await paidFor('K')).toEqual(['12.1667 2025-11-21', '11.0000 2026-11-10', null]);
    // 12,1666… and 11,00 a bag, by the kilogram: rounded once.
    expect(await paidFor('K', { unit: { id: shelf.unit.kg } })).toEqual([
      ...['0.6083 2025-11-21', '0.5500 2026-11-10', null],
    ]);
  });

  test('keeps to itself what a buyer of one building may not see', async () => {
    const buyer = await desk.office.as(['PURCHASE'], desk.other);
    const body = { building: { id: desk.other }, requirementLineList: [only('0118', '39.90')] };
    const { lines, warnings } = done(await check(body, buyer));
    expect([lines[0].lastPaid, lines[0].bestOfYear, warnings]).toEqual([null, null, []]);
    expect(refusal(await check({ ...body, building: { id: desk.building } }, buyer))).toEqual([
      ...[422, 'building: Obra não encontrada.'],
    ]);
    const { id } = done(await desk.create([only('0118', '36')]));
    expect((await check({ ...body, id }, buyer)).status).toBe(404);
    done(await desk.api.delete(desk.at(id), { token: desk.token }));
  });

  test('takes what is typed by halves, and refuses what is not there', async () => {
    const half = done(
      await check({
        requirementLineList: [{}, { product: { id: products['0118'] } }, { product: null, quantity: '3', price: '2' }],
      }),
    );
    expect(half.lines).toMatchObject([{ index: 1, lastPaid: { price: '36.8000' }, estimatePrice: null }]);
    expect(half.warnings).toEqual([]);
    const lines = [{ product: { id: 999_999 } }, only('0118', '1', { costEstimateGroup: { id: 999_999 } }), { id: 7 }];
    const body = { building: { id: desk.building }, supplier: { id: desk.customer }, requirementLineList: lines };
    expect(refusal(await check(body))).toEqual([
      ...[422, 'supplier: Fornecedor não encontrado.', 'requirementLineList.0.product: Insumo não encontrado.'],
      'requirementLineList.1.costEstimateGroup: Etapa não encontrada nesta obra.',
      'requirementLineList.2.id: Item não encontrado neste pedido.',
    ]);
  });

  test('names open orders of the building that bring the same inputs, with what is still to come', async () => {
    const lines = [only('0207', '132', { quantity: '30' }), only('0204', '145', { quantity: '5' })];
    const rest = { createdDate: '2026-11-09', delivery: { date: '2026-11-27' } };
    const other = done(await desk.create(lines, rest));
    const [gravel, sand] = other.requirementLineList.map(({ id }: { id: number }) => id);
    done(await desk.receive(other.id, { lines: [{ line: { id: gravel }, quantity: '12' }] }));
    done(await desk.receive(other.id, { lines: [{ line: { id: sand }, quantity: '5' }] }));
    const elsewhere = done(await desk.create(lines, { ...rest, building: { id: desk.other } }));
    const { warnings } = await checked([only('0207', '132'), only('0204', '145')]);
    expect(warnings).toEqual([
      {
        ...{ kind: 'OTHER_OPEN_ORDER', priceAboveLast: null, stageExceeded: null },
        otherOpenOrder: {
          order: { id: other.id, document: other.document, createdDate: '2026-11-09', deliveryDate: '2026-11-27' },
          items: [
            { product: { id: products['0207'], code: '0207', name: 'Brita 1' }, unit: 'sc', quantity: '18.0000' },
          ],
        },
      },
    ]);
    // Itself is no other one, and a canceled line wants nothing.
    expect(kinds(await checked([only('0207', '132')], { id: other.id }))).toEqual([]);
    expect(kinds(await checked([only('0207', '132', { canceled: true })]))).toEqual([]);
    for (const { id } of [other, elsewhere]) done(await desk.api.delete(desk.at(id), { token: desk.token }));
  });

  describe('beside a cost estimate', () => {
    beforeAll(async () => {
      const { seed, office, areas, finishes } = desk;
      const [estimate] = await seed.sql<{ id: number }>('select id from cost_estimates');
      const row = {
        account_id: office.accountId,
        cost_estimate_id: estimate?.id,
        quantity: '1',
        unit: 'vb',
        position: 1,
      };
      await seed.insert('cost_estimate_lines', {
        ...{ ...row, parent_id: areas, description: 'Piso', unit_price: '58120.00' },
      });
      await seed.insert('cost_estimate_lines', {
        ...{ ...row, parent_id: finishes, description: 'Azulejo', unit_price: '100000.00' },
      });
      await seed.sql("update cost_estimates set direct_total = '158120.00'");
      await seed.insert('cost_estimate_resources', {
        ...{
          account_id: office.accountId,
          cost_estimate_id: estimate?.id,
          type: 'PRODUCT',
          product_id: products['0118'],
        },
        ...{
          product_table_id: desk.shelf.tableId,
          code: '0118',
          description: 'Cimento',
          unit: 'sc',
          unit_price: '35.5',
        },
      });
    });

    const exceeded = async (lines: object[], rest: object = {}) => {
      const { warnings } = await checked(lines, rest);
      return warnings.flatMap(({ stageExceeded: one }: { stageExceeded: Record<string, { code: string }> | null }) =>
        one ? [[one['stage']?.code, one['value'], one['available'], one['missing']].join(' ')] : [],
      );
    };

    test('tells the price of the estimate, and which stage the order passes', async () => {
      expect((await paidFor('0118'))[2]).toBe('35.5000');
      // Gross value 71.009,27 over 69.643,40: 7.322,86 + 6.337,91 + 3.768,49 + 38.109,03 + 8.971,57. (Mock 20b rounds once, for
      // the whole stage: a cent less.)
      expect(await exceeded(grid(), CHARGES)).toEqual(['8 64509.86 58120.00 6389.86']);
      const [cement] = grid();
      expect(await exceeded([{ ...cement, price: '1', quantity: '58120' }])).toEqual([]);
      expect(await exceeded([{ ...cement, price: '1', quantity: '58120.01' }])).toEqual(['8 58120.01 58120.00 0.01']);
    });

    test('counts neither what the order itself has committed nor what it has spent, but that of others', async () => {
      const stage = { costEstimateGroup: { id: desk.areas } };
      const order = done(await desk.create([only('0118', '3000', stage)]));
      const line = { id: order.requirementLineList[0].id, ...only('0118', '3000', stage) };
      done(await desk.receive(order.id, { lines: [{ line: { id: line.id }, quantity: '4' }] }));
      // 30.000,00: 12.000,00 spent, 18.000,00 ordered.
      expect(await exceeded([line], { id: order.id })).toEqual([]);
      expect(await exceeded([{ ...line, price: '6000' }], { id: order.id })).toEqual(['8 60000.00 58120.00 1880.00']);
      expect(await exceeded([only('0118', '3000', stage)])).toEqual(['8 30000.00 28120.00 1880.00']);
      done(await desk.api.delete(desk.at(order.id), { token: desk.token }));
    });

    test('adds up a stage with those below it, and warns of the one that lines name', async () => {
      const { seed, office, building, areas } = desk;
      const [estimate] = await seed.sql<{ id: number }>('select id from cost_estimates');
      const below = await seed.insert('cost_estimate_groups', {
        ...{ account_id: office.accountId, building_id: building, cost_estimate_id: estimate?.id, parent_id: areas },
        ...{ code: '8.1', name: 'Calçadas', position: 1 },
      });
      await seed.insert('cost_estimate_lines', {
        ...{ account_id: office.accountId, cost_estimate_id: estimate?.id, quantity: '1', unit: 'vb', position: 2 },
        ...{ parent_id: below, description: 'Guias', unit_price: '1000.00' },
      });
      const at = (stage: number, price: string) => only('0118', price, { costEstimateGroup: { id: stage } });
      // 8 has 59.120,00 with its 8.1; nothing names it where only 8.1 is passed.
      expect(await exceeded([at(below, '7000')])).toEqual(['8.1 70000.00 1000.00 69000.00']);
      expect(await exceeded([at(below, '100'), at(areas, '5900')])).toEqual(['8 60000.00 59120.00 880.00']);
      await seed.sql('delete from cost_estimate_lines where parent_id = $1', [below]);
      await seed.sql('delete from cost_estimate_groups where id = $1', [below]);
    });
  });

  test('keeps with a saved order which warnings stood, as the services see it', async () => {
    const plain = done(await desk.create([only('0118', '36.80')]));
    expect(await historyOf(plain.id, 'create')).toBeUndefined();
    const [line] = plain.requirementLineList;
    const change = { ...only('0118', '39.90', { quantity: '180' }), id: line.id };
    done(await desk.update(plain.id, { requirementLineList: [change] }));
    expect(await historyOf(plain.id, 'update')).toMatchObject([
      {
        kind: 'PRICE_ABOVE_LAST',
        text:
          'Cimento CP II-E-32, saco 50 kg a R$\u00a039,90. Em 04/11 saiu por R$\u00a036,80 no mesmo fornecedor: +8,4%, ' +
          'R$\u00a0558,00 no pedido.',
      },
    ]);
    const again = done(
      await desk.create([only('0118', '36.80')], { supplier: { id: await desk.partner('SUPPLIER', 'Pedreira') } }),
    );
    const [open] = (await historyOf(again.id, 'create')) ?? [];
    expect(open?.text).toBe(
      `${plain.document}, de 20/11, já traz 180 sc de Cimento CP II-E-32, saco 50 kg para esta obra.`,
    );
  });

  test('warns above the percent that an administrator has set', async () => {
    const path = '/api/v1/purchase/settings';
    const settings = async () => done(await desk.api.get(path, { token: desk.token }));
    const set = (body: object, as = desk.token) => desk.api.put(path, { token: as, body });
    expect(await settings()).toEqual({ receiptTolerance: '0', priceTolerance: '5' });
    expect(done(await set({ priceTolerance: '8.42' }))).toEqual({ receiptTolerance: '0', priceTolerance: '8.42' });
    // 39,90 is 8,4239… % above 36,80.
    const prices = async () =>
      kinds(await checked([only('0118', '39.90')])).filter((kind) => kind === 'PRICE_ABOVE_LAST');
    expect(await prices()).toHaveLength(1);
    done(await set({ priceTolerance: '8.43', receiptTolerance: '2.5' }));
    expect(await prices()).toEqual([]);
    expect(await settings()).toEqual({ receiptTolerance: '2.5', priceTolerance: '8.43' });
    const buyer = await desk.office.as(['PURCHASE']);
    expect((await set({ priceTolerance: '1' }, buyer)).status).toBe(403);
    expect(done(await desk.api.get(path, { token: buyer })).priceTolerance).toBe('8.43');
    expect(refusal(await set({ priceTolerance: '100.01', receiptTolerance: '1.234' }))).toEqual([
      ...[400, 'receiptTolerance: Informe um percentual de 0 a 100, com até 2 casas.'],
      'priceTolerance: Informe um percentual de 0 a 100, com até 2 casas.',
    ]);
  });
});
