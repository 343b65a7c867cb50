import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '#services/platform/session.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, transfer, wallet, type Office } from '../financial/officeKit.ts';
import { readRows, sumOf } from './kit.ts';

let services: TestServices;
let office: Office;
let other: Office;
let tower: number;
let house: number;
let otherTower: number;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  [office, other] = [await openOffice(seed, 'Ipê'), await openOffice(seed, 'Vizinha')];
  tower = await seed.building(office, { name: 'Torre' });
  house = await seed.building(office, { name: 'Casa' });
  otherTower = await seed.building(other, { name: 'Torre alheia' });
  for (const type of ['DEBIT', 'CREDIT'] as const) {
    const parts = [
      { buildingId: tower, value: '600.01' },
      { buildingId: house, value: '399.99' },
    ];
    await enter(seed, office, { type, value: '1000.00', parts, description: 'Das duas' });
    await enter(seed, office, {
      type,
      value: '50.00',
      parts: [{ buildingId: house, value: '50.00' }],
      description: 'Da casa',
    });
    await enter(seed, office, { type, value: '7.00', description: 'Sem obra' });
    const alien = [{ buildingId: otherTower, value: '9.99' }];
    await enter(seed, other, { type, value: '9.99', parts: alien, description: 'Alheia' });
  }
  for (const { accountId, companyId } of [office, other]) {
    const from = await wallet(seed, { accountId, companyId }, 'Caixa', '100.00');
    await transfer(
      seed,
      { accountId, companyId },
      { from, to: await wallet(seed, { accountId, companyId }, 'Banco'), amount: '5.00', date: '2026-11-01' },
    );
  }
  await seed.insert('partners', { account_id: other.accountId, type: 'SUPPLIER', name: 'Fornecedor alheio' });
});
afterAll(() => services.stop());

const ask = (dataset: string, token: string, query: Record<string, string> = {}, companyId = office.companyId) =>
  services.api.get(`/api/v1/csv/company/${companyId}/${dataset}`, { token, query });
const rowsOf = async (...asked: Parameters<typeof ask>) => {
  const { status, text } = await ask(...asked);
  expect([asked[0], status]).toEqual([asked[0], 200]);
  return readRows(text).rows;
};

const ALL = [
  ...['expenses', 'expense-installments', 'expense-shares', 'income', 'income-installments', 'income-shares'],
  ...['wallets', 'transfers', 'suppliers', 'customers', 'categories', 'buildings', 'orders', 'purchases'],
];

describe('Who asks for a dataset', () => {
  test('gets those that their permissions open, and 403 for the others', async () => {
    const opened = async (token: string) => {
      const statuses = await Promise.all(
        ALL.map(async (dataset) => [dataset, (await ask(dataset, token)).status] as const),
      );
      expect(statuses.filter(([, status]) => status !== 200 && status !== 403)).toEqual([]);
      return statuses.filter(([, status]) => status === 200).map(([dataset]) => dataset);
    };
    const registers = ['suppliers', 'customers', 'categories', 'buildings'];
    expect(await opened(office.admin)).toEqual(ALL);
    expect(await opened(await office.as(['DEBIT'], tower))).toEqual([
      ...['expenses', 'expense-installments', 'expense-shares', 'wallets', ...registers],
    ]);
    expect(await opened(await office.as(['CREDIT'], tower))).toEqual([
      ...['income', 'income-installments', 'income-shares', 'wallets', ...registers],
    ]);
    expect(await opened(await office.as(['PURCHASE'], tower))).toEqual([...registers, 'orders', 'purchases']);
    expect((await services.api.get(`/api/v1/csv/company/${office.companyId}/expenses`)).status).toBe(401);
  });

  test('sees the rows of their buildings, as the list does, and the shares of these alone', async () => {
    for (const [permission, name] of [
      ['DEBIT', 'expense'],
      ['CREDIT', 'income'],
    ] as const) {
      const token = await office.as([permission], tower);
      const list = await services.api.get(
        `/api/v1/financial/company/${office.companyId}/${permission === 'DEBIT' ? 'debit' : 'credit'}`,
        { token },
      );
      const documents = await rowsOf(name === 'expense' ? 'expenses' : 'income', token);
      expect(documents.map((row) => [Number(row['Id']), row['Descrição'], row['Obras']])).toEqual(
        list.body.data.content.map(({ id }: { id: number }) => [id, 'Das duas', 'Torre']),
      );
      expect(sumOf(await rowsOf(`${name}-shares`, token), 'Valor')).toBe(60001n);
      expect((await rowsOf(`${name}-installments`, token)).map((row) => row['Descrição'])).toEqual(['Das duas']);
      const ofTower = await rowsOf(`${name}-installments`, token, { buildingId: String(tower) });
      expect(ofTower.map((row) => row['Valor'])).toEqual(['600,01']);
      const all = await rowsOf(`${name}-shares`, office.admin);
      expect(all.map((row) => [row['Obra'], row['Valor']])).toEqual([
        ...[
          ['Torre', '600,01'],
          ['Casa', '399,99'],
          ['Casa', '50,00'],
          ['', '7,00'],
        ],
      ]);
    }
    const names = (await rowsOf('buildings', await office.as(['DEBIT'], tower))).map((row) => row['Nome']);
    expect(names).toEqual(['Torre']);
  });

  test('reads balances of wallets with expenses and income of the whole company alone', async () => {
    const figures = async (token: string) =>
      (await rowsOf('wallets', token)).map((row) => [row['Nome'], row['Saldo inicial'], row['Saldo']]);
    expect(await figures(await office.as(['DEBIT', 'CREDIT'], null))).toEqual([
      ...[
        ['Caixa', '100,00', '95,00'],
        ['Banco', '0,00', '5,00'],
      ],
    ]);
    expect(await figures(await office.as(['DEBIT'], null))).toEqual([
      ['Caixa', '', ''],
      ['Banco', '', ''],
    ]);
  });

  test('finds no building beyond their own, and no company of another account', async () => {
    const token = await office.as(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'], tower);
    const narrowed = ALL.filter((dataset) => /expense|income|orders|purchases/.test(dataset));
    for (const dataset of [...narrowed, 'estimated-vs-actual']) {
      for (const buildingId of [house, otherTower, 999_999]) {
        const { status, body } = await ask(dataset, token, { buildingId: String(buildingId) });
        expect([dataset, status, body.message]).toEqual([dataset, 404, 'Obra não encontrada.']);
      }
    }
    expect((await ask('estimated-vs-actual', office.admin, { buildingId: String(otherTower) })).status).toBe(404);
    for (const dataset of ALL) {
      expect([dataset, (await ask(dataset, office.admin, {}, other.companyId)).status]).toEqual([dataset, 404]);
      const { text } = await ask(dataset, office.admin);
      expect(text).not.toMatch(/alhei[ao]/i);
    }
  });
});

describe('A token of programs', () => {
  const tokenOf = async (areas: string[]): Promise<string> => {
    const token = `prm_${newToken()}`;
    await services.seed.insert('api_tokens', {
      ...{ account_id: office.accountId, user_id: office.adminUser.id, made_by: office.adminUser.id },
      name: `BI ${areas.join(' ')}`,
      ...{ token_hash: hashToken(token), last_four: token.slice(-4), access: 'READ', areas, everywhere: true },
      ...{ created_at: '2026-11-20T12:00:00Z', expires_at: '2026-12-20T12:00:00Z' },
    });
    return token;
  };

  test('that reads has the datasets of its areas, and those of the whole account', async () => {
    const opened = async (areas: string[]) => {
      const token = await tokenOf(areas);
      const asked = await Promise.all(
        ALL.map(async (dataset) => [dataset, (await ask(dataset, token)).status] as const),
      );
      return asked.filter(([, status]) => status === 200).map(([dataset]) => dataset);
    };
    expect(await opened(['FINANCIAL', 'PURCHASE', 'ENGINEERING'])).toEqual(ALL);
    expect(await opened(['PURCHASE'])).toEqual([
      ...['suppliers', 'customers', 'categories', 'buildings', 'orders', 'purchases'],
    ]);
  });

  test('reads the same file as its maker', async () => {
    const byToken = await ask('expenses', await tokenOf(['FINANCIAL']));
    expect(byToken.text).toBe((await ask('expenses', office.admin)).text);
    expect(readRows(byToken.text).rows).toHaveLength(3);
  });
});
