import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Doc } from '../ledger/kit.ts';
import { accrual, ask, cash, ids, ledger, lines, openBooks, path } from './kit.ts';

beforeAll(openBooks);
afterAll(() => ledger.services.stop());

describe('The statement of a company', () => {
  test('by payment, and how it agrees with the wallets', async () => {
    const { status, body } = await ask(cash);
    expect(status).toBe(200);
    expect(body.data.months).toEqual(['2026-05', '2026-06', '2026-07']);
    expect(lines(body.data)).toEqual({
      GROSS_REVENUE: ['10000.00', '0.00', '8000.00', '18000.00'],
      DEDUCTIONS: ['0.00', '-500.00', '0.00', '-500.00'],
      NET_REVENUE: ['10000.00', '-500.00', '8000.00', '17500.00'],
      CONSTRUCTION_COST: ['0.00', '-4000.00', '0.00', '-4000.00'],
      GROSS_PROFIT: ['10000.00', '-4500.00', '8000.00', '13500.00'],
      ADMINISTRATIVE_EXPENSES: ['-900.00', '0.00', '0.00', '-900.00'],
      COMMERCIAL_EXPENSES: ['0.00', '0.00', '0.00', '0.00'],
      GENERAL_EXPENSES: ['0.00', '0.00', '0.00', '0.00'],
      EBITDA: ['9100.00', '-4500.00', '8000.00', '12600.00'],
      FINANCIAL_RESULT: ['30.00', '-10.00', '0.00', '20.00'],
      INCOME_TAXES: ['0.00', '0.00', '0.00', '0.00'],
      UNCLASSIFIED: ['0.00', '0.00', '-88.88', '-88.88'],
      RESULT: ['9130.00', '-4510.00', '7911.12', '12531.12'],
    });
    expect(body.data.outside).toEqual({ values: ['5000.00', '0.00', '0.00'], total: '5000.00' });
    expect(body.data.wallets).toEqual({ change: '17531.12', difference: '0.00', ignoredMovements: 0 });
    expect(body.data.expensesWithoutBuilding).toBeNull();
    const cost = body.data.lines.find(({ line }: Doc) => line === 'EBITDA');
    expect(cost.verticalShares).toEqual(['91.00', null, '100.00']);
    expect(cost.totalVerticalShare).toBe('72.00');
    expect(cost.horizontalChanges).toEqual([null, '-149.45', '277.78']);
  });

  test('by competence: documents by their date, charges of payments still by theirs', async () => {
    const { body } = await ask(accrual);
    expect(lines(body.data)).toMatchObject({
      GROSS_REVENUE: ['10000.00', '8000.00', '0.00', '18000.00'],
      DEDUCTIONS: ['-500.00', '0.00', '0.00', '-500.00'],
      CONSTRUCTION_COST: ['0.00', '-4000.00', '-123.45', '-4123.45'],
      FINANCIAL_RESULT: ['30.00', '-10.00', '0.00', '20.00'],
      RESULT: ['8630.00', '3990.00', '-212.33', '12407.67'],
    });
    expect(body.data.wallets).toBeNull();
  });

  test('names the rows of each line, the largest first', async () => {
    const { body } = await ask(cash);
    const rows = body.data.rows.map(({ figure, line, label, total }: Doc) => [figure, line, label, total]);
    const of = (name: string) => `category-${ids[name]}`;
    expect(rows).toEqual([
      [of('Vendas'), 'GROSS_REVENUE', 'Vendas', '18000.00'],
      [of('Empréstimos'), 'OUTSIDE', 'Empréstimos', '5000.00'],
      [of('Concreto usinado'), 'CONSTRUCTION_COST', 'Concreto usinado', '-4000.00'],
      [of('Aluguel'), 'ADMINISTRATIVE_EXPENSES', 'Aluguel', '-900.00'],
      [of('ISS'), 'DEDUCTIONS', 'ISS', '-500.00'],
      [of('Diversos'), 'UNCLASSIFIED', 'Diversos', '-77.77'],
      ['increase-credit', 'FINANCIAL_RESULT', 'Juros e multas recebidos', '30.00'],
      ['increase-debit', 'FINANCIAL_RESULT', 'Juros e multas pagos', '-12.00'],
      ['without-debit', 'UNCLASSIFIED', 'Despesas sem categoria', '-11.11'],
      ['discount-debit', 'FINANCIAL_RESULT', 'Descontos obtidos', '2.00'],
    ]);
  });

  test('says what the wallets miss when payments are older than their balance', async () => {
    await ledger.services.seed.sql(`update wallets set balance_date = '2026-06-16' where id = $1`, [ledger.itau]);
    const { body } = await ask(cash);
    // All was paid from one wallet: what came until 15/06 is not in its balance.
    expect(body.data.wallets).toEqual({ change: '3901.12', difference: '-13630.00', ignoredMovements: 4 });
    await ledger.services.seed.sql(`update wallets set balance_date = '2026-01-01' where id = $1`, [ledger.itau]);
  });
});

describe('The statement of a building', () => {
  test('counts its shares, and says what no building bears', async () => {
    const { body } = await ask({ ...cash, buildingId: String(ledger.casa) });
    expect(lines(body.data)).toMatchObject({
      GROSS_REVENUE: ['0.00', '0.00', '8000.00', '8000.00'],
      CONSTRUCTION_COST: ['0.00', '-2500.00', '0.00', '-2500.00'],
      // 12,00 and 2,00 by 2.500 of 4.000.
      FINANCIAL_RESULT: ['0.00', '-6.25', '0.00', '-6.25'],
      RESULT: ['0.00', '-2506.25', '8000.00', '5493.75'],
    });
    expect(body.data.expensesWithoutBuilding).toBe('1488.88');
    expect(body.data.wallets).toBeNull();
    const { body: galpao } = await ask({ ...accrual, buildingId: String(ledger.galpao) });
    expect(lines(galpao.data)).toMatchObject({ RESULT: ['0.00', '-1503.75', '0.00', '-1503.75'] });
  });

  test('is not found for another company', async () => {
    const company = await ledger.services.seed.company(ledger.accountId, { name: 'Outra' });
    const building = await ledger.services.seed.building({ accountId: ledger.accountId, companyId: company });
    expect((await ask({ ...cash, buildingId: String(building) })).status).toBe(404);
    expect((await ask({ ...cash, buildingId: String(building), figure: 'OUTSIDE' }, '/documents')).status).toBe(404);
  });
});

describe('The documents behind a figure', () => {
  test.each([
    ['CONSTRUCTION_COST', cash, {}, '-4000.00', ['-4000.00']],
    ['CONSTRUCTION_COST', accrual, {}, '-4123.45', ['-4000.00', '-123.45']],
    ['CONSTRUCTION_COST', cash, { building: 'casa' }, '-2500.00', ['-2500.00']],
    ['UNCLASSIFIED', cash, {}, '-88.88', ['-77.77', '-11.11']],
    ['FINANCIAL_RESULT', cash, {}, '20.00', ['30.00', '-10.00']],
    ['FINANCIAL_RESULT', accrual, { building: 'galpao' }, '-3.75', ['-3.75']],
    ['increase-debit', cash, {}, '-12.00', ['-12.00']],
    ['discount-debit', accrual, {}, '2.00', ['2.00']],
    ['without-debit', cash, {}, '-11.11', ['-11.11']],
    ['without-credit', cash, {}, '0.00', []],
    ['OUTSIDE', cash, {}, '5000.00', ['5000.00']],
  ] as const)('%s adds up from them (%j %j)', async (figure, query, place, total, values) => {
    const buildingId: Record<string, string> =
      'building' in place ? { buildingId: String(ledger[place.building]) } : {};
    const { status, body } = await ask({ ...query, ...buildingId, figure }, '/documents');
    expect(status).toBe(200);
    expect([body.data.total, body.data.totalElements, body.data.content.map(({ value }: Doc) => value)]).toEqual([
      ...[total, values.length, values],
    ]);
  });

  test('names a document with its partner, category and day', async () => {
    const { body } = await ask(
      { ...cash, figure: `category-${ids['ISS']}`, from: '2026-06', to: '2026-06' },
      '/documents',
    );
    expect(body.data.content).toEqual([
      {
        transactionId: expect.any(Number),
        type: 'DEBIT',
        documentNumber: 'ISS-500.00',
        description: null,
        partner: { id: ledger.concreteira, name: 'Concreteira Paulista' },
        category: { id: ids['ISS'], name: 'ISS' },
        date: '2026-06-15',
        value: '-500.00',
      },
    ]);
  });

  test('comes by pages, and is refused for a computed line', async () => {
    const { body } = await ask({ ...cash, figure: 'UNCLASSIFIED', page: '1', size: '1' }, '/documents');
    expect([body.data.content.length, body.data.last, body.data.number]).toEqual([1, true, 1]);
    const refused = await ask({ ...cash, figure: 'RESULT' }, '/documents');
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ path: 'figure', message: 'Esta linha é calculada: escolha uma das linhas que ela soma.' }],
    ]);
  });
});

describe('What is refused', () => {
  test.each([
    ['2026-07', '2026-05', 'O mês final vem antes do inicial.'],
    ['2024-01', '2026-01', 'Escolha um período de no máximo 24 meses.'],
  ])('from %s to %s', async (from, to, message) => {
    const { status, body } = await ask({ regime: 'CASH', from, to });
    expect([status, body.message, body.fields]).toEqual([400, message, [{ path: 'to', message }]]);
  });

  test('months, regimes and buildings that are none', async () => {
    const wrong: Record<string, string>[] = [
      { from: '2026-5' },
      { regime: 'BOTH' },
      { buildingId: '-1' },
      { other: '1' },
    ];
    for (const query of wrong) {
      expect((await ask({ ...cash, ...query })).status).toBe(400);
    }
    expect((await ask({ ...cash, from: '2024-08', to: '2026-07' })).body.data.months).toHaveLength(24);
  });

  test('who does not administer the account', async () => {
    for (const rest of ['', '/documents', '/file']) {
      const query = { ...cash, figure: 'OUTSIDE', format: 'CSV' };
      expect((await ask(query, rest, ledger.financeiro)).status).toBe(403);
    }
    const note = { figure: 'RESULT', regime: 'CASH', month: '2026-05', text: 'Oi' };
    const { api } = ledger.services;
    expect((await api.post(path('/notes'), { token: ledger.financeiro, body: note })).status).toBe(403);
  });
});
