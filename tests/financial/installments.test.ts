import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { eventually } from '#tests/support/eventually.ts';
import { startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
let late: Doc;
let three: Doc;
beforeAll(async () => {
  ledger = await startLedger();
  late = await create({ documentNumber: '001', grossValue: '100.00', dueDate: '2026-11-19' });
  three = await create({
    documentNumber: '002',
    grossValue: '300.00',
    dueDate: '2026-11-25',
    installmentCount: 3,
    transactionRecordBuildings: [{ building: { id: ledger.clinica }, grossValue: '300.00' }],
    bank: { id: ledger.itau },
  });
});
afterAll(() => ledger.services.stop());

const create = async (values: Record<string, unknown>): Promise<Doc> =>
  (await ledger.post('debit', { emissionDate: '2026-11-01', ...values })).body.data;

const get = async (query: Record<string, string>, token = ledger.financeiro) =>
  (await ledger.services.api.get(ledger.path('debit', '/installments'), { token, query })).body.data;

const post = (rest: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ledger.services.api.post(ledger.path('debit', `/installments${rest}`), { token: ledger.financeiro, body, headers });

const read = async (id: number): Promise<Doc> =>
  (await ledger.services.api.get(ledger.path('debit', `/${id}`), { token: ledger.financeiro })).body.data;

const item = (transaction: Doc, number: number, version: number = transaction.version) => ({
  transactionId: transaction.id,
  installmentId: transaction.transactionRecordList[number - 1].id,
  version,
});
const payment = () => ({ paymentDate: '2026-11-20', bank: { id: ledger.itau }, paymentMethod: 'PIX' });

describe('The list of installments', () => {
  test('has a row per installment, with its transaction, sorted by due date', async () => {
    const { content, totalElements } = await get({});
    expect(totalElements).toBe(4);
    const rows = content.map((row: Doc) => [row.transaction.documentNumber, row.installment.number, row.status]);
    expect(rows).toEqual([
      ['001', 1, 'OVERDUE'],
      ['002', 1, 'DUE'],
      ['002', 2, 'PLANNED'],
      ['002', 3, 'PLANNED'],
    ]);
  });

  test('filters by status, period, expected wallet and building', async () => {
    const count = async (query: Record<string, string>) => (await get(query)).totalElements;
    expect(await count({ status: 'PLANNED' })).toBe(2);
    expect(await count({ from: '2026-12-01', to: '2026-12-31' })).toBe(1);
    expect(await count({ bank: String(ledger.itau) })).toBe(3);
    expect(await count({ building: '-1' })).toBe(1);
  });

  test('sums over the filter and counts each status independently of the chosen one', async () => {
    const { body } = await ledger.services.api.get(ledger.path('debit', '/installments/totals'), {
      token: ledger.financeiro,
      query: { status: 'OVERDUE' },
    });
    expect(body.data).toEqual({
      count: 1,
      value: '100.00',
      paidValue: '0.00',
      openValue: '100.00',
      overdueValue: '100.00',
      counts: { all: 4, due: 1, overdue: 1, paid: 0, planned: 2 },
    });
  });

  test('hides transactions on buildings that the user may not see', async () => {
    expect((await get({}, ledger.engenheiro)).content).toEqual([]);
  });
});

/** Returns the assistant's messages, newest first. */
const messages = async (): Promise<Doc[]> =>
  (await ledger.services.api.get('/api/v1/assistant/messages', { token: ledger.financeiro })).body.data.content;
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('Paying in bulk', () => {
  test('pays what it can, also two installments of one transaction, and reports why others were rejected', async () => {
    const gone = await create({ documentNumber: '003', grossValue: '50.00', dueDate: '2026-11-20' });
    await ledger.pay(gone, 1);
    const body = { ...payment(), items: [item(late, 1), item(three, 1), item(three, 2), item(gone, 1)] };
    const key = { 'idempotency-key': 'bulk-1' };
    const countBefore = (await messages()).length;
    const reply = await post('/payments', body, key);
    expect(reply.status).toBe(200);
    const { results, transactions, walletBalance } = reply.body.data;
    expect(results.map(({ ok, error }: Doc) => [ok, error])).toEqual([
      [true, null],
      [true, null],
      [true, null],
      [false, 'CONFLICT'],
    ]);
    expect(results[3].message).toContain('registrou um pagamento neste lançamento');
    expect(transactions.map(({ paidValue }: Doc) => paidValue)).toEqual(['100.00', '200.00']);
    expect(walletBalance.balance).toBe('49650.00');

    const again = await post('/payments', body, key);
    expect(again.body.data.results.map(({ ok }: Doc) => ok)).toEqual([true, true, true, false]);
    expect((await read(three.id)).paidValue).toBe('200.00');

    // One message for the batch, none for its repetition.
    const [message, ...others] = await messages();
    expect(others).toHaveLength(countBefore);
    expect(plain(message.text)).toBe('3 pagamentos registrados, R$ 300,00 no total. Saldo de Itaú: R$ 49.650,00.');
    expect(message.link).toBe('/home/forms/transactions/debit-installments?status=PAID&sort=paymentDate:desc');
  });

  test('undoes many payments, each by itself', async () => {
    const [one, other] = [await read(late.id), await read(three.id)];
    const { body } = await post('/payments/undo', { items: [item(one, 1), item(other, 1), item(other, 2)] });
    expect(body.data.results.map(({ ok }: Doc) => ok)).toEqual([true, true, true]);
    expect((await read(three.id)).status).toBe('OPEN');
    const [message] = await messages();
    expect(plain(message.text)).toBe('3 pagamentos desfeitos, R$ 300,00 no total. Saldo de Itaú: R$ 49.950,00.');
    expect(body.data.walletBalance.balance).toBe('49950.00');
  });

  test('pays nothing of a transaction on buildings without the user’s permission', async () => {
    const { body } = await ledger.services.api.post(ledger.path('debit', '/installments/payments'), {
      token: ledger.engenheiro,
      body: { ...payment(), items: [item(three, 1, (await read(three.id)).version)] },
    });
    expect(body.data.results[0].error).toBe('NOT_FOUND');
    expect((await read(three.id)).paidValue).toBe('0.00');
  });

  test('stops when the database is lost, and resumes from there when the request is repeated', async () => {
    const doc = await create({
      documentNumber: '004',
      grossValue: '90.00',
      dueDate: '2026-11-20',
      installmentCount: 3,
    });
    const body = { ...payment(), items: [item(doc, 1), item(doc, 2), item(doc, 3)] };
    const key = { 'idempotency-key': 'bulk-lost' };
    const holder = new pg.Client({ connectionString: ledger.services.database.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from transactions where id = $1 for update', [doc.id]);
    const pending = post('/payments', body, key);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'prumo-services' and datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => (await ledger.services.seed.sql(cut)).length).toBe(1);
    await holder.query('rollback');
    await holder.end();
    const outcomes = ({ results }: Doc) => results.map(({ ok, error }: Doc) => [ok, error]);
    expect(outcomes((await pending).body.data)).toEqual(Array(3).fill([false, 'UNAVAILABLE']));
    expect((await read(doc.id)).paidValue).toBe('0.00');
    expect(outcomes((await post('/payments', body, key)).body.data)).toEqual(Array(3).fill([true, null]));
    expect((await read(doc.id)).paidValue).toBe('90.00');
  });
});
