import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '#tests/support/services.ts';
import { slowness } from '#tests/support/pace.ts';
import { counts, faults, of, openImports, statuses, type ImportOffice } from './importKit.ts';

let world: ImportOffice;
beforeAll(async () => (world = await openImports()));
afterAll(() => world.services.stop());

const send: ImportOffice['send'] = (...call) => world.send(...call);
const check: ImportOffice['check'] = (...call) => world.check(...call);
const rowsOf = (sql: string) => world.rowsOf(sql);

describe('Products from a spreadsheet', () => {
  const sheet = [
    [
      'code',
      'name',
      'unit',
      'productType',
      'productGroup',
      'price',
      'brands',
      'purchaseUnit',
      'purchaseFactor',
      'leadTimeDays',
    ],
    ['CP-2', 'Cimento CP II-E-32', 'KG', 'material', '01.01', '0,7360', 'Votoran; Cauê', 'sc', '50', '3'],
    ['', 'Areia média', 'm3', 'Material', 'Agregados', 'R$ 1.187,5', '', '', '', '0'],
    ['', 'Pedreiro', 'hora', 'Mão de obra', '', '0', 'Marca Nova', '', '', ''],
  ];
  const stored = () =>
    rowsOf(`select d.code, d.name, u.acronyms as unit, g.name as group, p.price, d.purchase_factor as factor, d.lead_time_days as days,
              array(select b.name from product_brands x join brands b on b.id = x.brand_id where x.definition_id = d.id order by 1) as brands
       from products p join product_definitions d on d.id = p.definition_id join units u on u.id = d.unit_id
       left join product_groups g on g.id = d.product_group_id where p.account_id = $1 order by p.id`);

  test('name what they refer to; what does not exist is told, and made when the user says so', async () => {
    const checked = await check('product', sheet);
    expect([counts(checked), faults(checked)]).toEqual([
      of(2, 0, 0, 0, 1),
      [
        [4, 'unit', 'Unidade não encontrada.'],
        [4, 'brands', 'Marca não encontrada.'],
      ],
    ]);
    expect(checked.body.data.missing).toEqual([
      { field: 'unit', text: 'hora', rows: 1 },
      { field: 'brands', text: 'Marca Nova', rows: 1 },
    ]);
    expect(checked.body.data.options[1]).toEqual({ field: 'productType', texts: ['Mão de obra', 'Material'] });
    const made = await send('product', sheet, { createMissing: ['unit', 'brands'] });
    expect([made.status, made.body.message, counts(made)]).toEqual([
      200,
      'Importação dos insumos concluída com sucesso.',
      of(3),
    ]);
    expect(await stored()).toEqual([
      {
        ...{ code: 'CP-2', name: 'Cimento CP II-E-32', unit: 'kg', group: 'Aglomerantes', price: '0.7360' },
        ...{ factor: '50.000000', days: 3, brands: ['Cauê', 'Votoran'] },
      },
      {
        code: '0001',
        name: 'Areia média',
        unit: 'm³',
        group: 'Agregados',
        price: '1187.5000',
        factor: null,
        days: 0,
        brands: [],
      },
      {
        code: '0002',
        name: 'Pedreiro',
        unit: 'hora',
        group: null,
        price: null,
        factor: null,
        days: null,
        brands: ['Marca Nova'],
      },
    ]);
    expect(counts(await send('product', sheet))).toEqual(of(0, 0, 3));
  });

  test('are changed by code alone, and their prices kept by day', async () => {
    const { seed } = world.services;
    const done = await send(
      'product',
      [
        ['code', 'price'],
        ['cp-2', '0,75'],
        ['0001', '1187,50'],
        ['NOVO-1', '1,00'],
      ],
      { dryRun: true },
    );
    expect([statuses(done), faults(done)]).toEqual([
      ['CHANGED', 'UNCHANGED', 'FAILED'],
      [
        [4, 'name', 'Campo obrigatório.'],
        [4, 'unit', 'Campo obrigatório.'],
        [4, 'productType', 'Campo obrigatório.'],
      ],
    ]);
    await send('product', [
      ['code', 'price'],
      ['cp-2', '0,75'],
    ]);
    expect((await stored())[0]).toMatchObject({ code: 'CP-2', price: '0.7500', brands: ['Cauê', 'Votoran'] });
    const prices = await seed.sql(
      `select h.price, h.origin from product_prices h join products p on p.id = h.product_id
         join product_definitions d on d.id = p.definition_id where d.code = 'CP-2'`,
    );
    expect(prices).toEqual([{ price: '0.7500', origin: 'IMPORT' }]);
  });

  test('are refused at their cells: numbers, rules of purchase units, groups with subgroups, inactive references', async () => {
    await world.services.seed.sql(`update brands set active = false where account_id = $1 and name = 'Cauê'`, [
      world.office.accountId,
    ]);
    const checked = await check('product', [
      [
        'code',
        'name',
        'unit',
        'productType',
        'productGroup',
        'price',
        'brands',
        'purchaseUnit',
        'purchaseFactor',
        'leadTimeDays',
      ],
      ['açúcar', 'Tubo', 'sc', 'Materiel', '01', '1.25O,00', 'Cauê', 'sc', '2', '1O'],
      ['', 'Tubo', 'kg', 'Material', '', '-1', '', 'sc', '', '366'],
      ['', 'Tubo', 'kg', 'Material', '', '', '', '', '0', '2,5'],
    ]);
    expect(faults(checked)).toEqual([
      [2, 'price', 'Não é um número com até 4 casas, como 1.234,56.', '1.250,00'],
      [2, 'leadTimeDays', 'Não é um número inteiro, como 15.', '10'],
      [2, 'productType', 'Tipo de insumo não encontrado.', 'Material'],
      [2, 'code', 'Use até 30 letras sem acento, números, ponto, hífen, barra ou sublinhado.'],
      [2, 'purchaseUnit', 'A unidade de compra deve ser diferente da unidade do insumo.'],
      [2, 'productGroup', 'Este grupo tem subgrupos: escolha um deles. Insumos ficam nos grupos do último nível.'],
      [2, 'brands', 'Esta marca está inativa.'],
      [3, 'price', 'Não é um número com até 4 casas, como 1.234,56.'],
      [3, 'leadTimeDays', 'Informe um valor menor ou igual a 365.'],
      [3, 'purchaseFactor', 'Informe quantas unidades a unidade de compra contém.'],
      [4, 'leadTimeDays', 'Não é um número inteiro, como 15.'],
      [4, 'name', 'Repete a linha 3.'],
      [4, 'purchaseUnit', 'Informe a unidade de compra.'],
    ]);
  });

  test("another account's cost database and rows are unknown, and another account's path does not exist", async () => {
    const theirs = await world.services.seed.sql<{ id: string }>(
      'select id from product_tables where account_id = $1',
      [world.stranger.accountId],
    );
    const into = await check('product', sheet, { productTable: { id: Number(theirs[0]?.id) } });
    expect([into.status, into.body.fields]).toEqual([
      422,
      [{ path: 'productTable', message: 'Tabela de insumos não encontrada.' }],
    ]);
    const body = { fileName: 'x.csv', columns: ['name'], rows: [{ line: 2, cells: ['X'] }], type: 'SUPPLIER' };
    const path = `/api/v1/financial/account/${world.stranger.accountId}/partner/import`;
    expect((await world.services.api.post(path, { token: world.office.admin, body })).status).toBe(404);
    expect((await send('product', sheet, {}, await world.office.as(['ENGINEERING']))).status).toBe(403);
    expect((await send('brand', [['name'], ['X']], {}, await world.office.as(['DEBIT']))).status).toBe(403);
  });

  test('five thousand rows take as many SQL statements as five, and a few seconds, and as few to be taken back', async () => {
    const big = (count: number, from: number) => [
      ['code', 'name', 'unit', 'productType', 'price', 'brands'],
      ...Array.from({ length: count }, (_, index) => {
        const number = from + index;
        return [`T-${number}`, `Tubo de teste ${number}`, 'kg', 'Material', `${number},25`, 'Votoran'];
      }),
    ];
    const statements = ({ headers }: Reply) => Number(headers['x-sql-queries']);
    const few = await send('product', big(5, 0));
    const started = performance.now();
    const many = await send('product', big(5000, 10_000));
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`5,000 products imported in ${seconds} s, ${statements(many)} statements\n`);
    expect([counts(many), statements(many)]).toEqual([of(5000), statements(few)]);
    // Alone 6 s; beside two other suites on two processors up to 16.
    expect(seconds).toBeLessThan(40 * slowness());
    expect(counts(await check('product', big(5000, 10_000)))).toEqual(of(0, 0, 5000));
    const undoing = performance.now();
    const undone = await world.undo('product', many.body.data.importId);
    expect(undone.body.data.counts).toEqual({ removed: 5000, restored: 0, left: 0 });
    const took = Math.round((performance.now() - undoing) / 1000);
    process.stdout.write(`and taken back in ${took} s, ${statements(undone)} statements\n`);
    expect(took).toBeLessThan(40 * slowness());
    expect(statements(undone)).toBe(statements(await world.undo('product', few.body.data.importId)));
  }, 120_000);
});
