import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const body = (values: Record<string, unknown> = {}): Record<string, unknown> => ({
  grossValue: '300.00',
  emissionDate: '2026-11-20',
  dueDate: '2026-12-10',
  installmentCount: 3,
  transactionRecordBuildings: [
    { building: { id: ledger.casa }, grossValue: '100.00' },
    { building: { id: ledger.clinica }, grossValue: '200.00' },
  ],
  ...values,
});

const create = async (): Promise<Doc> => (await ledger.post('debit', body())).body.data;

const times = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

const tally = (replies: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('Concurrently,', () => {
  test('fifty posts with one Idempotency-Key create one transaction, and all get the same answer', async () => {
    const headers = { 'idempotency-key': 'nota-10482' };
    const transaction = body({ documentNumber: 'Uma só' });
    const replies = await times(50, () => ledger.post('debit', transaction, { headers }));
    expect(tally(replies)).toEqual({ 200: 50 });
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const rows = await ledger.services.seed.sql(`select id from transactions where document_number = 'Uma só'`);
    expect(rows).toHaveLength(1);
  });

  test('one of several edits of one version is stored, and the others get 409', async () => {
    const transaction = await create();
    const replies = await times(6, (index) => ledger.put('debit', { ...transaction, description: `Edição ${index}` }));
    expect(tally(replies)).toEqual({ 200: 1, 409: 5 });
  });

  test('one of several payments of an installment is stored, and the wallet changes once', async () => {
    const transaction = await create();
    const replies = await times(6, () => ledger.pay(transaction, 1, { bank: { id: ledger.caixa } }));
    expect(tally(replies)).toEqual({ 200: 1, 409: 5 });
    const won = replies.find(({ status }) => status === 200);
    expect(column(won?.body.data.transaction, 'forecast')).toBe('false true true');
    expect(won?.body.data.walletBalance.balance).toBe('900.00');
  });

  test('a payment repeated with its Idempotency-Key gets the same answer and is stored once', async () => {
    const transaction = await create();
    const headers = { 'idempotency-key': 'pagamento-1' };
    const replies = await times(4, () => ledger.pay(transaction, 1, { grossValue: '10.00' }, { headers }));
    expect(tally(replies)).toEqual({ 200: 4 });
    expect(replies.map((reply) => reply.body.data.transaction.version)).toEqual([2, 2, 2, 2]);
  });

  test('payments, undone payments and edits of many transactions keep every sum exact', async () => {
    const transactions = await times(8, create);
    await times(48, async (index) => {
      const transaction = transactions[index % 8];
      const { body: now } = await ledger.services.api.get(ledger.path('debit', `/${transaction.id}`), {
        token: ledger.financeiro,
      });
      const current = now.data;
      const open = current.transactionRecordList.find(({ forecast }: Doc) => forecast);
      const paid = current.transactionRecordList.find(({ forecast }: Doc) => !forecast);
      const replies = [
        open && (await ledger.pay(current, open.number, index % 2 ? { grossValue: '1.11', increase: '0.05' } : {})),
        paid && (await ledger.undo(current, paid.number)),
        await ledger.put('debit', { ...current, description: `Volta ${index}` }),
      ];
      // Stale versions are rejected with 409; any other failure is an error.
      for (const reply of replies) if (reply) expect([200, 409]).toContain(reply.status);
    });
    const wrong = await ledger.services.seed.sql(`
      select t.id from transactions t
      join lateral (select sum(gross_value) gross, sum(value) value from installments where transaction_id = t.id) i on true
      join lateral (select sum(gross_value) gross, sum(value) value from apportionment_shares where transaction_id = t.id) s on true
      where t.gross_value <> i.gross or t.value <> i.value or s.gross <> i.gross or s.value <> i.value`);
    expect(wrong).toEqual([]);
  });
});
