import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipped } from '#tests/engineering/costEstimates/bidWorkbook.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import type { Doc } from '../ledger/kit.ts';
import { accrual, ask, cash, ids, ledger, lines, openBooks, paid, path } from './kit.ts';

beforeAll(openBooks);
afterAll(() => ledger.services.stop());

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
