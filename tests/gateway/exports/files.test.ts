import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { exportOf } from '#tests/support/exportedFile.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { entriesOf, sheetRows } from '#tests/support/storedZip.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let foreign: Office;
let tower = 0;
let house = 0;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  const { seed } = services;
  [office, foreign] = [await openOffice(seed, 'Ipê'), await openOffice(seed, 'Jatobá')];
  const account = { account_id: office.accountId };
  tower = await seed.building(office, { name: 'Torre A' });
  house = await seed.building(office, { name: 'Casa B' });
  const partnerId = await seed.insert('partners', { ...account, type: 'SUPPLIER', name: '=HYPERLINK("x")' });
  const categoryId = await seed.insert('categories', { ...account, type: 'DEBIT', name: 'Materiais' });
  const walletId = await seed.insert('wallets', {
    ...{ ...account, company_id: office.companyId, identifier: 'Caixa', initial_balance: '0.00' },
    balance_date: '2026-01-01',
  });
  await enter(seed, office, {
    ...{ type: 'DEBIT', value: '1100.00', due: '2026-11-10', description: 'Cimento; "CP II"', documentNumber: 'NF 1' },
    ...{ partnerId, categoryId },
    parts: [
      { buildingId: tower, value: '660.00' },
      { buildingId: house, value: '440.00' },
    ],
  });
  await enter(seed, office, { type: 'DEBIT', value: '50.00', paid: '2026-11-12', walletId, description: '-2 fretes' });
  await enter(seed, office, { type: 'CREDIT', value: '900.00', due: '2026-12-01', description: 'Medição' });
  await enter(seed, foreign, { type: 'DEBIT', value: '7.00', due: '2026-11-11', description: 'De outra conta' });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const HEAD =
  'Vencimento;Situação;Fornecedor;Descrição;Documento;Categoria;Obra;Parcelas;Líquido (R$);Emissão;Pago (R$);Em aberto (R$)';
const CEMENT = `10/11/2026;Vencida;"'=HYPERLINK(""x"")";"Cimento; ""CP II""";NF 1;Materiais;Torre A +1;0/1;1100,00;10/11/2026;0,00;1100,00`;
const FREIGHT = `12/11/2026;Quitada;;'-2 fretes;;;sem obra;1/1;50,00;12/11/2026;50,00;0,00`;

const ask = (
  variables: object = {},
  { token = office.admin, ...more }: { token?: string; [part: string]: unknown } = {},
) =>
  exportOf(gateway.url, token, {
    ...{ list: 'Transactions', format: 'csv', ...more },
    variables: { companyId: String(office.companyId), type: 'DEBIT', sort: [{ id: 'dueDate' }], ...variables },
  });
const csvOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).file.toString('utf8');

describe('Expenses as CSV', () => {
  test('have the columns of the screen and its file, and no formula of a supplier', async () => {
    const { status, lines, file } = await ask();
    expect(status).toBe(200);
    expect(file.toString('utf8')).toBe(`\ufeff${HEAD}\r\n${CEMENT}\r\n${FREIGHT}\r\n`);
    expect(lines).toEqual([{ rows: 2, of: 2 }, { file: { size: file.length, rows: 2 } }]);
  });

  test('are in the order that was asked for, and only those that the filter finds', async () => {
    expect(await csvOf({ sort: [{ id: 'dueDate', desc: true }] })).toBe(`\ufeff${HEAD}\r\n${FREIGHT}\r\n${CEMENT}\r\n`);
    expect(await csvOf({ filter: { search: 'fretes' } })).toBe(`\ufeff${HEAD}\r\n${FREIGHT}\r\n`);
    expect(await csvOf({ filter: { search: 'nada disto' } })).toBe(`\ufeff${HEAD}\r\n`);
  });

  test('have the share of the obra that was asked for, beside the value of the whole document', async () => {
    expect(await csvOf({ filter: { buildingId: String(tower) } })).toBe(
      `\ufeff${HEAD.replace('Líquido (R$)', 'Líquido total (R$);Líquido (R$)')}\r\n` +
        `${CEMENT.replace('0/1;1100,00;10/11/2026;0,00;1100,00', '0/1;1100,00;660,00;10/11/2026;0,00;660,00')}\r\n`,
    );
  });
});

test('Expenses as XLSX have amounts and days as numbers, in a sheet of their name', async () => {
  const { file, lines } = await ask({}, { format: 'xlsx' });
  const entries = entriesOf(file);
  expect(entries.get('xl/workbook.xml')).toContain('<sheet name="Despesas" ');
  const [head, cement, freight] = sheetRows(entries.get('xl/worksheets/sheet1.xml') ?? '');
  expect(head?.join(';')).toBe(HEAD);
  expect(cement?.slice(0, 4)).toEqual(['46336', 'Vencida', '=HYPERLINK("x")', 'Cimento; "CP II"']);
  expect(freight).toContain('50.00');
  expect(lines.at(-1)).toEqual({ file: { size: file.length, rows: 2 } });
});

test('Income has its own titles', async () => {
  const text = await csvOf({ type: 'CREDIT' });
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    `\ufeff${HEAD.replace('Fornecedor', 'Cliente').replace('Pago', 'Recebido')}`,
    '01/12/2026;Aberta;;Medição;;;sem obra;0/1;900,00;01/12/2026;0,00;900,00',
  ]);
});

test('Installments have a line each, with the status of the day, and the share of an obra', async () => {
  const head =
    'Vencimento;Situação;Fornecedor;Descrição;Documento;Categoria;Obra;Parcela;Líquido (R$);Pagamento;Carteira';
  const cement = CEMENT.replace('0/1;1100,00;10/11/2026;0,00;1100,00', '1/1;1100,00;;');
  const list = 'Installments';
  expect(await csvOf({}, { list })).toBe(
    `\ufeff${head}\r\n${cement}\r\n12/11/2026;Paga;;'-2 fretes;;;sem obra;1/1;50,00;12/11/2026;Caixa\r\n`,
  );
  expect(await csvOf({ filter: { buildingId: String(tower) } }, { list })).toBe(
    `\ufeff${head.replace('Líquido (R$)', 'Líquido total (R$);Líquido (R$)')}\r\n${cement.replace('1100,00', '1100,00;660,00')}\r\n`,
  );
});

describe('Who may have which file', () => {
  test('A user of one obra has its documents alone', async () => {
    const token = await office.as(['DEBIT'], tower);
    const text = await csvOf({}, { token });
    expect(text).toContain('Cimento');
    expect(text).not.toContain('fretes');
  });

  test('A user without expenses, another account and nobody have none', async () => {
    expect(await ask({}, { token: await office.as(['CREDIT']) })).toMatchObject({ status: 403, file: Buffer.alloc(0) });
    expect(await ask({}, { token: foreign.admin })).toMatchObject({ status: 404, file: Buffer.alloc(0) });
    expect((await ask({}, { token: 'unknown' })).status).toBe(401);
    expect((await exportOf(gateway.url, null, {})).status).toBe(401);
  });

  test('A token of programs has none: programs have the CSV whose columns never change', async () => {
    expect(await ask({}, { token: `prm_${'a'.repeat(40)}` })).toMatchObject({ status: 403, file: Buffer.alloc(0) });
  });
});

describe('A file that cannot be made is refused at the field', () => {
  test.each([
    [{ filter: { supplier: '1' } }, {}, 'variables.filter.supplier'],
    [{ filter: { dueDate: { start: 'ontem', end: '2026-01-01' } } }, {}, 'variables.filter.dueDate.start'],
    [{ page: 3 }, {}, 'variables.page'],
    [{ type: 'BOTH' }, {}, 'variables.type'],
    [{}, { format: 'pdf' }, 'format'],
    [{}, { list: 'Users' }, 'list'],
    [{}, { columns: 'all' }, 'columns'],
  ])('%j %j', async (variables, body, path) => {
    const { status, refusal } = await ask(variables, body);
    expect([status, refusal.error, refusal.fields?.[0]?.path]).toEqual([400, 'INVALID', path]);
  });

  test('An order that the list does not have is refused by the services', async () => {
    const { status, refusal } = await ask({ sort: [{ id: 'colour' }] });
    expect([status, refusal.error]).toEqual([400, 'INVALID']);
  });
});
