import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
let overdue: Doc;
let partial: Doc;
let paid: Doc;
let later: Doc;

const create = async (values: Record<string, unknown>, kind: 'debit' | 'credit' = 'debit'): Promise<Doc> => {
  const reply = await ledger.post(kind, { emissionDate: '2026-11-01', ...values });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

const onCasa = (value: string) => [
  { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: value },
];

beforeAll(async () => {
  ledger = await startLedger();
  overdue = await create({
    documentNumber: '001',
    description: 'Açaí da obra',
    grossValue: '100.00',
    dueDate: '2026-11-19',
    transactionRecordBuildings: onCasa('100.00'),
  });
  const half = await create({
    documentNumber: '002',
    grossValue: '200.00',
    dueDate: '2026-11-20',
    installmentCount: 2,
    emissionDate: '2026-10-01',
    partner: { id: ledger.concreteira },
    category: { id: ledger.concreto },
    transactionRecordBuildings: [
      { building: { id: ledger.clinica }, grossValue: '150.00' },
      { building: { id: ledger.galpao }, grossValue: '50.00' },
    ],
  });
  partial = (await ledger.pay(half, 1, { increase: '5.00' })).body.data.transaction;
  const whole = await create({ documentNumber: '003', grossValue: '300.00', dueDate: '2026-12-01' });
  paid = (await ledger.pay(whole, 1, { bank: { id: ledger.caixa } })).body.data.transaction;
  later = await create({ grossValue: '400.00', dueDate: '2027-01-31', description: '100% concreto_fck' });
  await create({ grossValue: '999.00', dueDate: '2026-11-20', documentNumber: '001' }, 'credit');
});
afterAll(() => ledger.services.stop());

const get = (rest: string, query: Record<string, string> = {}) =>
  ledger.services.api.get(ledger.path('debit', rest), { token: ledger.financeiro, query });

const found = async (query: Record<string, string>, rest = ''): Promise<number[]> => {
  const { status, body } = await get(rest, query);
  expect(status).toBe(200);
  return body.data.content.map(({ id }: Doc) => id);
};

describe('The list of expenses', () => {
  test('is rejected at `size` where it has more installments and shares than the client accepts', async () => {
    // Installments and shares: 1 × (1 + 1 share), 2 × (1 + 2), 1 and 1.
    expect((await get('', { maxParts: '10' })).body.data.content).toHaveLength(4);
    const refused = await get('', { maxParts: '9' });
    const message = 'A página tem 10 parcelas e rateios, e o limite é 9: peça páginas menores.';
    expect([refused.status, refused.body.fields]).toEqual([400, [{ path: 'size', message }]]);
    expect((await get('', { maxParts: '9', size: '3' })).status).toBe(200);
    // A single transaction is always returned, because no smaller page exists.
    expect(await found({ maxParts: '1', ids: String(partial.id) })).toEqual([partial.id]);
  });

  test('has the same transactions as summaries, without installments and attachments', async () => {
    const query = { sort: 'value:desc', status: 'OPEN', size: '2' };
    const [whole, summaries] = [await get('', query), await get('/summaries', query)];
    const without = ({
      transactionRecordList: _installments,
      attachments: _files,
      fiscalDocument: _nota,
      bank: _bank,
      paymentMethod: _method,
      retentions: _withheld,
      retentionOf: _of,
      ...summary
    }: Doc) => summary;
    expect(whole.body.data.content).toHaveLength(2);
    expect(summaries.body.data).toEqual({ ...whole.body.data, content: whole.body.data.content.map(without) });
    expect(await found({}, '/summaries')).toEqual(await found({}));
  });

  test('has all transactions, complete, sorted by due date', async () => {
    const { body } = await get('');
    expect(body.data).toMatchObject({ number: 0, size: 10_000, last: true, totalElements: 4 });
    const one = await get(`/${overdue.id}`);
    expect(body.data.content).toHaveLength(4);
    expect(body.data.content[0]).toEqual(one.body.data);
    expect(body.data.content[0]).toMatchObject({ overdue: true, status: 'OPEN' });
    expect(body.data.content.map(({ id }: Doc) => id)).toEqual([overdue, paid, partial, later].map(({ id }) => id));
  });

  test('filters by status, where overdue means open after the due date', async () => {
    expect(await found({ status: 'OPEN' })).toEqual([overdue.id, later.id]);
    expect(await found({ status: 'PARTIAL' })).toEqual([partial.id]);
    expect(await found({ status: 'PAID' })).toEqual([paid.id]);
    expect(await found({ status: 'OVERDUE' })).toEqual([overdue.id]);
  });

  test('filters by category, partner, building, stage, wallet and number', async () => {
    expect(await found({ category: String(ledger.concreto) })).toEqual([partial.id]);
    expect(await found({ partner: String(ledger.concreteira) })).toEqual([partial.id]);
    expect(await found({ building: String(ledger.galpao) })).toEqual([partial.id]);
    expect(await found({ building: '-1' })).toEqual([paid.id, later.id]);
    expect(await found({ costEstimateGroup: String(ledger.fundacao) })).toEqual([overdue.id]);
    // Everything that is apportioned to buildings, but for the foundations, is in no stage.
    expect(await found({ withinStage: String(ledger.fundacao) })).toEqual([overdue.id]);
    expect(await found({ withinStage: '-1' })).toEqual([partial.id]);
    expect(await found({ withinStage: '-1', building: String(ledger.casa) })).toEqual([]);
    expect(await found({ bank: String(ledger.caixa) })).toEqual([paid.id]);
    expect(await found({ documentNumber: '001' })).toEqual([overdue.id]);
    expect(await found({}, `/building/${ledger.casa}`)).toEqual([overdue.id]);
    expect(await found({}, '/building/-1')).toEqual([paid.id, later.id]);
    expect((await get('', { color: 'red' })).status).toBe(400);
    expect((await get('', { sort: 'password' })).status).toBe(400);
  });

  test('filters by due date, both days included; `from` alone means that day', async () => {
    expect(await found({ from: '2026-11-19', to: '2026-11-20' })).toEqual([overdue.id, partial.id]);
    expect(await found({ from: '2026-11-20' })).toEqual([partial.id]);
    expect(await found({ to: '2026-11-19' })).toEqual([overdue.id]);
    expect(await found({ from: '2026-12-20' })).toEqual([partial.id]);
  });

  test('of a period can be restricted to open transactions', async () => {
    // By the due day within the period: 2026-11-20 (that transaction's next one is 2026-12-20), and 2026-12-01.
    const period = { from: '2026-11-20', to: '2026-12-01' };
    expect(await found(period, '/period')).toEqual([partial.id, paid.id]);
    expect(await found({ ...period, onlyForecast: 'true' }, '/period')).toEqual([]);
    expect(await found({ from: '2026-12-20', to: '2026-12-20', onlyForecast: 'true' }, '/period')).toEqual([
      partial.id,
    ]);
    expect(await found(period, `/building/${ledger.clinica}/period`)).toEqual([partial.id]);
  });

  test('searches number, description and partner without accents, taking % and _ literally', async () => {
    expect(await found({ search: 'acai' })).toEqual([overdue.id]);
    expect(await found({ search: 'PAULISTA 002' })).toEqual([partial.id]);
    expect(await found({ search: '100%' })).toEqual([later.id]);
    expect(await found({ search: 'o_fck' })).toEqual([later.id]);
    expect(await found({ search: '%' })).toEqual([later.id]);
    expect(await found({ search: 'nada' })).toEqual([]);
  });

  test.each([
    ['value:desc', () => [later, paid, partial, overdue]],
    ['emissionDate,id', () => [partial, overdue, paid, later]],
    ['documentNumber', () => [overdue, partial, paid, later]],
    ['status:desc,id:desc', () => [paid, partial, later, overdue]],
    ['partner,id', () => [partial, overdue, paid, later]],
    ['description', () => [later, overdue, partial, paid]],
  ])('sorts by %s', async (sort, order) => {
    expect(await found({ sort })).toEqual(order().map(({ id }) => id));
  });

  test('is read in pages, and by ids', async () => {
    const { body } = await get('', { page: '1', size: '3' });
    expect(body.data).toMatchObject({ number: 1, size: 3, last: true, totalElements: 4 });
    expect(body.data.content.map(({ id }: Doc) => id)).toEqual([later.id]);
    expect(await found({ ids: `${later.id},${overdue.id},987654` })).toEqual([overdue.id, later.id]);
  });
});

describe('The totals of expenses', () => {
  test('sum over the filter, and count each status independently of the chosen one', async () => {
    const { body } = await get('/totals');
    expect(body.data).toEqual({
      count: 4,
      value: '1005.00',
      grossValue: '1000.00',
      paidValue: '405.00',
      openValue: '600.00',
      overdueValue: '100.00',
      counts: { all: 4, open: 2, partial: 1, paid: 1, overdue: 1 },
    });
    const open = await get('/totals', { status: 'OVERDUE', building: String(ledger.casa) });
    expect(open.body.data).toMatchObject({
      count: 1,
      value: '100.00',
      counts: { all: 1, open: 1, partial: 0, paid: 0, overdue: 1 },
    });
    // With a page of the list, from the same snapshot.
    const { body: page } = await get('', { totals: 'true', size: '1', status: 'OVERDUE' });
    expect(page.data).toMatchObject({
      totalElements: 1,
      totals: { count: 1, value: '100.00', counts: { all: 4, open: 2, partial: 1, paid: 1, overdue: 1 } },
    });
    expect((await get('')).body.data).not.toHaveProperty('totals');
    const nothing = await get('/totals', { documentNumber: 'nenhum' });
    expect(nothing.body.data).toMatchObject({ count: 0, value: '0.00', counts: { all: 0 } });
  });
});

describe('The records of a transaction', () => {
  test('are its installments, with the transaction', async () => {
    const { body } = await get('/transaction-record', { from: '2026-11-19', to: '2026-12-20' });
    const rows = body.data.content.map((one: Doc) => [one.dueDate, one.value, one.transaction.documentNumber]);
    expect(rows).toEqual([
      ['2026-11-19', '100.00', '001'],
      ['2026-11-20', '105.00', '002'],
      ['2026-12-01', '300.00', '003'],
      ['2026-12-20', '100.00', '002'],
    ]);
    expect(await found({ buildingId: String(ledger.casa) }, '/transaction-record')).toEqual([
      overdue.transactionRecordList[0].id,
    ]);
    expect(await found({ from: '2026-11-20' }, '/transaction-record')).toEqual([partial.transactionRecordList[0].id]);
  });
});

describe('A page of transactions', () => {
  test('runs as many statements for 5 as for 50, children included', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        create({
          documentNumber: `L${index}`,
          grossValue: '90.00',
          dueDate: '2026-12-10',
          installmentCount: 3,
          partner: { id: ledger.concreteira },
          category: { id: ledger.concreto },
          transactionRecordBuildings: [ledger.casa, ledger.clinica, ledger.galpao].map((id) => ({
            building: { id },
            grossValue: '30.00',
          })),
        }),
      ),
    );
    const costs = async (rest: string, size: string): Promise<number> => {
      const { body, headers } = await get(rest, { size });
      expect(body.data.content).toHaveLength(Number(size));
      return Number(headers['x-sql-queries']);
    };
    const five = await costs('', '5');
    // One of the statements checks whether the user sees the whole company, whose sums are stored; two are around a look-up.
    expect(five).toBeLessThanOrEqual(9);
    expect(await costs('', '50')).toBe(five);
    expect(await costs('/transaction-record', '50')).toBe(await costs('/transaction-record', '5'));
  });
});
