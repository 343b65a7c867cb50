import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, transfer, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
const id = {
  torre: 0,
  casas: 0,
  itau: 0,
  cofre: 0,
  concreto: 0,
  salarios: 0,
  venda: 0,
  gerdau: 0,
  votoran: 0,
  joao: 0,
};

/**
 * The ledger of a small company. Today is Friday, 20 November 2026.
 *
 *   wallets    Itaú 1.000,00 since 1 Nov · Cofre 200,00 since 1 Nov, no longer active
 *   paid       10/11 received 500,00 of João, Venda, Torre, into Itaú
 *              17/11 paid 100,01 to Gerdau, Concreto, Itaú: Torre 60,01 + Casas 40,00
 *              19/11 Cofre → Itaú 150,00 (transfer)
 *   forecast   12/11 to pay 70,00 Gerdau, Concreto, Torre            overdue: counts on 20/11
 *              19/11 to receive 25,00 João, Venda                    overdue: counts on 20/11
 *              20/11 to pay 10,00 nobody, no category
 *              22/11 to receive 400,00 João, Venda, Casas, into Itaú
 *              25/12 to pay 900,00 Votoran, Concreto: Torre 300,00 + Casas 600,00, from Itaú
 *              05/01 to pay 2.000,00 Gerdau, Salários
 */
beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  const account = { account_id: office.accountId };
  const category = (type: string, name: string) => seed.insert('categories', { ...account, type, name });
  const partner = (type: string, name: string) => seed.insert('partners', { ...account, type, name });
  id.torre = await seed.building(office, { name: 'Torre' });
  id.casas = await seed.building(office, { name: 'Casas' });
  id.itau = await wallet(seed, office, 'Itaú', '1000.00', '2026-11-01');
  id.cofre = await wallet(seed, office, 'Cofre', '200.00', '2026-11-01', false);
  id.concreto = await category('DEBIT', 'Concreto');
  id.salarios = await category('DEBIT', 'Salários');
  id.venda = await category('CREDIT', 'Venda');
  id.gerdau = await partner('SUPPLIER', 'Gerdau');
  id.votoran = await partner('SUPPLIER', 'Votoran');
  id.joao = await partner('CUSTOMER', 'João');
  const debit = (value: string, values: object) => enter(seed, office, { type: 'DEBIT', value, ...values });
  const credit = (value: string, values: object) =>
    enter(seed, office, { type: 'CREDIT', value, partnerId: id.joao, categoryId: id.venda, ...values });
  const part = (buildingId: number, value: string) => ({ buildingId, value });

  await credit('500.00', { paid: '2026-11-10', walletId: id.itau, parts: [part(id.torre, '500.00')] });
  const steel = { partnerId: id.gerdau, categoryId: id.concreto };
  const split = [part(id.torre, '60.01'), part(id.casas, '40.00')];
  await debit('100.01', { ...steel, paid: '2026-11-17', walletId: id.itau, parts: split });
  await transfer(seed, office, { from: id.cofre, to: id.itau, amount: '150.00', date: '2026-11-19' });
  await debit('70.00', { ...steel, due: '2026-11-12', parts: [part(id.torre, '70.00')], description: 'Aço' });
  await credit('25.00', { due: '2026-11-19' });
  await debit('10.00', { due: '2026-11-20' });
  await credit('400.00', { due: '2026-11-22', expectedWalletId: id.itau, parts: [part(id.casas, '400.00')] });
  const both = [part(id.torre, '300.00'), part(id.casas, '600.00')];
  const cement = { partnerId: id.votoran, categoryId: id.concreto, expectedWalletId: id.itau };
  await debit('900.00', { ...cement, due: '2026-12-25', parts: both });
  await debit('2000.00', { due: '2027-01-05', partnerId: id.gerdau, categoryId: id.salarios });
});
afterAll(() => services.stop());

const cashflow = async (path: string, query: Record<string, string | number | boolean> = {}) => {
  const text = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const base = `/api/v1/financial/company/${office.companyId}/cashflow/`;
  return services.api.get(base + path, { token: office.admin, query: text });
};
const content = async (path: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await cashflow(path, query);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data.content;
};
type Amount = Record<'name' | 'amount' | 'overdueAmount' | 'count', string>;
const amounts = async (path: string, query?: Record<string, string | number>) =>
  (await content(path, query)).map((row: Amount) => [row.name, row.amount, row.overdueAmount, row.count]);

describe('Balances by day:', () => {
  test('paid/bank/balance has the balances of all wallets, inactive ones too; a transfer changes nothing', async () => {
    expect(await content('paid/bank/balance', { from: '2026-11-16', to: '2026-11-20' })).toEqual([
      { date: '2026-11-16', balance: '1700.00' },
      { date: '2026-11-17', balance: '1599.99' },
      { date: '2026-11-18', balance: '1599.99' },
      { date: '2026-11-19', balance: '1599.99' },
      { date: '2026-11-20', balance: '1599.99' },
    ]);
  });

  test('forecast/bank/balance has today and 180 days, overdue amounts on today, and the first negative day', async () => {
    const days = await content('forecast/bank/balance');
    expect(days).toHaveLength(181);
    // 1.599,99 − 70,00 − 10,00 + 25,00 = 1.544,99; + 400,00 = 1.944,99; − 900,00 = 1.044,99; − 2.000,00 = −955,01
    expect(days[0]).toEqual({ date: '2026-11-20', balance: '1544.99' });
    expect(days[2].balance).toBe('1944.99');
    expect(days.find(({ balance }: { balance: string }) => balance.startsWith('-'))).toEqual({
      date: '2027-01-05',
      balance: '-955.01',
    });
  });

  test('of one wallet have its movements, transfers and expected forecasts', async () => {
    const days = await content('forecast/bank/balance', { bankId: id.itau, from: '2026-11-20', to: '2026-12-25' });
    // 1.000,00 + 500,00 − 100,01 + 150,00 = 1.549,99; + 400,00 on 22/11; − 900,00 on 25/12
    expect([days[0].balance, days[2].balance, days.at(-1).balance]).toEqual(['1549.99', '1949.99', '1049.99']);
  });
});

describe('Forecasts by category and partner', () => {
  test('of the company are sorted by amount, and include overdue ones', async () => {
    expect(await amounts('forecast/category/debit/amount')).toEqual([
      ['Salários', '2000.00', '0.00', 1],
      ['Concreto', '970.00', '70.00', 2],
      [null, '10.00', '0.00', 1],
    ]);
    expect(await amounts('forecast/category/credit/amount')).toEqual([['Venda', '425.00', '25.00', 2]]);
    expect(await amounts('forecast/partner/supplier/debit/amount')).toEqual([
      ['Gerdau', '2070.00', '70.00', 2],
      ['Votoran', '900.00', '0.00', 1],
      [null, '10.00', '0.00', 1],
    ]);
    expect(await amounts('forecast/partner/customer/credit/amount')).toEqual([['João', '425.00', '25.00', 2]]);
  });

  test('of a building have its shares; of no building, the transactions without apportionment', async () => {
    const building = `forecast/building/${id.torre}`;
    expect(await amounts(`${building}/category/debit/amount`)).toEqual([['Concreto', '370.00', '70.00', 2]]);
    expect(await amounts(`${building}/partner/supplier/debit/amount`)).toEqual([
      ['Votoran', '300.00', '0.00', 1],
      ['Gerdau', '70.00', '70.00', 1],
    ]);
    expect(await amounts(`${building}/category/credit/amount`)).toEqual([]);
    const casas = `forecast/building/${id.casas}`;
    expect(await amounts(`${casas}/partner/customer/credit/amount`)).toEqual([['João', '400.00', '0.00', 1]]);
    expect(await amounts('forecast/building/-1/category/debit/amount')).toEqual([
      ['Salários', '2000.00', '0.00', 1],
      [null, '10.00', '0.00', 1],
    ]);
  });

  test('of some days include overdue ones where the days include today, and otherwise not', async () => {
    const to = '2026-12-31';
    expect(await amounts('forecast/category/debit/amount', { from: '2026-11-20', to })).toEqual([
      ['Concreto', '970.00', '70.00', 2],
      [null, '10.00', '0.00', 1],
    ]);
    expect(await amounts('forecast/category/debit/amount', { from: '2026-11-21', to })).toEqual([
      ['Concreto', '900.00', '0.00', 1],
    ]);
    const { body } = await cashflow('forecast/category/debit/amount', { to });
    expect(body.data.total).toBe('980.00');
  });
});

type Category = Record<'type' | 'paid' | 'forecast', string> & { category: { name: string } | null };

describe('The cash flow by period', () => {
  const days = { startDate: '2026-11-01', endDate: '2027-01-31' };

  test('by month has receipts and payments, and balances that continue from month to month', async () => {
    const months = await content('periods', { ...days, group: 'MONTH' });
    const lines = months.map((month: Record<string, string>) =>
      ['start', 'openingExpected', 'received', 'paid', 'toReceive', 'toPay', 'expectedBalance'].map(
        (key) => month[key],
      ),
    );
    expect(lines).toEqual([
      ['2026-11-01', '1200.00', '500.00', '100.01', '425.00', '80.00', '1944.99'],
      ['2026-12-01', '1944.99', '0.00', '0.00', '0.00', '900.00', '1044.99'],
      ['2027-01-01', '1044.99', '0.00', '0.00', '0.00', '2000.00', '-955.01'],
    ]);
    const [november] = months;
    expect([november.overdueToPay, november.overdueToReceive, november.actualBalance]).toEqual([
      '70.00',
      '25.00',
      '1599.99',
    ]);
    expect(
      november.categories.map(({ type, category, paid, forecast }: Category) => [type, category?.name, paid, forecast]),
    ).toEqual([
      ['CREDIT', 'Venda', '500.00', '425.00'],
      ['DEBIT', 'Concreto', '100.01', '70.00'],
      ['DEBIT', undefined, '0.00', '10.00'],
    ]);
  });

  test('has the same sums for every grouping of the same days, and its categories sum to them', async () => {
    for (const group of ['DAY', 'WEEK', 'MONTH', 'WHOLE']) {
      const parts: Record<string, number>[] = [{}, { buildingId: id.torre }, { buildingId: -1 }, { bankId: id.itau }];
      for (const part of parts) {
        const periods = await content('periods', { ...days, ...part, group });
        const cents = (value: string) => Math.round(Number(value) * 100);
        const total = (key: string) =>
          periods.reduce((all: number, one: Record<string, string>) => all + cents(one[key] ?? '0'), 0);
        const whole = (await content('periods', { ...days, ...part, group: 'WHOLE' }))[0];
        for (const key of ['received', 'paid', 'toReceive', 'toPay']) expect(total(key)).toBe(cents(whole[key]));
        expect(periods.at(-1).expectedBalance).toBe(whole.expectedBalance);
        for (const period of periods) {
          const of = (type: string, key: 'paid' | 'forecast') =>
            period.categories
              .filter((one: Category) => one.type === type)
              .reduce((all: number, one: Category) => all + cents(one[key]), 0);
          expect([of('CREDIT', 'paid'), of('DEBIT', 'paid')]).toEqual([cents(period.received), cents(period.paid)]);
          expect([of('CREDIT', 'forecast'), of('DEBIT', 'forecast')]).toEqual([
            cents(period.toReceive),
            cents(period.toPay),
          ]);
        }
      }
    }
  });

  test('without its categories has the same figures, for one statement less', async () => {
    const whole = await cashflow('periods', { ...days, group: 'MONTH' });
    const bare = await cashflow('periods', { ...days, group: 'MONTH', categories: false });
    const months: { categories: Category[] }[] = whole.body.data.content;
    expect(months.some(({ categories }) => categories.length > 0)).toBe(true);
    expect(bare.body.data.content).toEqual(months.map((month) => ({ ...month, categories: [] })));
    expect(Number(bare.headers['x-sql-queries'])).toBe(Number(whole.headers['x-sql-queries']) - 1);
  });

  test('has weeks that start on Sunday, and runs as many statements for them as for months', async () => {
    const week = await cashflow('periods', { ...days, group: 'WEEK' });
    const month = await cashflow('periods', { ...days, group: 'MONTH' });
    expect(week.body.data.content.slice(0, 2).map(({ start }: { start: string }) => start)).toEqual([
      '2026-11-01',
      '2026-11-08',
    ]);
    expect(week.headers['x-sql-queries']).toBe(month.headers['x-sql-queries']);
  });
});

test('The cash flow of each building sums its shares of paid and forecast installments', async () => {
  const rows: Record<string, string>[] = await content('buildings', { startDate: '2023-01-01', endDate: '2029-12-31' });
  expect(rows.map((row) => ['name', 'paid', 'received', 'toPay', 'toReceive'].map((key) => row[key]))).toEqual([
    ['Casas', '40.00', '0.00', '600.00', '400.00'],
    ['Torre', '60.01', '500.00', '370.00', '0.00'],
  ]);
});

type Movement = Record<'date' | 'dueDate' | 'value' | 'type' | 'overdue', string>;

describe('The movements behind a figure', () => {
  const all = { startDate: '2026-11-01', endDate: '2027-01-31' };
  const lines = (rows: Movement[]) => rows.map((row) => [row.date.slice(5), row.dueDate.slice(5), row.type, row.value]);

  test('of the amount to pay until the end of the year are its installments, with the same sum', async () => {
    const query = { startDate: '2026-11-20', endDate: '2026-12-31', type: 'DEBIT', state: 'FORECAST' };
    const { body } = await cashflow('movements', query);
    expect(lines(body.data.content)).toEqual([
      ['11-20', '11-12', 'DEBIT', '70.00'],
      ['11-20', '11-20', 'DEBIT', '10.00'],
      ['12-25', '12-25', 'DEBIT', '900.00'],
    ]);
    expect(body.data).toMatchObject({
      paid: '980.00',
      received: '0.00',
      overdue: 1,
      overdueValue: '70.00',
      totalElements: 3,
    });
    expect(body.data.content[0]).toMatchObject({ overdue: true, description: 'Aço', partner: { name: 'Gerdau' } });
  });

  test('are filtered by category, no category, partner, building, wallet, overdue and paid', async () => {
    const values = async (query: Record<string, string | number>) =>
      (await content('movements', { ...all, ...query })).map(({ value }: Movement) => value);
    expect(await values({ categoryId: id.concreto })).toEqual(['100.01', '70.00', '900.00']);
    expect(await values({ categoryId: -1 })).toEqual(['10.00']);
    expect(await values({ partnerId: id.gerdau, state: 'FORECAST' })).toEqual(['70.00', '2000.00']);
    expect(await values({ buildingId: id.torre })).toEqual(['500.00', '60.01', '70.00', '300.00']);
    expect(await values({ bankId: id.itau })).toEqual(['500.00', '100.01', '400.00', '900.00']);
    expect(await values({ state: 'OVERDUE' })).toEqual(['70.00', '25.00']);
    expect(await values({ state: 'PAID' })).toEqual(['500.00', '100.01']);
  });

  test('have pages that do not overlap, and sums of all pages', async () => {
    const first = await cashflow('movements', { ...all, size: 2 });
    const last = await cashflow('movements', { ...all, size: 2, page: 3 });
    expect([first.body.data.last, last.body.data.last, last.body.data.content.length]).toEqual([false, true, 2]);
    expect(first.body.data.paid).toBe(last.body.data.paid);
  });
});

describe('The cash flow calls', () => {
  test('are for admins, and do not find another company’s buildings and wallets', async () => {
    const clerk = await office.as(['DEBIT', 'CREDIT']);
    const stranger = await openOffice(services.seed);
    const theirs = await services.seed.building(stranger);
    const theirWallet = await wallet(services.seed, stranger, 'Deles');
    const base = `/api/v1/financial/company/${office.companyId}/cashflow`;
    const days = { startDate: '2026-11-01', endDate: '2026-11-02' };
    const forbidden = await services.api.get(`${base}/movements`, { token: clerk, query: days });
    expect(forbidden.status).toBe(403);
    expect((await cashflow(`forecast/building/${theirs}/category/debit/amount`)).status).toBe(404);
    expect((await cashflow('periods', { ...days, group: 'DAY', buildingId: theirs })).status).toBe(404);
    expect((await cashflow('movements', { ...days, bankId: theirWallet })).status).toBe(404);
  });

  test('reject days that end before they start, and more than 1,500 days', async () => {
    expect((await cashflow('paid/bank/balance', { from: '2026-11-02', to: '2026-11-01' })).status).toBe(400);
    expect((await cashflow('forecast/bank/balance', { from: '2020-01-01', to: '2026-11-01' })).status).toBe(400);
    const reply = await cashflow('periods', { startDate: '2020-01-01', endDate: '2026-11-01', group: 'MONTH' });
    expect([reply.status, reply.body.fields[0].path]).toEqual([400, 'endDate']);
  });
});

describe('Estimated versus actual', () => {
  const path = '/api/v1/engineering/estimated-vs-actual';

  test('of a building on a day has the amounts by competence date', async () => {
    const query = { buildingId: String(id.torre), date: '2026-12-31' };
    const { body } = await services.api.get(path, { token: office.admin, query });
    expect(body.data).toMatchObject({
      building: { id: id.torre, name: 'Torre' },
      lastMeasurementDate: null,
      costEstimates: [],
      gaps: ['COST_ESTIMATE'],
      estimateTotal: null,
      estimatedValue: null,
      measuredValue: null,
      actualValue: '430.01',
      withoutStage: '430.01',
    });
    const before = await services.api.get(path, { token: office.admin, query: { ...query, date: '2026-11-19' } });
    expect(before.body.data.actualValue).toBe('130.01');
  });

  test('of a company has the buildings on which the user has ENGINEERING', async () => {
    const engineer = await office.as(['ENGINEERING'], id.casas);
    const ofCompany = `/api/v1/engineering/companies/${office.companyId}/estimated-vs-actual`;
    const reply = await services.api.get(ofCompany, { token: engineer, query: { date: '2026-12-31' } });
    const rows: { building: { name: string }; actualValue: string }[] = reply.body.data.content;
    expect(rows.map(({ building, actualValue }) => [building.name, actualValue])).toEqual([['Casas', '640.00']]);
    const query = { buildingId: String(id.torre), date: '2026-12-31' };
    expect((await services.api.get(path, { token: engineer, query })).status).toBe(404);
    const clerk = await office.as(['DEBIT'], id.torre);
    expect((await services.api.get(path, { token: clerk, query })).status).toBe(403);
  });
});
