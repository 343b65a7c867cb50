import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { centsOfDecimal } from '../reports/kit.ts';
import { readRows, startCsv, sumOf, type CsvKit, type Read } from './kit.ts';

let kit: CsvKit;
beforeAll(async () => {
  kit = await startCsv();
});
afterAll(() => kit.services.stop());

const read = async (dataset: string, query: Record<string, string> = {}): Promise<Read> => {
  const { status, text } = await kit.services.api.get(`${kit.base}/${dataset}`, { token: kit.tokens.admin, query });
  if (status !== 200) throw new Error(`${dataset}: ${status} ${text}`);
  return readRows(text);
};

const HALF = { from: '2026-03-01', to: '2026-08-31' };
const buildingId = () => kit.value(`select id as value from buildings where name like 'Residência%'`);

interface Case {
  dataset: string;
  query?: Record<string, string>;
  ofBuilding?: boolean;
  column: string;
  rows: string;
  sum: string;
}

const documents = (type: string) => `transactions where type = '${type}'`;
const inHalf = `competence_date between '2026-03-01' and '2026-08-31'`;
const ofResidence = (type: string, condition = 'true') =>
  `apportionment_shares s join apportionments a on a.id = s.apportionment_id join installments i on i.id = s.installment_id
   join buildings b on b.id = a.building_id and b.name like 'Residência%' where i.type = '${type}' and ${condition}`;
const net = 'gross_value + increase - discount';
const shareNet = 's.gross_value + s.increase - s.discount';

const CASES: readonly Case[] = [
  ...(['DEBIT', 'CREDIT'] as const).flatMap((type): Case[] => {
    const name = type === 'DEBIT' ? 'expense' : 'income';
    const dataset = type === 'DEBIT' ? 'expenses' : 'income';
    const bills = `installments where type = '${type}'`;
    return [
      {
        ...{ dataset, column: 'Valor bruto', rows: `select count(*) as value from ${documents(type)}` },
        sum: `select sum(gross_value) as value from ${documents(type)}`,
      },
      {
        ...{ dataset, query: HALF, column: 'Valor' },
        rows: `select count(*) as value from ${documents(type)} and ${inHalf}`,
        sum: `select sum(${net}) as value from ${documents(type)} and ${inHalf}`,
      },
      {
        ...{ dataset, query: { from: '2026-06-01' }, column: 'Valor em aberto' },
        rows: `select count(*) as value from ${documents(type)} and competence_date >= '2026-06-01'`,
        sum: `select sum(i.gross_value + i.increase - i.discount) as value from installments i join transactions t on t.id = i.transaction_id
          where t.type = '${type}' and t.competence_date >= '2026-06-01' and i.forecast`,
      },
      {
        ...{ dataset, ofBuilding: true, column: 'Valor' },
        rows: `select count(distinct i.transaction_id) as value from ${ofResidence(type)}`,
        sum: `select sum(${shareNet}) as value from ${ofResidence(type)}`,
      },
      {
        ...{ dataset: `${name}-installments`, column: 'Valor', rows: `select count(*) as value from ${bills}` },
        sum: `select sum(${net}) as value from ${bills}`,
      },
      {
        ...{ dataset: `${name}-installments`, query: HALF, column: 'Valor' },
        rows: `select count(*) as value from ${bills} and due_date between '2026-03-01' and '2026-08-31'`,
        sum: `select sum(${net}) as value from ${bills} and due_date between '2026-03-01' and '2026-08-31'`,
      },
      {
        ...{
          dataset: `${name}-installments`,
          query: { paidFrom: '2026-05-01', paidTo: '2026-09-30' },
          column: 'Valor',
        },
        rows: `select count(*) as value from ${bills} and not forecast and payment_date between '2026-05-01' and '2026-09-30'`,
        sum: `select sum(${net}) as value from ${bills} and not forecast and payment_date between '2026-05-01' and '2026-09-30'`,
      },
      {
        ...{ dataset: `${name}-installments`, query: { to: '2026-06-30' }, ofBuilding: true, column: 'Valor' },
        rows: `select count(distinct i.id) as value from ${ofResidence(type, `i.due_date <= '2026-06-30'`)}`,
        sum: `select sum(${shareNet}) as value from ${ofResidence(type, `i.due_date <= '2026-06-30'`)}`,
      },
      // Shares add up to the documents, those without an obra among them.
      {
        ...{ dataset: `${name}-shares`, query: HALF, column: 'Valor' },
        rows: `select sum(greatest(1, (select count(*) from apportionments a where a.transaction_id = t.id))) as value
          from transactions t where t.type = '${type}' and ${inHalf}`,
        sum: `select sum(${net}) as value from ${documents(type)} and ${inHalf}`,
      },
      {
        ...{ dataset: `${name}-shares`, ofBuilding: true, column: 'Valor bruto' },
        rows: `select count(*) as value from apportionments a join buildings b on b.id = a.building_id and b.name like 'Residência%'
          join transactions t on t.id = a.transaction_id and t.type = '${type}'`,
        sum: `select sum(s.gross_value) as value from ${ofResidence(type)}`,
      },
    ];
  }),
  {
    ...{ dataset: 'transfers', query: HALF, column: 'Valor' },
    rows: `select count(*) as value from transfers where date between '2026-03-01' and '2026-08-31'`,
    sum: `select sum(amount) as value from transfers where date between '2026-03-01' and '2026-08-31'`,
  },
  {
    ...{ dataset: 'wallets', column: 'Saldo', rows: 'select count(*) as value from wallets' },
    sum: `select (select sum(initial_balance) from wallets) + (
      select sum(case i.type when 'CREDIT' then 1 else -1 end * (i.gross_value + i.increase - i.discount)) from installments i
        join wallets w on w.id = i.wallet_id
       where not i.forecast and i.payment_date between w.balance_date and date '2026-11-20') as value`,
  },
  {
    ...{ dataset: 'orders', column: 'Valor', rows: 'select count(*) as value from orders' },
    sum: 'select sum(gross_value) as value from orders',
  },
  {
    ...{ dataset: 'orders', query: HALF, ofBuilding: true, column: 'Valor' },
    rows: `select count(*) as value from orders o join buildings b on b.id = o.building_id and b.name like 'Residência%'
      where o.created_date between '2026-03-01' and '2026-08-31'`,
    sum: `select coalesce(sum(o.gross_value), 0.00) as value from orders o join buildings b on b.id = o.building_id
      and b.name like 'Residência%' where o.created_date between '2026-03-01' and '2026-08-31'`,
  },
  {
    dataset: 'purchases',
    column: 'Valor',
    rows: `select count(*) as value from order_delivery_lines where returned_quantity < quantity`,
    sum: `select sum(landed_value - returned_value) as value from order_delivery_lines where returned_quantity < quantity`,
  },
];

describe('Each dataset has the rows and, to the cent, the sum of the database', () => {
  test.each(
    CASES.map((one): [string, Case] => [
      `${one.dataset} ${JSON.stringify(one.query ?? {})} ${one.ofBuilding ? 'obra' : ''}`,
      one,
    ]),
  )('%s', async (_name, { dataset, query, ofBuilding, column, rows, sum }) => {
    const file = await read(dataset, { ...query, ...(ofBuilding ? { buildingId: await buildingId() } : {}) });
    expect(file.rows).toHaveLength(Number(await kit.value(rows)));
    expect(sumOf(file.rows, column)).toBe(centsOfDecimal(await kit.value(sum)));
  });
});

describe('Registers', () => {
  test.each([
    ['suppliers', `partners where type = 'SUPPLIER'`],
    ['customers', `partners where type = 'CUSTOMER'`],
    ['categories', 'categories'],
    ['buildings', 'buildings'],
  ])('of %s have every row, inactive ones too, by id', async (dataset, rows) => {
    const file = await read(dataset);
    const ids = await kit.services.seed.sql<{ id: string; name: string }>(`select id, name from ${rows} order by id`);
    expect(file.rows.map((row) => [row['Id'], row['Nome']])).toEqual(ids.map(({ id, name }) => [String(id), name]));
  });

  test('write CPF and CNPJ with their masks, which no spreadsheet takes for a number', async () => {
    const masked = (await read('suppliers')).rows.map((row) => row['CPF ou CNPJ'] ?? '').filter((text) => text !== '');
    expect(masked.length).toBeGreaterThan(5);
    for (const text of masked)
      expect(text).toMatch(/^([\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d\d|\d{3}\.\d{3}\.\d{3}-\d\d)$/);
  });
});

test('Orçado × realizado has the stages of an obra, whose first level and what is in none make up the cost', async () => {
  const { rows } = await read('estimated-vs-actual', { buildingId: await buildingId(), date: '2026-10-31' });
  expect(rows.at(-1)?.['Etapa']).toBe('Sem etapa');
  expect(
    sumOf(
      rows.filter((row) => row['Nível'] === '0'),
      'Realizado',
    ),
  ).toBe(
    centsOfDecimal(
      await kit.value(`select sum(a.gross_value) as value from apportionments a
        join buildings b on b.id = a.building_id and b.name like 'Residência%'
        join transactions t on t.id = a.transaction_id and t.type = 'DEBIT' and t.competence_date <= '2026-10-31'`),
    ),
  );
});

test('The international format differs from the Brazilian one in separators and BOM alone', async () => {
  const ask = async (format: string) => {
    const query = { ...HALF, format };
    return kit.services.api.get(`${kit.base}/expenses`, { token: kit.tokens.admin, query });
  };
  const [brazilian, international] = [await ask('BRAZILIAN'), await ask('INTERNATIONAL')];
  expect(brazilian.text.startsWith('\ufeffId;Documento;')).toBe(true);
  expect(international.text.startsWith('Id,Documento,')).toBe(true);
  const amounts = ['Valor bruto', 'Valor', 'Valor pago', 'Valor em aberto', 'Valor vencido'];
  const withPoints = readRows(brazilian.text).rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([title, cell]) => [title, amounts.includes(title) ? cell.replace(',', '.') : cell]),
    ),
  );
  expect(readRows(international.text, ',').rows).toEqual(withPoints);
  expect(withPoints.length).toBeGreaterThan(50);
  expect(withPoints[0]?.['Valor']).toMatch(/^\d+\.\d\d$/);
});

test.each([
  ['expense-installments', 'DEBIT', 'Paga'],
  ['income-installments', 'CREDIT', 'Recebida'],
])(
  'An installment in %s is A vencer, Vencida or what a paid one of its type is called',
  async (dataset, type, paid) => {
    const words = (await read(dataset)).rows.map((row) => row['Situação']);
    const countOf = (condition: string) =>
      kit.value(`select count(*) as value from installments where type = '${type}' and ${condition}`);
    const expected = {
      'A vencer': await countOf(`forecast and due_date >= '2026-11-20'`),
      Vencida: await countOf(`forecast and due_date < '2026-11-20'`),
      [paid]: await countOf('not forecast'),
    };
    const found = Object.keys(expected).map((word) => [word, String(words.filter((one) => one === word).length)]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(new Set(words)).toEqual(new Set(Object.keys(expected)));
  },
);
