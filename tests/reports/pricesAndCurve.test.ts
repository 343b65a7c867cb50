/** What Histórico de preços and Curva ABC say, against figures worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEstimates, type Estimates } from '#tests/engineering/costEstimates/kit.ts';
import { ofProduct, ofTask } from '#tests/engineering/tasksKit.ts';
import { pdfText, readerOf, readXlsx } from './kit.ts';

let desk: Estimates;
let { preview, rows } = {} as ReturnType<typeof readerOf>;
beforeAll(async () => {
  desk = await startEstimates();
  ({ preview, rows } = readerOf(desk.services, desk.office.companyId));
});
afterAll(() => desk.services.stop());

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** Prices by day; null for one that was taken away. */
const priced = async (accountId: number, productId: number, prices: Record<string, string | null>) => {
  const { seed } = desk;
  await seed.sql('delete from product_prices where account_id = $1 and product_id = $2', [accountId, productId]);
  for (const [day, price] of Object.entries(prices)) {
    const row = { account_id: accountId, product_id: productId, day, price, origin: 'TYPED' };
    await seed.insert('product_prices', row);
  }
};

describe('Histórico de preços', () => {
  beforeAll(async () => {
    const { seed, office, stranger, foreign, input, services } = desk;
    const { accountId } = office;
    const tableId = await seed.insert('product_tables', {
      ...{ account_id: accountId, name: 'Cotados', source: 'GO', catalogue_id: desk.own.catalogueId },
    });
    const sand = await input({ code: 'A1', name: 'Areia média', price: '13' });
    const [{ id: sandDefinition } = { id: '' }] = await seed.sql<{ id: string }>(
      'select definition_id as id from products where id = $1 and account_id = $2',
      [sand, accountId],
    );
    const quoted = await seed.insert('products', {
      ...{ account_id: accountId, product_table_id: tableId, definition_id: sandDefinition, price: '11' },
    });
    await priced(accountId, sand, {
      ...{ '2026-09-30': '10.0000', '2026-10-05': '12.5000', '2026-10-31': '12.0000', '2026-11-01': '13.0000' },
    });
    await priced(accountId, quoted, { '2026-10-05': '11.0000' });
    const water = await input({ code: 'Z9', name: 'Água', price: '8.03' });
    await priced(accountId, water, { '2026-10-01': '8.0000', '2026-10-02': '8.0300' });
    const cement = await input({ code: 'C1', name: 'Cimento', price: '30.0375' });
    await priced(accountId, cement, { '2026-09-01': '30.0000', '2026-10-20': '30.0375' });
    await input({ code: 'S1', name: 'Sem preço em outubro', price: null });
    const [theirs] = await seed.sql<{ id: string }>(
      `with d as (insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id)
         values ($1, $2, 'X1', 'De outra conta', $3, $4) returning id)
       insert into products (account_id, product_table_id, definition_id, price) select $1, $5, d.id, 5 from d returning id`,
      [stranger.accountId, foreign.catalogueId, foreign.unitId, foreign.types.material, foreign.tableId],
    );
    await priced(stranger.accountId, Number(theirs?.id), { '2026-10-10': '5.0000' });
    expect(services.clock.today('America/Sao_Paulo')).toBe('2026-11-20');
  });

  /** By name without accents, then code and table, then day. */
  const WANTED = [
    ['01/10/2026', 'Z9', 'Água', 'm²', 'Próprios', '', '8,0000', ''],
    // 8.03 ÷ 8 = 1.00375: a half goes to the even hundredth, 0.38.
    ['02/10/2026', 'Z9', 'Água', 'm²', 'Próprios', '8,0000', '8,0300', '0,38'],
    ['05/10/2026', 'A1', 'Areia média', 'm²', 'Próprios', '10,0000', '12,5000', '25,00'],
    ['31/10/2026', 'A1', 'Areia média', 'm²', 'Próprios', '12,5000', '12,0000', '-4,00'],
    ['05/10/2026', 'A1', 'Areia média', 'm²', 'Cotados', '', '11,0000', ''],
    // 30.0375 ÷ 30 = 1.00125, 0.12.
    ['20/10/2026', 'C1', 'Cimento', 'm²', 'Próprios', '30,0000', '30,0375', '0,12'],
  ];

  test('has each price of the period beside the one before it, also of before the period', async () => {
    expect(await rows('price-history', desk.office.admin, OCTOBER)).toEqual(WANTED);
    const { count, lines } = (await preview('price-history', desk.office.admin, OCTOBER)).body.data;
    // Prices are not added up.
    expect([count, lines.at(-1)]).toEqual([
      6,
      {
        kind: 'ROW',
        level: 0,
        cells: ['20/10/2026', 'C1', 'Cimento', 'm²', 'Próprios', '30,00', '30,0375', '0,1%'],
      },
    ]);
  });

  test.each([
    ['2026-10-05', '2026-10-05', [2, 4]],
    ['2026-10-06', '2026-10-31', [3, 5]],
    ['2026-10-03', '2026-10-04', []],
  ])('from %s to %s has what falls into it', async (from, to, wanted) => {
    expect(await rows('price-history', desk.office.admin, { from, to })).toEqual(wanted.map((index) => WANTED[index]));
  });

  test('is for purchases and engineering, and knows no obra', async () => {
    for (const permission of ['PURCHASE', 'ENGINEERING'] as const)
      expect(await rows('price-history', await desk.office.as([permission], desk.building), OCTOBER)).toEqual(WANTED);
    for (const token of [await desk.office.as(['DEBIT', 'CREDIT'], desk.building), await desk.office.as(['DEBIT'])])
      expect((await preview('price-history', token, OCTOBER)).status).toBe(403);
    expect((await preview('price-history', desk.stranger.admin, OCTOBER)).status).toBe(404);
    const { status, body } = await preview('price-history', desk.office.admin, { buildingId: String(desk.building) });
    expect([status, body.fields[0].path]).toEqual([400, 'buildingId']);
  });
});

describe('Curva ABC', () => {
  let estimates: Record<'first' | 'second', number>;
  let query: Record<string, string>;
  const approve = async (id: number): Promise<void> => {
    const { status, text } = await desk.api.post(desk.at(id, '/approval'), {
      ...{ token: desk.office.admin, body: { approved: true } },
    });
    expect([status, text.slice(0, 12)]).toEqual([200, '{"ok":true,"']);
  };
  const curve = (more: Record<string, string> = {}) => rows('abc-curve', desk.office.admin, { ...query, ...more });

  beforeAll(async () => {
    const cement = await desk.input({ code: 'c', name: 'Cimento CP II', price: '30' });
    const mason = await desk.input({ code: 'p', name: 'Pedreiro', price: '40', type: 'labour' });
    const mortar = await desk.makeTask('Argamassa', [ofProduct(cement, '2')]);
    const wall = await desk.makeTask('Parede', [ofTask(mortar, '0.5'), ofProduct(mason, '1')]);
    const building = await desk.seed.building(desk.office, { name: 'Obra da curva' });
    query = { buildingId: String(building) };
    const bdi = { building: { id: building }, bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 };
    const first = await desk.make({ ...bdi, code: 'E1', description: 'Estrutura' });
    await desk.put(first, [
      { taskId: wall, quantity: '10' },
      { productId: mason, quantity: '1' },
      { type: 'TASK', description: 'Verba', unit: 'vb', quantity: '1', unitPrice: '100' },
    ]);
    const second = await desk.make({ building: { id: building }, code: 'E2', description: 'Sem BDI' });
    await desk.put(second, [{ type: 'TASK', description: 'Limpeza', unit: 'vb', quantity: '3', unitPrice: '25.50' }]);
    const other = await desk.make({ building: { id: desk.building }, code: 'E3', description: 'De outra obra' });
    await desk.put(other, [{ type: 'TASK', description: 'Outra', unit: 'vb', quantity: '1', unitPrice: '999' }]);
    estimates = { first, second };
  });

  test('of an obra without an approved estimate has the first one by code, and says so', async () => {
    const { body } = await preview('abc-curve', desk.office.admin, query);
    expect([body.data.count, body.data.notes]).toEqual([
      3,
      ['Nenhum orçamento desta obra está aprovado: conta o primeiro por código.'],
    ]);
    expect(new Set((await curve()).map(([estimate]) => estimate))).toEqual(new Set(['E1 Estrutura']));
  });

  // (30 + 40) × 1.1 = 77.00, ten of them; 110.00 and 44.00: 924.00 in all.
  const SERVICES = [
    ['E1 Estrutura', 'Parede', '1', 'm²', '10,0000', '77,00', '770,00', '83,33', '83,33', 'A'],
    ['E1 Estrutura', 'Verba', '3', 'vb', '1,0000', '110,00', '110,00', '11,90', '95,24', 'B'],
    ['E1 Estrutura', 'Pedreiro', '2', 'm²', '1,0000', '44,00', '44,00', '4,76', '100,00', 'C'],
  ];

  test('ranks the services of each approved estimate by itself, on screen, on paper and in the sheet', async () => {
    await approve(estimates.first);
    expect(await curve()).toEqual(SERVICES);
    await approve(estimates.second);
    const wanted = [
      ...SERVICES,
      ['E2 Sem BDI', 'Limpeza', '1', 'vb', '3,0000', '25,5000', '76,50', '100,00', '100,00', 'A'],
    ];
    expect(await curve()).toEqual(wanted);
    const { lines, count, notes } = (await preview('abc-curve', desk.office.admin, query)).body.data;
    const summed = lines.filter(({ kind }: { kind: string }) => kind !== 'ROW');
    expect([count, notes, summed.map(({ cells }: { cells: string[] }) => [cells[0], cells[5]])]).toEqual([
      ...[4, []],
      [
        ['E1 Estrutura', '924,00'],
        ['E2 Sem BDI', '76,50'],
        ['Total', '1.000,50'],
      ],
    ]);
    const file = async (format: string) => {
      const path = `/api/v1/reports/company/${desk.office.companyId}/reports/abc-curve/file`;
      const headers = { authorization: `Bearer ${desk.office.admin}` };
      return (await desk.services.app.inject({ url: path, query: { ...query, format }, headers })).rawPayload;
    };
    expect(pdfText(await file('PDF'))).toContain('Total 1.000,50');
    const sheet = await readXlsx(await file('XLSX'));
    expect(sheet.rows.map(({ cells }) => `${cells[0]} ${cells[5]}`)).toEqual([
      ...['E1 Estrutura 924', 'Parede 770', 'Verba 110', 'Pedreiro 44'],
      ...['E2 Sem BDI 76.5', 'Limpeza 76.5', 'Total 1000.5'],
    ]);
  });

  test('ranks inputs through compositions, typed services as one', async () => {
    // Of 770.00, 3/7 are cement and 4/7 the mason: 330.00, and 440.00 + 44.00.
    const inputs = await curve({ grouping: 'INPUTS' });
    expect(inputs.filter(([estimate]) => estimate === 'E1 Estrutura')).toEqual([
      ['E1 Estrutura', 'Pedreiro', 'p', 'm²', '11,0000', '40,0000', '484,00', '52,38', '52,38', 'A'],
      ['E1 Estrutura', 'Cimento CP II', 'c', 'm²', '10,0000', '30,0000', '330,00', '35,71', '88,10', 'A'],
      ['E1 Estrutura', 'Serviços digitados, sem composição', '', '', '', '', '110,00', '11,90', '100,00', 'B'],
    ]);
  });

  test('of another obra is that of its own estimates, and an obra without any has nothing', async () => {
    expect((await curve({ buildingId: String(desk.building) })).map((row) => [row[1], row[6]])).toEqual([
      ['Outra', '999,00'],
    ]);
    const empty = await desk.seed.building(desk.office);
    const { count, lines, notes } = (await preview('abc-curve', desk.office.admin, { buildingId: String(empty) })).body
      .data;
    expect([count, lines, notes]).toEqual([0, [], []]);
  });

  test('is for who may see engineering of the obra', async () => {
    const [engineer, buyer, elsewhere] = await Promise.all([
      desk.office.as(['ENGINEERING'], Number(query['buildingId'])),
      desk.office.as(['PURCHASE', 'DEBIT', 'CREDIT'], Number(query['buildingId'])),
      desk.office.as(['ENGINEERING'], desk.building),
    ]);
    expect((await rows('abc-curve', engineer, query)).length).toBe(4);
    expect((await preview('abc-curve', buyer, query)).status).toBe(403);
    expect((await preview('abc-curve', elsewhere, query)).status).toBe(404);
    expect((await preview('abc-curve', desk.stranger.admin, query)).status).toBe(404);
  });
});
