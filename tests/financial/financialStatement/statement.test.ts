import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipped } from '#tests/engineering/costEstimates/bidWorkbook.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
/** Categories by name. */
const ids: Record<string, number> = {};

const category = async (name: string, type: 'CREDIT' | 'DEBIT', statementLine: string | null) => {
  const row = { account_id: ledger.accountId, type, name, statement_line: statementLine };
  ids[name] = await ledger.services.seed.insert('categories', row);
};

const path = (rest = '') => `/api/v1/financial/company/${ledger.companyId}/financial-statement${rest}`;
const ask = (query: Record<string, string>, rest = '', token = ledger.admin) =>
  ledger.services.api.get(path(rest), { token, query });
const period = { from: '2026-05', to: '2026-07' };
const cash = { regime: 'CASH', ...period };
const accrual = { regime: 'ACCRUAL', ...period };

interface Saved {
  kind: 'debit' | 'credit';
  category?: string;
  value: string;
  competence: string;
  shares?: Doc[];
}

/** A document of one installment, by its competence date. */
const saved = async ({ kind, category: name, value, competence, shares = [] }: Saved): Promise<Doc> => {
  const answer = await ledger.post(kind, {
    ...{ documentNumber: `${name ?? 'sem'}-${value}`, grossValue: value, emissionDate: competence },
    competenceDate: competence,
    ...(name && { category: { id: ids[name] } }),
    partner: { id: kind === 'debit' ? ledger.concreteira : ledger.cliente },
    transactionRecordList: [{ dueDate: competence, grossValue: value, forecast: true }],
    transactionRecordBuildings: shares,
  });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.data;
};

const paid = async (document: Doc, paymentDate: string, values: Record<string, string> = {}): Promise<Doc> => {
  const answer = await ledger.pay(document, 1, { paymentDate, ...values });
  expect([answer.status, answer.body.data?.message ?? null]).toEqual([200, null]);
  return answer.body.data.transaction;
};

const share = (building: number, grossValue: string, stage?: number) => ({
  ...{ building: { id: building }, grossValue },
  ...(stage && { costEstimateGroup: { id: stage } }),
});

/**
 * May to July 2026, by hand. By payment: sales of 10.000,00 in May (30,00 of interest) and 8.000,00 in July; a tax of 500,00;
 * concrete of 4.000,00, of which the house bears 2.500,00 and the warehouse 1.500,00, with a fine of 12,00 and a discount of
 * 2,00; rent of 900,00 that no building bears; 77,77 without a line and 11,11 without a category; a loan of 5.000,00.
 */
beforeAll(async () => {
  ledger = await startLedger();
  await category('Vendas', 'CREDIT', 'GROSS_REVENUE');
  await category('ISS', 'DEBIT', 'DEDUCTIONS');
  await category('Concreto usinado', 'DEBIT', 'CONSTRUCTION_COST');
  await category('Aluguel', 'DEBIT', 'ADMINISTRATIVE_EXPENSES');
  await category('Diversos', 'DEBIT', null);
  await category('Empréstimos', 'CREDIT', 'OUTSIDE');
  const { casa, galpao, fundacao } = ledger;
  const sale = await saved({ kind: 'credit', category: 'Vendas', value: '10000.00', competence: '2026-05-10' });
  await paid(sale, '2026-05-20', { increase: '30.00' });
  const second = await saved({
    ...{ kind: 'credit', category: 'Vendas', value: '8000.00', competence: '2026-06-10' },
    shares: [share(casa, '8000.00')],
  });
  await paid(second, '2026-07-01');
  await paid(await saved({ kind: 'debit', category: 'ISS', value: '500.00', competence: '2026-05-31' }), '2026-06-15');
  const concrete = await saved({
    ...{ kind: 'debit', category: 'Concreto usinado', value: '4000.00', competence: '2026-06-01' },
    shares: [share(casa, '2500.00', fundacao), share(galpao, '1500.00')],
  });
  await paid(concrete, '2026-06-30', { increase: '12.00', discount: '2.00' });
  await paid(
    await saved({ kind: 'debit', category: 'Aluguel', value: '900.00', competence: '2026-05-05' }),
    '2026-05-05',
  );
  await paid(
    await saved({ kind: 'debit', category: 'Diversos', value: '77.77', competence: '2026-07-02' }),
    '2026-07-02',
  );
  await paid(await saved({ kind: 'debit', value: '11.11', competence: '2026-07-03' }), '2026-07-03');
  await paid(
    await saved({ kind: 'credit', category: 'Empréstimos', value: '5000.00', competence: '2026-05-02' }),
    '2026-05-02',
  );
  // Not paid: it counts by competence alone.
  await saved({ kind: 'debit', category: 'Concreto usinado', value: '123.45', competence: '2026-07-31' });
  // Outside of the period.
  await paid(
    await saved({ kind: 'debit', category: 'Aluguel', value: '1.00', competence: '2026-04-30' }),
    '2026-04-30',
  );
});
afterAll(() => ledger.services.stop());

const lines = (data: Doc): Record<string, string[]> =>
  Object.fromEntries(data.lines.map(({ line, values, total }: Doc) => [line, [...values, total]]));

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

describe('The lists that a figure leads to', () => {
  const days = { paidFrom: '2026-05-01', paidTo: '2026-07-31' };
  const competence = { competenceFrom: '2026-05-01', competenceTo: '2026-07-31' };
  test.each([
    ['CONSTRUCTION_COST', 'debit', days, {}, '4000.00', '4010.00', 1],
    ['CONSTRUCTION_COST', 'debit', days, { building: 'casa' }, '2500.00', '2506.25', 1],
    ['CONSTRUCTION_COST', 'debit', competence, {}, '4123.45', '4133.45', 2],
    ['CONSTRUCTION_COST', 'debit', competence, { building: 'galpao' }, '1500.00', '1503.75', 1],
    ['GROSS_REVENUE', 'credit', days, {}, '18000.00', '18030.00', 2],
    ['UNCLASSIFIED', 'debit', days, {}, '88.88', '88.88', 2],
    ['OUTSIDE', 'credit', days, {}, '5000.00', '5000.00', 1],
    ['OUTSIDE', 'debit', days, {}, '0.00', '0.00', 0],
  ] as const)(
    '%s of %s (%j %j) has its documents and its gross value',
    async (line, kind, dates, place, gross, net, count) => {
      const building: Record<string, string> = 'building' in place ? { building: String(ledger[place.building]) } : {};
      const query = { ...dates, ...building, statementLine: line };
      const get = (rest: string, more: object) =>
        ledger.services.api.get(ledger.path(kind, rest), { token: ledger.admin, query: { ...query, ...more } });
      const { body: totals } = await get('/totals', {});
      expect([totals.data.grossValue, totals.data.value, totals.data.count]).toEqual([gross, net, count]);
      const { body: list } = await get('', { matching: 'true' });
      expect(list.data.content).toHaveLength(count);
      const shown = list.data.content.map((row: Doc) => row.matching?.grossValue ?? row.grossValue);
      expect(shown.reduce((sum: number, value: string) => sum + Math.round(Number(value) * 100), 0)).toBe(
        Math.round(Number(gross) * 100),
      );
    },
  );

  test('select documents without a category, and what was paid of a document of several installments', async () => {
    const get = async (query: Record<string, string>) =>
      (await ledger.services.api.get(ledger.path('debit', '/totals'), { token: ledger.admin, query })).body.data;
    expect(await get({ withoutCategory: 'true', ...days })).toMatchObject({ grossValue: '11.11', count: 1 });
    expect(await get({ withoutCategory: 'true', paidFrom: '2026-07-04' })).toMatchObject({ count: 0 });
    const { body } = await ledger.post('debit', {
      ...{ documentNumber: 'PARCELADA', grossValue: '300.00', emissionDate: '2027-01-01' },
      transactionRecordList: ['2027-01-10', '2027-02-10', '2027-03-10'].map((dueDate) => ({
        ...{ dueDate, grossValue: '100.00', forecast: true },
      })),
    });
    await paid(body.data, '2026-01-05', { increase: '1.00' });
    const january = { paidFrom: '2026-01-01', paidTo: '2026-01-31' };
    expect(await get(january)).toMatchObject({ grossValue: '100.00', value: '101.00', openValue: '0.00', count: 1 });
    expect((await get({ ...january, statementLine: 'GENERAL_EXPENSES' })).count).toBe(0);
    const path = ledger.path('debit', `/${body.data.id}`);
    await ledger.services.api.delete(path, { token: ledger.financeiro });
  });

  test('refuse a line that is none', async () => {
    const query = { statementLine: 'RESULT' };
    const { status, body } = await ledger.services.api.get(ledger.path('debit'), { token: ledger.admin, query });
    expect([status, body.fields[0].path]).toEqual([400, 'statementLine']);
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

describe('Notes on figures', () => {
  const note = { figure: 'RESULT', regime: 'CASH', month: '2026-06', text: '  Concretagem adiantada. ' };

  test('are written, seen with the statement, changed under a version and deleted', async () => {
    const { api, seed } = ledger.services;
    const options = { token: ledger.admin };
    const { body: made } = await api.post(path('/notes'), { ...options, body: note });
    expect(made.data).toMatchObject({ ...note, text: 'Concretagem adiantada.', buildingId: null, version: 1 });
    expect(made.data.author.name).toBe('Ana Prado');
    const twice = await api.post(path('/notes'), { ...options, body: note });
    expect([twice.status, twice.body.fields?.[0].path]).toEqual([409, 'figure']);
    const ofBuilding = { ...note, buildingId: ledger.casa };
    expect((await api.post(path('/notes'), { ...options, body: ofBuilding })).status).toBe(200);

    expect((await ask(cash)).body.data.notes).toEqual([made.data]);
    expect((await ask(accrual)).body.data.notes).toEqual([]);
    expect((await ask({ ...cash, from: '2026-07' })).body.data.notes).toEqual([]);
    expect((await ask({ ...cash, buildingId: String(ledger.casa) })).body.data.notes).toHaveLength(1);

    const one = path(`/notes/${made.data.id}`);
    const { body: changed } = await api.put(one, { ...options, body: { ...made.data, text: 'Outra' } });
    expect(changed.data).toMatchObject({ text: 'Outra', version: 2 });
    expect((await api.put(one, { ...options, body: { text: 'Velha', version: 1 } })).status).toBe(409);
    expect((await api.put(one, { ...options, body: { text: '   ' } })).body.fields).toEqual([
      { path: 'text', message: 'Escreva a nota.' },
    ]);
    expect((await api.put(one, { ...options, body: { ...changed.data, month: '2026-05' } })).status).toBe(400);
    expect((await api.delete(one, { ...options, query: { version: '1' } })).status).toBe(409);
    expect((await api.delete(one, { ...options, query: { version: '2' } })).status).toBe(200);
    expect((await api.delete(one, options)).status).toBe(404);
    const history = await seed.sql<{ action: string }>(
      `select action from audit_log where entity = 'statementNote' and entity_id = $1 order by id`,
      [made.data.id],
    );
    expect(history.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });

  test.each([
    ['figure', 'OTHER'],
    ['figure', 'category-999999'],
    ['month', '2026-00'],
    ['text', ''],
  ])('are refused at %s (%s)', async (field, value) => {
    const { status, body } = await ledger.services.api.post(path('/notes'), {
      token: ledger.admin,
      body: { ...note, [field]: value },
    });
    expect([status, body.fields.map((one: Doc) => one.path)]).toEqual([400, [field]]);
  });
});

describe('Files', () => {
  const file = async (format: string, query: Record<string, string> = {}): Promise<Buffer> => {
    const search = new URLSearchParams({ ...cash, ...query, format });
    const reply = await ledger.services.app.inject({
      ...{ method: 'GET', url: `${path('/file')}?${search}` },
      headers: { authorization: `Bearer ${ledger.admin}` },
    });
    expect(reply.statusCode).toBe(200);
    return reply.rawPayload;
  };

  test('CSV has every line with its categories, and AV of each', async () => {
    const lines = String(await file('CSV'))
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe(
      'Linha;Categoria;mai/26;jun/26;jul/26;Acumulado;AV % mai/26;AV % jun/26;AV % jul/26;AV % Acumulado',
    );
    expect(lines).toContain('(−) Custo das obras;;0,00;-4000,00;0,00;-4000,00;0,00;;0,00;-22,86');
    expect(lines).toContain('(−) Custo das obras;Concreto usinado;0,00;-4000,00;0,00;-4000,00;0,00;;0,00;-22,86');
    expect(lines.at(-1)).toBe('Fora do resultado;Empréstimos;5000,00;0,00;0,00;5000,00;50,00;;0,00;28,57');
  });

  test('XLSX computes its lines by formulas, which give the figures that it shows', async () => {
    const sheet = String((await unzipped(await file('XLSX'))).get('xl/worksheets/sheet1.xml'));
    const cells = new Map(
      [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<f>([^<]*)<\/f>)?<v>([^<]*)<\/v><\/c>/g)].map(
        ([, at = '', formula, value = '']) => [at, { formula, value }] as const,
      ),
    );
    const cents = (text: string): number => Math.round(Number(text) * 100);
    /** A cell by its formula alone: sums of cells and of columns of cells. */
    const computed = (at: string): number => {
      const { formula, value } = cells.get(at) ?? { value: '0' };
      if (formula === undefined) return cents(value);
      return formula.split('+').reduce((sum, part) => {
        const range = /^SUM\(([A-Z]+)(\d+):([A-Z]+)(\d+)\)$/.exec(part);
        if (!range) return sum + computed(part);
        const [, from = '', first, to = '', last] = range;
        const columns = Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, index) =>
          String.fromCharCode(from.charCodeAt(0) + index),
        );
        const rows = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
        return sum + columns.flatMap((column) => rows.map((row) => computed(column + row))).reduce((a, b) => a + b, 0);
      }, 0);
    };
    const formulas = [...cells].filter(([, { formula }]) => formula !== undefined && !formula.startsWith('IF('));
    expect(formulas.length).toBeGreaterThan(30);
    for (const [at, { value }] of formulas) expect([at, computed(at)]).toEqual([at, cents(value)]);
    const results = [...cells.values()].filter(({ value }) => value === '12531.12');
    expect(results.some(({ formula }) => formula?.startsWith('SUM('))).toBe(true);
  });

  test('PDF is landscape with the open lines, regime, check and notes', async () => {
    const body = { figure: 'EBITDA', regime: 'CASH', month: '2026-07', text: 'Mês sem obra.' };
    const { body: note } = await ledger.services.api.post(path('/notes'), { token: ledger.admin, body });
    const [page] = readPdf(await file('PDF', { open: 'CONSTRUCTION_COST' }));
    expect((page?.width ?? 0) > (page?.height ?? 0)).toBe(true);
    for (const text of [
      'Demonstrativo de Resultado',
      'Pela data de pagamento',
      'Concreto usinado',
      '−4.000,00',
      '12.531,12',
      'e confere',
      'Mês sem obra.',
      'Ana Prado',
    ]) {
      expect(page?.text).toContain(text);
    }
    expect(page?.text).not.toContain('Aluguel');
    const wrong = await ask({ ...cash, format: 'PDF', open: 'EBITDA' }, '/file');
    expect([wrong.status, wrong.body.fields?.[0].path]).toEqual([400, 'open']);
    await ledger.services.api.delete(path(`/notes/${note.data.id}`), { token: ledger.admin });
  });
});

describe('Lines of categories', () => {
  const put = (items: object[], token = ledger.admin) =>
    ledger.services.api.put(`/api/v1/financial/account/${ledger.accountId}/category/statement-lines`, {
      ...{ token, body: { items } },
    });

  test('change several at once, and the statement with them', async () => {
    const id = ids['Diversos'];
    const { status, body } = await put([{ id, version: 1, statementLine: 'GENERAL_EXPENSES' }]);
    expect(status).toBe(200);
    expect(body.data.content).toMatchObject([{ id, version: 2, statementLine: 'GENERAL_EXPENSES', name: 'Diversos' }]);
    expect(lines((await ask(cash)).body.data)).toMatchObject({
      GENERAL_EXPENSES: ['0.00', '0.00', '-77.77', '-77.77'],
      UNCLASSIFIED: ['0.00', '0.00', '-11.11', '-11.11'],
      RESULT: ['9130.00', '-4510.00', '7911.12', '12531.12'],
    });
    expect((await put([{ id, version: 1, statementLine: null }])).status).toBe(409);
    expect((await put([{ id, version: 2, statementLine: null }])).body.data.content[0].version).toBe(3);
  });

  test('are refused together, each at its place', async () => {
    const id = ids['Diversos'];
    const { status, body } = await put([
      { id, statementLine: 'GENERAL_EXPENSES' },
      { id, statementLine: 'NOTHING' },
      { id: 999_999, statementLine: null },
    ]);
    expect(status).toBe(422);
    expect(body.fields.map(({ path: at }: Doc) => at)).toEqual(['items.1.id', 'items.1.statementLine', 'items.2.id']);
    const forbidden = await put([{ id: ids['Vendas'], statementLine: null }], ledger.engenheiro);
    expect(forbidden.status).toBe(403);
  });
});
