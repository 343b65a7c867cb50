import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct, ofTask, product, publishedTable } from '#tests/engineering/tasksKit.ts';
import { slowness } from '#tests/support/pace.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, office, seed, own, make, put, read, input, makeTask, save } = {} as Estimates;
let cement: number;
let mason: number;
let floor: number;
let mortar: number;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, office, seed, own, make, put, read, input, makeTask, save } = estimates);
  cement = await input({ code: '0118', name: 'Cimento', price: '36.80' });
  mason = await input({ code: '88309', name: 'Pedreiro', price: '42.48', type: 'labour' });
  mortar = await makeTask('Argamassa', [ofProduct(cement, '8.26')]);
  floor = await makeTask('Contrapiso', [ofTask(mortar, '0.0431'), ofProduct(mason, '0.4820')]);
});
afterAll(() => estimates.services.stop());

const token = () => ({ token: office.admin });
const preview = (id: number, body: Draft = {}, by = office.admin) =>
  api.post(at(id, '/price-update/preview'), { token: by, body });
/** On the version that the estimate has, unless another one is given. */
const versioned = async (id: number, body: Draft) => ({ version: (await read(id)).version, ...body });
const apply = async (id: number, body: Draft = {}, by = office.admin) =>
  api.post(at(id, '/price-update'), { token: by, body: await versioned(id, body) });
const undo = async (id: number, body: Draft = {}) =>
  api.post(at(id, '/price-update/undo'), { ...token(), body: await versioned(id, body) });
const reprice = (id: number, price: string | null) =>
  seed.sql('update products set price = $2::numeric where id = $1', [id, price]);
const revisions = async (id: number): Promise<Draft[]> =>
  (await api.get(at(id, '/revisions'), token())).body.data.content;
/** "1 33.5764 → 35.9302 259.00 (259.00)" of each row: old and new price, impact of what is chosen, and of everything. */
const rowsOf = ({ rows }: { rows: Record<string, string>[] }) =>
  rows.map(({ code, unitPrice, newPrice, chosenPrice, impact, fullImpact, noNewPrice }) =>
    [code, unitPrice, '→', newPrice, chosenPrice === newPrice ? '' : `| ${chosenPrice}`, impact, fullImpact, noNewPrice]
      .filter((text) => text !== '' && text !== null)
      .join(' '),
  );
const resourceKeys = async (id: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await estimates.details(id)).resources.map(({ id: key, description }: { id: number; description: string }) => [
      description,
      key,
    ]),
  );

/** Rows of a floor, a mortar, a mason and a typed service under a BDI of 10 %: 4,884.02. */
const site = async (): Promise<number> => {
  const id = await make({ bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 });
  await put(id, [
    { key: 'f', taskId: floor, quantity: '100' },
    { key: 'm', taskId: mortar, quantity: '2' },
    { key: 'p', productId: mason, quantity: '10' },
    { key: 't', type: 'TASK', description: 'Verba', unit: 'vb', quantity: '1', unitPrice: '50' },
  ]);
  return id;
};
/** Cement at 40.00 and the mason at 45.00 while `work` runs. */
const dearer = async (work: () => Promise<void>): Promise<void> => {
  await reprice(cement, '40');
  await reprice(mason, '45');
  try {
    await work();
  } finally {
    await reprice(cement, '36.80');
    await reprice(mason, '42.48');
  }
};

describe('An update of prices', () => {
  test('says that nothing is new while the register has the prices that were taken', async () => {
    const id = await site();
    expect((await preview(id)).body.data).toMatchObject({
      ...{ rows: [], resources: [], total: '4884.02', newTotal: '4884.02', database: null, revision: 1, itemCount: 4 },
    });
    expect(refusal(await apply(id))).toEqual([422, 'Os preços já são os de hoje.']);
    expect(await revisions(id)).toEqual([]);
  });

  test('shows each row with its rounded impact, which sum to the change of the total, and what explains them', () =>
    dearer(async () => {
      const id = await site();
      // Taken at the new prices: back to the old ones, so that the estimate is the dearer one.
      await reprice(cement, '36.80');
      await reprice(mason, '42.48');
      const { data } = (await preview(id)).body;
      // Floor 0.0431 × 330.40 = 14.2402 + 0.482 × 45 = 21.69; 39.52 × 100, 363.44 × 2, 49.50 × 10, 55.00.
      expect(data.total).toBe('5228.88');
      expect(rowsOf(data)).toEqual([
        '1 35.9302 → 33.5764 -259.00 -259.00',
        '2 330.4000 → 303.9680 -58.16 -58.16',
        '3 45.0000 → 42.4800 -27.70 -27.70',
      ]);
      expect([data.newTotal, data.fullTotal]).toEqual(['4884.02', '4884.02']);
      const keys = await resourceKeys(id);
      expect(data.resources[0]).toMatchObject({
        id: keys['Contrapiso'],
        units: [keys['Cimento'], keys['Pedreiro']].sort((a, b) => Number(a) - Number(b)),
        parts: [
          {
            code: expect.any(String),
            description: 'Argamassa',
            quantity: '0.0431',
            unitPrice: '330.4000',
            newPrice: '303.9680',
          },
          {
            description: 'Pedreiro',
            quantity: '0.482',
            newQuantity: '0.482',
            unitPrice: '45.0000',
            newPrice: '42.4800',
          },
        ],
      });
      expect(data.resources[2]).toMatchObject({ id: keys['Pedreiro'], units: [keys['Pedreiro']], parts: [] });
    }));

  test('says from when its prices are: what is taken is of today, what is kept stays, and an undo brings it back', async () => {
    const id = await site();
    const daysOf = async (): Promise<(string | null)[]> => {
      const { takenFrom, takenTo } = (await preview(id)).body.data;
      return [takenFrom, takenTo];
    };
    const today = estimates.services.clock.today();
    expect(await daysOf()).toEqual([today, today]);
    await seed.sql(`update cost_estimate_resources set taken_on = '2026-01-05' where cost_estimate_id = $1`, [id]);
    await seed.sql(
      `update cost_estimate_resources set taken_on = '2026-01-31' where cost_estimate_id = $1 and product_id = $2`,
      [id, mason],
    );
    expect(await daysOf()).toEqual(['2026-01-05', '2026-01-31']);
    const keys = await resourceKeys(id);
    await dearer(async () => {
      await apply(id, { keptResources: [keys['Pedreiro'], keys['Contrapiso']] });
      expect(await daysOf()).toEqual(['2026-01-05', today]);
      await undo(id);
      expect(await daysOf()).toEqual(['2026-01-05', '2026-01-31']);
      await apply(id);
      expect(await daysOf()).toEqual([today, today]);
    });
    expect((await preview(await make())).body.data).toMatchObject({ takenFrom: null, takenTo: null });
  });

  test('keeps an input in all rows that it is in, and the sum stays exact', async () => {
    const id = await site();
    const keys = await resourceKeys(id);
    await dearer(async () => {
      const kept = { keptResources: [keys['Cimento']] };
      const { data } = (await preview(id, kept)).body;
      // 13.1010 + 21.6900 = 34.7910, 38.27 with BDI.
      expect(rowsOf(data)).toEqual([
        '1 33.5764 → 35.9302 | 34.7910 134.00 259.00',
        '2 303.9680 → 330.4000 | 303.9680 0.00 58.16',
        '3 42.4800 → 45.0000 27.70 27.70',
      ]);
      expect([data.newTotal, data.fullTotal]).toEqual(['5045.72', '5228.88']);
      expect((await apply(id, kept)).body.data.total).toBe('5045.72');
      const { data: left } = (await preview(id)).body;
      expect([left.total, left.newTotal, left.revision]).toEqual(['5045.72', '5228.88', 2]);
    });
  });

  test('is applied in one step with two revisions, and undone until the next save', async () => {
    const id = await site();
    const before = await estimates.tree(id);
    await dearer(async () => {
      const { version } = await read(id);
      expect(refusal(await apply(id, { version: version + 1 }))[0]).toBe(409);
      const applied = await apply(id, { version });
      expect(applied.body.data).toMatchObject({ total: '5228.88', version: version + 1 });
      expect(await revisions(id)).toMatchObject([
        { number: 2, reason: 'PRICES', total: '5228.88', createdBy: { name: expect.any(String) } },
        { number: 1, reason: 'BEFORE_PRICES', total: '4884.02', itemCount: 4, directTotal: '4440.38' },
      ]);
      const undone = await undo(id, { version: version + 1 });
      expect(undone.body.data).toMatchObject({ total: '4884.02', version: version + 2 });
      expect(await estimates.tree(id)).toEqual(before);
      expect((await revisions(id)).map(({ number }) => number)).toEqual([1]);
      expect(refusal(await undo(id))).toEqual([
        422,
        'Não há atualização de preços para desfazer: o orçamento foi salvo depois dela.',
      ]);
      // What is kept already is not kept twice.
      await apply(id);
      expect((await revisions(id)).map(({ number, reason }) => [number, reason])).toEqual([
        [2, 'PRICES'],
        [1, 'BEFORE_PRICES'],
      ]);
      await put(id, [{ type: 'TASK', description: 'Outra', quantity: '1', unitPrice: '1' }]);
      expect((await undo(id)).status).toBe(422);
    });
  });

  test('leaves a price of the estimate alone, and one that the register no longer has', async () => {
    const id = await site();
    const made = await put(id, [{ key: 'c', productId: cement, quantity: '1' }]);
    await put(id, [{ id: made['c'], unitPrice: '39' }]);
    await reprice(cement, '40');
    await reprice(mason, null);
    const { data } = (await preview(id)).body;
    expect(data.locallyPriced).toBe(1);
    expect(data.newTotal).toBe(data.total);
    expect(rowsOf(data)).toEqual(['1', '3'].map((code) => expect.stringMatching(`^${code} .* 0.00 0.00 BLANK$`)));
    await reprice(cement, '36.80');
    await reprice(mason, '42.48');
  });

  test('is refused at what the estimate and the account do not have, when approved, and to others', async () => {
    const id = await site();
    const missing = 'Insumo ou composição não encontrado neste orçamento.';
    expect(refusal(await preview(id, { keptResources: [999_999] }))).toEqual([422, `keptResources.0: ${missing}`]);
    const foreign = await publishedTable(estimates.services, estimates.stranger, '2026-08-01');
    for (const database of [999_999, foreign.tableId]) {
      expect(refusal(await preview(id, { database }))).toEqual([422, 'database: Base de custos não encontrada.']);
    }
    const buyer = await office.as(['PURCHASE'], estimates.building);
    expect([(await preview(id, {}, buyer)).status, (await apply(id, {}, buyer)).status]).toEqual([403, 403]);
    expect((await preview(id, {}, estimates.stranger.admin)).status).toBe(404);
    const keys = await resourceKeys(id);
    await dearer(async () => {
      expect(refusal(await apply(id, { keptResources: Object.values(keys) }))).toEqual([
        ...[422, 'keptResources: Escolha ao menos um preço para atualizar.'],
      ]);
      const engineer = await office.as(['ENGINEERING'], estimates.building);
      await api.post(at(id, '/lock'), { token: engineer });
      expect((await apply(id)).status).toBe(423);
      await api.delete(at(id, '/lock'), { token: engineer });
    });
    await api.post(at(id, '/approval'), { ...token(), body: { approved: true } });
    const approved = 'Este orçamento está aprovado. Desaprove-o para alterar.';
    expect([refusal(await preview(id)), refusal(await apply(id))]).toEqual([
      [422, approved],
      [422, approved],
    ]);
  });
});

describe('Published prices of another month', () => {
  /** A month with sand, gravel and a composition of both. */
  const publish = async (month: string, prices: { sand: string; gravel: string | null; task: string | null }) => {
    const place = await publishedTable(estimates.services, office, month);
    const published = { ...own, ...place };
    const inputs = [
      await product(estimates.services, published, { code: 'S1', name: 'Areia', price: prices.sand }),
      await product(estimates.services, published, { code: 'S2', name: 'Brita', price: prices.gravel }),
    ];
    const definition_id = await seed.insert('task_definitions', {
      ...{ account_id: office.accountId, catalogue_id: place.catalogueId, code: '91640', description: 'Publicada' },
      unit_id: own.unitId,
    });
    const taskId = await seed.insert('tasks', {
      ...{ account_id: office.accountId, product_table_id: place.tableId, definition_id, unit_price: prices.task },
    });
    for (const [position, coefficient] of ['0.3333333', '1.5'].entries()) {
      await seed.sql(
        `insert into task_definition_items (account_id, definition_id, position, coefficient, product_definition_id)
         select account_id, $1, $2, $3, definition_id from products where id = $4`,
        [definition_id, position, coefficient, inputs[position]],
      );
    }
    return { ...place, taskId, sand: inputs[0], gravel: inputs[1] };
  };

  test('replace those of the same codes, in the newest month of the state unless another one is chosen', async () => {
    const old = await publish('2026-08-01', { sand: '10.00', gravel: '7.77', task: '14.98' });
    const id = await make();
    await put(id, [
      { key: 'c', taskId: old.taskId, quantity: '100' },
      { key: 's', productId: old.sand, quantity: '3' },
      { key: 'g', productId: old.gravel, quantity: '2' },
    ]);
    const middle = await publish('2026-09-01', { sand: '10.50', gravel: '8.00', task: '15.50' });
    const newest = await publish('2026-10-01', { sand: '11.00', gravel: null, task: '16.01' });
    const { data } = (await preview(id)).body;
    expect(data.database).toMatchObject({ id: newest.tableId, month: '2026-10-01', state: 'GO', regime: 'SD' });
    expect(data.databases.map(({ month }: Draft) => month)).toEqual(['2026-10-01', '2026-09-01', '2026-08-01']);
    // A published composition has its published price: 16.01 − 14.98 = 1.03, and the blank gravel keeps its own.
    expect(rowsOf(data)).toEqual([
      '1 14.9800 → 16.0100 103.00 103.00',
      '2 10.0000 → 11.0000 3.00 3.00',
      '3 7.7700 → 7.7700 0.00 0.00 BLANK',
    ]);
    expect(rowsOf((await preview(id, { database: middle.tableId })).body.data)).toEqual([
      '1 14.9800 → 15.5000 52.00 52.00',
      '2 10.0000 → 10.5000 1.50 1.50',
      '3 7.7700 → 8.0000 0.46 0.46',
    ]);
    const keys = await resourceKeys(id);
    expect((await apply(id, { keptResources: [keys['Publicada']] })).body.data.total).toBe('1546.54');
    expect((await apply(id)).body.data.total).toBe('1649.54');
    const { resources } = await estimates.details(id);
    expect(
      resources.map(({ description, costDatabase, changed }: Draft) => [
        description,
        (costDatabase as Draft)['id'],
        changed,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Publicada', newest.tableId, false],
        ['Areia', newest.tableId, false],
        ['Brita', old.tableId, false],
      ]),
    );
  });
});

describe('An update of prices of 5,000 rows', () => {
  test('is shown within 2 s, by as many statements as one of 50 rows', async () => {
    const inputs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => input({ code: `V${index}`, name: `Insumo ${index}`, price: '10' })),
    );
    const tasks = await Promise.all(
      inputs.map((one, index) => makeTask(`Serviço ${index}`, [ofProduct(one, '2'), ofProduct(cement, '1.5')])),
    );
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        taskId: tasks[index % tasks.length],
        quantity: `${index + 1}.5`,
      }));
    const [small, large] = [await make(), await make()];
    await put(small, rows(50));
    if ((await save(large, rows(5_000))).status !== 200) throw new Error('The rows were not saved');
    await reprice(cement, '40');
    const statements = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-sql-queries']);
    const start = performance.now();
    const many = await preview(large);
    const took = performance.now() - start;
    expect(many.body.data.rows).toHaveLength(5_000);
    expect(took).toBeLessThan(2_000 * slowness());
    expect(statements(many)).toBe(statements(await preview(small)));
    const sum = many.body.data.rows.reduce(
      (cents: bigint, { impact }: Record<string, string>) => cents + BigInt((impact ?? '').replace('.', '')),
      0n,
    );
    const [total, newTotal] = [many.body.data.total, many.body.data.newTotal].map((text) =>
      BigInt(text.replace('.', '')),
    );
    expect(sum).toBe((newTotal ?? 0n) - (total ?? 0n));
    const applied = await apply(large);
    expect([applied.status, applied.body.data.total]).toEqual([200, many.body.data.newTotal]);
    expect(statements(applied)).toBe(statements(await apply(small)));
    await reprice(cement, '36.80');
  });
});
