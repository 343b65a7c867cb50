import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sum } from '#domain/money.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, transfer, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let financeiro: string;
let itau: number;
let caixa: number;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  financeiro = await office.as(['DEBIT', 'CREDIT']);
  itau = await wallet(services.seed, office, 'Itaú', '1000.00');
  caixa = await wallet(services.seed, office, 'Caixa', '50.00');
});
afterAll(() => services.stop());

const transfers = (companyId = office.companyId) => `/api/v1/financial/companies/${companyId}/transfers`;
const send = (values: object = {}, token = financeiro) =>
  services.api.post(transfers(), {
    token,
    body: { amount: '100.00', date: '2026-05-10', sourceWalletId: itau, targetWalletId: caixa, ...values },
  });
const balances = async (ids: number[], companyId = office.companyId) => {
  const query = { ids: ids.join(',') };
  const reply = await services.api.get(`/api/v1/financial/company/${companyId}/wallets-summary`, {
    token: office.admin,
    query,
  });
  const rows: { id: number; balance: string }[] = reply.body.data.content;
  return ids.map((id) => rows.find((row) => row.id === id)?.balance);
};

describe('Transfers:', () => {
  test('a transfer moves money from one wallet to the other, and deleting it moves it back', async () => {
    expect(await balances([itau, caixa])).toEqual(['1000.00', '50.00']);
    const made = await send({ amount: 250.4, description: ' Suprimento ' });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      amount: '250.40',
      date: '2026-05-10',
      description: 'Suprimento',
      reconciled: false,
      sourceWalletId: itau,
      targetWalletId: caixa,
      sourceWallet: { id: itau, name: 'Itaú' },
      targetWallet: { id: caixa, name: 'Caixa' },
      version: 1,
    });
    expect(await balances([itau, caixa])).toEqual(['749.60', '300.40']);
    const undone = await services.api.delete(`${transfers()}/${made.body.data.id}`, { token: financeiro });
    expect(undone.body.data).toEqual(made.body.data);
    expect(await balances([itau, caixa])).toEqual(['1000.00', '50.00']);
    expect((await services.api.delete(`${transfers()}/${made.body.data.id}`, { token: financeiro })).status).toBe(404);
  });

  test('the amount is above zero, and the wallets are different, active and of the company', async () => {
    const inactive = await wallet(services.seed, office, 'Encerrada', '0.00', '2026-01-01', false);
    const elsewhere = await wallet(
      services.seed,
      { ...office, companyId: await services.seed.company(office.accountId) },
      'De outra empresa',
    );
    const theirs = await wallet(services.seed, stranger, 'CANARIO');
    const cases: [object, string, string][] = [
      [{ amount: '0' }, 'amount', 'Informe um valor maior que zero.'],
      [{ amount: '-5.00' }, 'amount', 'Informe um valor maior que zero.'],
      [{ amount: '0.004' }, 'amount', 'Informe um valor maior que zero.'],
      [{ targetWalletId: itau }, 'targetWalletId', 'Escolha duas carteiras diferentes.'],
      [{ targetWalletId: inactive }, 'targetWalletId', 'Esta carteira está inativa.'],
      [{ sourceWalletId: elsewhere }, 'sourceWalletId', 'Carteira não encontrada.'],
      [{ sourceWalletId: theirs }, 'sourceWalletId', 'Carteira não encontrada.'],
      [{ sourceWalletId: 99999999 }, 'sourceWalletId', 'Carteira não encontrada.'],
    ];
    for (const [values, path, message] of cases) {
      const answer = await send(values);
      expect([answer.status, answer.body.fields]).toEqual([422, [{ path, message }]]);
      expect(answer.text).not.toContain('CANARIO');
    }
    expect((await send({ date: '2026-02-30' })).body.fields[0].path).toBe('date');
  });

  test('they need DEBIT and CREDIT, and those of another account or company are not found', async () => {
    const { api, seed } = services;
    const payer = await office.as(['DEBIT']);
    expect([(await send({}, payer)).status, (await api.get(transfers(), { token: payer })).status]).toEqual([403, 403]);
    const [a, b] = [await wallet(seed, stranger, 'CANARIO a'), await wallet(seed, stranger, 'CANARIO b')];
    const theirs = await transfer(seed, stranger, { from: a, to: b, amount: '6.66', date: '2026-01-01' });
    const probes = [
      await api.get(transfers(stranger.companyId), { token: office.admin }),
      await api.delete(`${transfers()}/${theirs}`, { token: office.admin }),
      await api.delete(`${transfers(stranger.companyId)}/${theirs}`, { token: office.admin }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404]);
    const batch = await api.get(transfers(), { token: office.admin, query: { ids: `${theirs}`, wallet: `${a}` } });
    expect(batch.body.data.content).toEqual([]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
    expect(await seed.sql('select 1 from transfers where id = $1', [theirs])).toHaveLength(1);
  });

  test('the list is newest first, filters by either wallet and by days, and runs a constant number of statements', async () => {
    const { api, seed } = services;
    const big = { ...office, companyId: await seed.company(office.accountId) };
    const [a, b, c] = [await wallet(seed, big, 'A'), await wallet(seed, big, 'B'), await wallet(seed, big, 'C')];
    const add = (from: number, to: number, amount: string, date: string) =>
      transfer(seed, big, { from, to, amount, date });
    await add(a, b, '1.00', '2026-03-01');
    await add(b, a, '2.00', '2026-03-02');
    await add(b, c, '3.00', '2026-03-02');
    await add(c, a, '4.00', '2026-03-03');
    await add(a, b, '5.00', '2026-03-04');
    const list = async (query = {}) => {
      const reply = await api.get(transfers(big.companyId), { token: office.admin, query: { size: '100', ...query } });
      return {
        amounts: reply.body.data.content.map((row: { amount: string }) => row.amount),
        cost: reply.headers['x-sql-queries'],
      };
    };
    const five = await list();
    expect(five.amounts).toEqual(['5.00', '4.00', '3.00', '2.00', '1.00']);
    expect((await list({ wallet: String(c) })).amounts).toEqual(['4.00', '3.00']);
    expect((await list({ from: '2026-03-02', to: '2026-03-03' })).amounts).toEqual(['4.00', '3.00', '2.00']);
    expect((await list({ from: '2026-03-02' })).amounts).toEqual(['3.00', '2.00']);
    expect((await list({ to: '2026-03-01' })).amounts).toEqual(['1.00']);
    expect((await list({ sort: 'amount' })).amounts).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00']);
    for (let index = 5; index < 50; index += 1) await add(a, b, '1.00', '2026-04-01');
    const fifty = await list();
    expect(fifty.amounts).toHaveLength(50);
    expect(fifty.cost).toBe(five.cost);
  });

  test('200 concurrent transfers among five wallets keep the total to the cent', async () => {
    const { seed, api } = services;
    const place = { ...office, companyId: await seed.company(office.accountId) };
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await wallet(seed, place, `Carteira ${index}`, '1000.01'));
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        api.post(transfers(place.companyId), {
          token: office.admin,
          body: {
            amount: `${1 + (index % 37)}.${String(index % 100).padStart(2, '0')}`,
            date: '2026-05-10',
            sourceWalletId: ids[index % 5],
            targetWalletId: ids[(index + 1 + (index % 4)) % 5],
          },
        }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const held = (await balances(ids, place.companyId)).map(String);
    expect(sum(held)).toBe('5000.05');
    expect(new Set(held).size).toBeGreaterThan(1);
    const [stored] = await seed.sql<{ count: string }>('select count(*) from transfers where company_id = $1', [
      place.companyId,
    ]);
    expect(stored?.count).toBe('200');
  });
});
