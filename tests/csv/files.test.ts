import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Turns } from '#services/platform/csv/turns.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from '../financial/officeKit.ts';
import { readRows, sumOf } from './kit.ts';

let services: TestServices;
let office: Office;

const WILD = [
  'Areia; fina',
  'Viga de 1/2"',
  'Duas\nlinhas',
  'Duas\r\nlinhas',
  'Cimento, 50 kg',
  `=cmd|'/c calc'!A1`,
  '+55 11 5555',
  '-1+2',
  '@SUM(A1)',
  '＝1+1',
  'Ação "é"; =fim',
];

beforeAll(async () => {
  services = await startServices({ exposeCosts: true });
  office = await openOffice(services.seed, 'Ipê');
  for (const description of WILD) await enter(services.seed, office, { type: 'CREDIT', value: '1.00', description });
});
afterAll(() => services.stop());

const ask = (dataset: string, query: Record<string, string> = {}) =>
  services.api.get(`/api/v1/csv/company/${office.companyId}/${dataset}`, { token: office.admin, query });

describe('Cells', () => {
  test.each([
    ['BRAZILIAN', ';'],
    ['INTERNATIONAL', ','],
  ] as const)(
    'of format %s keep separators, quotes and line breaks, and none is a formula',
    async (format, separator) => {
      const { text } = await ask('income', { format });
      const formula = /^[\s]*[=+\-@＝]/;
      const expected = WILD.map((description) => (formula.test(description) ? `'${description}` : description));
      expect(readRows(text, separator).rows.map((row) => row['Descrição'])).toEqual(expected);
    },
  );

  test('are days as AAAA-MM-DD, amounts with two places, and empty without a value', async () => {
    const [row] = readRows((await ask('income')).text).rows;
    expect(row).toMatchObject({
      Emissão: '2026-11-20',
      Valor: '1,00',
      Cliente: '',
      'Id do cliente': '',
      Parcelas: '1',
    });
  });
});

describe('The answer', () => {
  test('is a file with its length, kept by no cache', async () => {
    const { headers, text } = await ask('income');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; .*Receitas\.csv/);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  test('of no rows is the headings alone', async () => {
    const { status, text } = await ask('customers');
    expect([status, text]).toEqual([
      200,
      '\ufeffId;Nome;Nome fantasia;CPF ou CNPJ;E-mail;Telefone;Cidade;UF;Ativo\r\n',
    ]);
  });
});

describe('A parameter', () => {
  const refused = async (dataset: string, query: Record<string, string>) => {
    const { status, body } = await ask(dataset, query);
    return [status, body.fields];
  };

  test('that is wrong is refused at its place', async () => {
    expect(await refused('expenses', { from: '2026-02-30' })).toMatchObject([400, [{ path: 'from' }]]);
    const turned = { message: 'A data final vem antes da inicial.' };
    expect(await refused('expenses', { from: '2026-02-02', to: '2026-02-01' })).toEqual([
      400,
      [{ path: 'to', ...turned }],
    ]);
    expect(await refused('expense-installments', { paidFrom: '2026-02-02', paidTo: '2026-02-01' })).toEqual([
      400,
      [{ path: 'paidTo', ...turned }],
    ]);
    expect(await refused('expenses', { buildingId: 'torre' })).toMatchObject([400, [{ path: 'buildingId' }]]);
    expect(await refused('expenses', { format: 'XLSX' })).toEqual([
      400,
      [{ path: 'format', message: 'Escolha um destes valores: BRAZILIAN, INTERNATIONAL.' }],
    ]);
    expect(await refused('estimated-vs-actual', {})).toMatchObject([400, [{ path: 'buildingId' }]]);
  });

  test('that the dataset does not have is refused, too', async () => {
    for (const [dataset, name] of [
      ['expenses', 'paidFrom'],
      ['wallets', 'from'],
      ['suppliers', 'buildingId'],
      ['transfers', 'buildingId'],
      ['orders', 'page'],
    ] as const)
      expect(await refused(dataset, { [name]: '1' })).toMatchObject([400, [{ path: name }]]);
    expect((await ask('salaries')).status).toBe(404);
  });
});

describe('Twenty thousand rows', () => {
  const ROWS = 20_000;
  beforeAll(async () => {
    await services.seed.sql(
      `with made as (
         insert into transactions (account_id, company_id, type, description, emission_date, competence_date, status,
           installment_count, paid_installment_count, gross_value, reference_due_date)
         select $1, $2, 'DEBIT', 'Areia ' || n || repeat('.', 200), date '2026-01-01', date '2026-01-01', 'OPEN', 1, 0, n / 100.0, date '2026-12-01'
           from generate_series(1, ${ROWS}) n returning account_id, company_id, id, gross_value)
       insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
       select account_id, company_id, id, 'DEBIT', 1, true, date '2026-01-01', date '2026-12-01', gross_value from made`,
      [office.accountId, office.companyId],
    );
    await services.seed.sql('analyze');
  });

  test('are all there, add up, and are read by a cursor in steps of two thousand', async () => {
    const queriesOf = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-sql-queries']);
    const few = await ask('income');
    const many = await ask('expenses');
    // Ten steps more than a file of eleven rows.
    expect(queriesOf(many) - queriesOf(few)).toBe(ROWS / 2_000);
    const { text } = many;
    const { rows } = readRows(text);
    expect(rows).toHaveLength(ROWS);
    expect(sumOf(rows, 'Valor')).toBe(BigInt((ROWS * (ROWS + 1)) / 2));
  });
});

describe('Files of one account', () => {
  test('are made two at a time; others wait, and beyond thirty that wait are told to come back', async () => {
    const turns = new Turns();
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(5);
      running -= 1;
    };
    const all = Array.from({ length: 33 }, () => turns.run(1, work));
    const others = turns.run(2, async () => most);
    const results = await Promise.allSettled(all);
    expect(most).toBe(2);
    expect(await others).toBe(2);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(results[32]).toMatchObject({ status: 'rejected', reason: { status: 429 } });
    // A failure gives its turn back.
    await expect(turns.run(1, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    await turns.run(1, work);
  });
});
