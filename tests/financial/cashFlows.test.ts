import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, transfer, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let torre: number;
let casas: number;

/** Today is Friday, 20 November 2026. */
beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  stranger = await openOffice(seed, 'CANARIO');
  torre = await seed.building(office);
  casas = await seed.building(office);
  const itau = await wallet(seed, office, 'Itaú', '1000.00', '2026-11-01');
  const caixa = await wallet(seed, office, 'Caixa', '200.00', '2026-11-18');
  const debit = (value: string, values: object) => enter(seed, office, { type: 'DEBIT', value, ...values });
  const credit = (value: string, values: object) => enter(seed, office, { type: 'CREDIT', value, ...values });

  // Paid
  await credit('500.00', { paid: '2026-11-10', walletId: itau, parts: [{ buildingId: torre, value: '500.00' }] });
  await debit('100.01', {
    paid: '2026-11-17',
    walletId: itau,
    parts: [
      { buildingId: torre, value: '60.01' },
      { buildingId: casas, value: '40.00' },
    ],
  });
  await debit('30.00', { paid: '2026-11-19', walletId: caixa });
  // Before the till's balance date: listed as paid, but in no balance.
  await debit('5.00', { paid: '2026-11-17', walletId: caixa });
  await transfer(seed, office, { from: itau, to: caixa, amount: '300.00', date: '2026-11-19' });

  // Forecast
  await debit('70.00', { due: '2026-11-12', parts: [{ buildingId: torre, value: '70.00' }] });
  await credit('25.00', { due: '2026-11-19' });
  await debit('10.00', { due: '2026-11-20' });
  await credit('400.00', { due: '2026-11-22', parts: [{ buildingId: casas, value: '400.00' }] });
  await debit('1.00', { due: '2026-12-25' });

  // Rows of another account
  const theirs = await wallet(seed, stranger, 'CANARIO', '666.66');
  await enter(seed, stranger, { type: 'CREDIT', value: '666.66', paid: '2026-11-19', walletId: theirs });
});
afterAll(() => services.stop());

const flow = (query: Record<string, string>, token = office.admin) =>
  services.api.get('/api/v1/financial/cash-flows', { token, query: { companyId: String(office.companyId), ...query } });
const balance = (query: Record<string, string>) =>
  services.api.get('/api/v1/financial/balances', {
    token: office.admin,
    query: { companyId: String(office.companyId), ...query },
  });

type Entry = Record<
  | 'date'
  | 'paid'
  | 'received'
  | 'toPay'
  | 'toReceive'
  | 'overdueToPay'
  | 'overdueToReceive'
  | 'actualBalance'
  | 'expectedBalance',
  string
>;
const lines = (entries: Entry[]) =>
  entries.map((entry) => [
    entry.date.slice(5),
    entry.paid,
    entry.received,
    entry.toPay,
    entry.toReceive,
    `${entry.overdueToPay}/${entry.overdueToReceive}`,
    entry.actualBalance,
    entry.expectedBalance,
  ]);

describe('The cash flow', () => {
  test('of a company has a row per day, overdue amounts on today, and balances from the wallets', async () => {
    const answer = await flow({ startDate: '2026-11-17', endDate: '2026-11-23' });
    // Columns: day, paid, received, to pay, to receive, overdue, actual, expected
    expect(lines(answer.body.data.content)).toEqual([
      ['11-17', '105.01', '0.00', '0.00', '0.00', '0.00/0.00', '1599.99', '1599.99'],
      ['11-18', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '1599.99', '1599.99'],
      ['11-19', '30.00', '0.00', '0.00', '0.00', '0.00/0.00', '1569.99', '1569.99'],
      ['11-20', '0.00', '0.00', '80.00', '25.00', '70.00/25.00', '1569.99', '1514.99'],
      ['11-21', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '1569.99', '1514.99'],
      ['11-22', '0.00', '0.00', '0.00', '400.00', '0.00/0.00', '1569.99', '1914.99'],
      ['11-23', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '1569.99', '1914.99'],
    ]);
    expect((await balance({ endDate: '2026-11-19' })).body.data).toEqual({
      companyId: office.companyId,
      buildingId: null,
      endDate: '2026-11-19',
      value: '1569.99',
    });
  });

  test('that begins later includes all earlier movements in its balances', async () => {
    const answer = await flow({ startDate: '2026-12-24', endDate: '2026-12-26' });
    expect(lines(answer.body.data.content).map((line) => line.slice(-2))).toEqual([
      ['1569.99', '1914.99'],
      ['1569.99', '1913.99'],
      ['1569.99', '1913.99'],
    ]);
  });

  test('that ends before today has no forecasts', async () => {
    const [first, last] = lines((await flow({ startDate: '2026-11-12', endDate: '2026-11-13' })).body.data.content);
    expect([first, last]).toEqual([
      ['11-12', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '1700.00', '1700.00'],
      ['11-13', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '1700.00', '1700.00'],
    ]);
  });

  test('of a building has only its shares, starting from its own paid result', async () => {
    const ofTorre = await flow({ buildingId: String(torre), startDate: '2026-11-16', endDate: '2026-11-20' });
    expect(lines(ofTorre.body.data.content)).toEqual([
      ['11-16', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '500.00', '500.00'],
      ['11-17', '60.01', '0.00', '0.00', '0.00', '0.00/0.00', '439.99', '439.99'],
      ['11-18', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '439.99', '439.99'],
      ['11-19', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '439.99', '439.99'],
      ['11-20', '0.00', '0.00', '70.00', '0.00', '70.00/0.00', '439.99', '369.99'],
    ]);
    const values = await Promise.all(
      [torre, casas, -1].map((id) => balance({ buildingId: String(id), endDate: '2026-11-20' })),
    );
    expect(values.map(({ body }) => [body.data.buildingId, body.data.value])).toEqual([
      [torre, '439.99'],
      [casas, '-40.00'],
      [-1, '-35.00'],
    ]);
  });

  test('of no building (-1) has the transactions without apportionment', async () => {
    const answer = await flow({ buildingId: '-1', startDate: '2026-11-17', endDate: '2026-11-20' });
    expect(lines(answer.body.data.content)).toEqual([
      ['11-17', '5.00', '0.00', '0.00', '0.00', '0.00/0.00', '-5.00', '-5.00'],
      ['11-18', '0.00', '0.00', '0.00', '0.00', '0.00/0.00', '-5.00', '-5.00'],
      ['11-19', '30.00', '0.00', '0.00', '0.00', '0.00/0.00', '-35.00', '-35.00'],
      ['11-20', '0.00', '0.00', '10.00', '25.00', '0.00/25.00', '-35.00', '-20.00'],
    ]);
  });

  test('has at most 1,500 days, the same number of statements at any length, and must end after its start', async () => {
    const week = await flow({ startDate: '2026-11-17', endDate: '2026-11-23' });
    const longest = await flow({ startDate: '2024-01-01', endDate: '2028-02-08' });
    expect(longest.body.data.content).toHaveLength(1500);
    expect(longest.headers['x-sql-queries']).toBe(week.headers['x-sql-queries']);
    for (const endDate of ['2028-02-09', '2023-12-31']) {
      const refused = await flow({ startDate: '2024-01-01', endDate });
      expect([refused.status, refused.body.fields[0].path]).toEqual([400, 'endDate']);
    }
  });

  test('is for admins, and other accounts and their buildings are not found', async () => {
    const days = { startDate: '2026-11-17', endDate: '2026-11-20' };
    const everything = await office.as(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']);
    expect((await flow(days, everything)).status).toBe(403);
    const theirs = await services.seed.building(stranger);
    const elsewhere = await services.seed.building({
      ...office,
      companyId: await services.seed.company(office.accountId),
    });
    const probes = [
      await flow({ ...days, companyId: String(stranger.companyId) }),
      await flow({ ...days, buildingId: String(theirs) }),
      await flow({ ...days, buildingId: String(elsewhere) }),
      await flow({ ...days, buildingId: '0' }),
      await balance({ endDate: '2026-11-20', companyId: String(stranger.companyId) }),
      await balance({ endDate: '2026-11-20', buildingId: String(theirs) }),
    ];
    expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 404));
    expect((await flow(days)).text).not.toContain('666');
  });
});
