import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { zip } from '#tests/support/sinapi/zip.ts';
import { sent } from './sinapi/importKit.ts';
import { startDesk, type Desk } from './tasksKit.ts';

let desk: Desk;
let tokens: Record<'buyer' | 'engineer', string>;

beforeAll(async () => {
  desk = await startDesk();
  const { seed } = desk.services;
  const { accountId, companyId } = desk.office;
  const tokenOf = async (permission: 'PURCHASE' | 'ENGINEERING') =>
    seed.tokenOf(await seed.user(accountId, { grants: [{ companyId, permissions: [permission] }] }));
  tokens = { buyer: await tokenOf('PURCHASE'), engineer: await tokenOf('ENGINEERING') };
});
afterAll(() => desk.services.stop());

const BASE = '/api/v1/engineering/cost-databases';
const send = (
  part: 'resources' | 'tasks',
  content: Buffer | string,
  { token = desk.office.admin, table = desk.own.tableId } = {},
) => desk.services.api.post(`${BASE}/${table}/${part}`, { token, ...sent(part, Buffer.from(content), 'tabela.csv') });

const HEAD = 'Código;Descrição;Unidade;Tipo;Preço';
const productsOf = async () =>
  desk.services.seed.sql<{ code: string; name: string; price: string | null }>(
    `select d.code, d.name, trim_scale(p.price)::text as price from products p
       join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      where p.account_id = $1 and d.code like 'R-%' order by d.code`,
    [desk.own.accountId],
  );

/** A workbook with the input R-N, the XML of its price cell, and the number of its row. */
const oneInput = (price: string, row = '2'): Buffer => {
  const texts = (at: number, cells: readonly string[]) =>
    cells.map((text, index) => `<c r="${'ABCDE'[index]}${at}" t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const head = texts(1, ['Código', 'Descrição', 'Unidade', 'Tipo', 'Preço']);
  const cells = texts(2, ['R-N', 'Cal', 'm²', 'Material']) + price;
  const entry = (name: string, xml: string) => ({ name, content: Buffer.from(xml) });
  return zip([
    entry(
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="Insumos" sheetId="1" r:id="a"/></sheets></workbook>',
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    entry(
      'xl/worksheets/sheet1.xml',
      `<worksheet><sheetData><row r="1">${head}</row><row r="${row}">${cells}</row></sheetData></worksheet>`,
    ),
  ]);
};

/** Numbers from 0 to 1 that are the same for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

describe('Inputs of a file', () => {
  test('are made and changed by their codes, and the compositions that use them follow', async () => {
    const first = await send('resources', `${HEAD}\nR-1;Cimento;M2;material;0,80\nR-2;"Areia; média";m²;Material;\n`);
    expect([first.status, first.body]).toEqual([
      200,
      {
        ok: true,
        message: 'Importação dos insumos concluída com sucesso.',
        data: { rows: 2, created: 2, updated: 0, unchanged: 0 },
      },
    ]);
    const [{ id } = { id: 0 }] = await desk.services.seed.sql<{ id: number }>(
      `select p.id from products p join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
        where d.account_id = $1 and d.code = 'R-1'`,
      [desk.own.accountId],
    );
    const task = await desk.make({ items: [{ resourceId: Number(id), quantity: '10' }] });
    // Windows-1252, commas, another order of columns.
    const again = Buffer.from(
      'Preço,Código,Descrição,Unidade,Tipo\n"1,25",R-1,Cimento,m²,Material\n,R-2,Areia grossa,m²,Material\n',
      'latin1',
    );
    expect((await send('resources', again)).body.data).toEqual({ rows: 2, created: 0, updated: 2, unchanged: 0 });
    expect((await send('resources', again)).body.data).toEqual({ rows: 2, created: 0, updated: 0, unchanged: 2 });
    expect(await productsOf()).toEqual([
      { code: 'R-1', name: 'Cimento', price: '1.25' },
      { code: 'R-2', name: 'Areia grossa', price: null },
    ]);
    expect((await desk.read(task)).unitPrice).toBe('12.5000');
  });

  test('of a workbook that Excel-like tools write are read as it shows them', async () => {
    // Written by exceljs 4.4.0: days in a column that is not asked for, a rich text, formulas with the values last
    // computed, numbers stored in binary, a price kept as text, blank rows, and a second sheet.
    const file = readFileSync(new URL('fixtures/exceljs-4.4.0-insumos.xlsx', import.meta.url));
    const { status, body } = await send('resources', file);
    expect([status, body.data]).toEqual([200, { rows: 6, created: 6, updated: 0, unchanged: 0 }]);
    const rows = await desk.services.seed.sql(
      `select d.code, d.name, trim_scale(p.price)::text as price from products p
         join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
        where p.account_id = $1 and (d.code like 'X-%' or d.code = '1001') order by d.code`,
      [desk.own.accountId],
    );
    expect(rows).toEqual([
      { code: '1001', name: 'Cal hidratada', price: '0.3' },
      { code: 'X-1', name: 'Cimento CP II', price: '1.125' },
      { code: 'X-2', name: 'Areia média', price: '11.25' },
      { code: 'X-3', name: 'Brita & <pedra> "1"', price: '1250.5' },
      { code: 'X-4', name: 'Cimento CP II', price: '1234.5' },
      { code: 'X-5', name: 'Sem preço', price: null },
    ]);
    expect((await send('resources', file)).body.data).toEqual({ rows: 6, created: 0, updated: 0, unchanged: 6 });
  });

  test('are all refused with each fault at its row and column, and none is written', async () => {
    const before = await productsOf();
    const { status, body } = await send(
      'resources',
      `${HEAD}\nR-8;Bom;m²;Material;1,00\n;Sem código;xx;Material;abc\nR-8;Outro;m²;Coisa;1,00\n`,
    );
    expect([status, body.message, body.fields.map(({ message }: { message: string }) => message)]).toEqual([
      422,
      'Há linhas com erro. Nada foi gravado.',
      [
        'Linha 3, Código: campo obrigatório.',
        'Linha 3, Preço: "abc" não é um preço com até 4 casas decimais.',
        'Linha 4, Código: R-8 já está na linha 2.',
        'Linha 3, Unidade: "xx" não está cadastrada.',
        'Linha 4, Tipo: "Coisa" não está cadastrado.',
      ],
    ]);
    expect(await productsOf()).toEqual(before);
  });

  test.each([
    [
      'another kind of file',
      Buffer.from([0, 1, 2, 3]),
      'O arquivo não é CSV nem planilha XLSX. Baixe o modelo e preencha-o.',
    ],
    ['a file without a column', 'Código;Descrição\n1;a\n', 'Falta a coluna "Unidade". Baixe o modelo e preencha-o.'],
    ['a file without rows', `${HEAD}\n`, 'O arquivo não tem linhas.'],
  ])('%s is refused in one sentence', async (_name, content, message) => {
    const { status, body } = await send('resources', content);
    expect([status, body.message, body.fields]).toEqual([422, message, [{ path: 'resources', message }]]);
  });

  test.each([
    ['0.5', '0.5'],
    ['1E-3', '0.001'],
    ['57.859999999999999', '57.86'],
  ])('with the number %s in a cell have the price %s', async (stored, price) => {
    const { status } = await send('resources', oneInput(`<c r="E2"><v>${stored}</v></c>`));
    expect([status, (await productsOf()).find(({ code }) => code === 'R-N')?.price]).toEqual([200, price]);
  });

  test.each([
    ['a row', oneInput('', '2000000000')],
    ['a row', oneInput('', 'x')],
    ['a column', oneInput('<c r="ZZZZZZZ2"><v>1</v></c>')],
  ])('of a workbook with %s that no spreadsheet has are refused at once', async (_name, workbook) => {
    const { status, body } = await send('resources', workbook);
    expect([status, body.message]).toEqual([
      422,
      'O arquivo não é CSV nem planilha XLSX. Baixe o modelo e preencha-o.',
    ]);
  });

  test('of a workbook cut at any byte are refused in a sentence, and none is written (seed 20261122)', async () => {
    const workbook = readFileSync(new URL('fixtures/exceljs-4.4.0-insumos.xlsx', import.meta.url));
    const before = await productsOf();
    const random = randomFrom(20_261_122);
    for (const cut of Array.from({ length: 24 }, () => 1 + Math.floor(random() * (workbook.length - 1)))) {
      const { status, body } = await send('resources', workbook.subarray(0, cut));
      expect([cut, status, body.message]).toEqual([cut, 422, expect.stringMatching(/^[A-ZÀ-Ú].*\.$/)]);
    }
    expect(await productsOf()).toEqual(before);
  });

  test('come from those who buy or build, into a cost database of their own account that is not published', async () => {
    const row = `${HEAD}\nR-1;Cimento;m²;Material;1,25\n`;
    expect((await send('resources', row, { token: tokens.buyer })).status).toBe(200);
    expect((await send('resources', row, { token: desk.stranger.admin })).status).toBe(404);
    expect((await send('tasks', row, { token: tokens.buyer })).status).toBe(403);
    const template = await desk.services.api.get(`${BASE}/templates/resources`, { token: tokens.buyer });
    expect(template.text.split('\r\n')[0]).toBe(`\uFEFF${HEAD}`);
  });
});

describe('Compositions of a file', () => {
  const TASKS = 'Código;Descrição;Unidade;Grupo;Tipo do item;Código do item;Quantidade';

  test('are made in the order in which they use each other, with the prices of their items', async () => {
    await send('resources', `${HEAD}\nR-5;Cal;m²;Material;2,00\n`);
    const file = `${TASKS}\nT-2;Reboco;m²;Revestimento;COMPOSIÇÃO;T-1;0,5\n;;;;INSUMO;R-5;3\nT-1;Argamassa;m²;;Insumo;R-5;4\n`;
    const { status, body } = await send('tasks', file, { token: tokens.engineer });
    expect([status, body.message, body.data]).toEqual([
      200,
      'Importação das composições concluída com sucesso.',
      { rows: 3, created: 2, updated: 0, unchanged: 0 },
    ]);
    const rows = await desk.services.seed.sql(
      `select d.code, t.unit_price::text as price from tasks t
         join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
        where t.account_id = $1 and d.code like 'T-%' order by 1`,
      [desk.own.accountId],
    );
    // 4 × 2,00 = 8,00; 0,5 × 8,00 + 3 × 2,00 = 10,00.
    expect(rows).toEqual([
      { code: 'T-1', price: '8.0000' },
      { code: 'T-2', price: '10.0000' },
    ]);
  });

  test('that are not there, or use each other in a circle, are named at their rows, and nothing is written', async () => {
    const circle = `${TASKS}\nT-8;A;m²;;COMPOSIÇÃO;T-9;1\nT-9;B;m²;;COMPOSIÇÃO;T-8;1\n;;;;INSUMO;R-404;1\n`;
    const { status, body } = await send('tasks', circle);
    expect([status, body.fields.map(({ message }: { message: string }) => message)]).toEqual([
      422,
      [
        'Linha 4, Código do item: o insumo R-404 não está nesta tabela.',
        'Linha 3, Código do item: T-8 usa T-9, que usa T-8.',
      ],
    ]);
  });
});
