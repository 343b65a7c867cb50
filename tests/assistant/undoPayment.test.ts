import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '../financial/ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const newest = async (token = ledger.financeiro) => {
  const { body } = await ledger.services.api.get('/api/v1/assistant/messages', { token, query: { size: '1' } });
  return body.data.content[0];
};

const made = async (installments: { dueDate: string; grossValue: string }[]): Promise<Doc> => {
  const { body } = await ledger.post('debit', {
    ...{ description: 'Concreto', grossValue: '1000.00', emissionDate: '2026-11-20' },
    ...{ partner: { id: ledger.concreteira }, category: { id: ledger.concreto } },
    transactionRecordList: installments,
  });
  return body.data;
};
const inTwo = () =>
  made([
    { dueDate: '2026-12-20', grossValue: '400.00' },
    { dueDate: '2027-01-20', grossValue: '600.00' },
  ]);

describe('The message of a payment', () => {
  test('has what undoes it, and that call undoes it', async () => {
    const expense = await inTwo();
    const { body: paid } = await ledger.pay(expense, 1);
    const { undo, event } = await newest();
    expect([event, undo]).toEqual([
      'PAYMENT',
      {
        type: 'DEBIT',
        companyId: ledger.companyId,
        transactionId: expense.id,
        installmentId: expense.transactionRecordList[0].id,
        version: paid.data.transaction.version,
      },
    ]);
    const path = ledger.path('debit', `/${undo.transactionId}/installment/${undo.installmentId}/payment`);
    const undone = await ledger.services.api.delete(path, {
      token: ledger.financeiro,
      query: { version: String(undo.version) },
    });
    expect(undone.status).toBe(200);
    const paidNow = await ledger.services.seed.sql(
      'select from installments where transaction_id = $1 and not forecast',
      [expense.id],
    );
    expect(paidNow).toHaveLength(0);
  });

  test('has nothing to undo once the payment is undone, and neither has the message of that', async () => {
    const expense = await inTwo();
    const { body: paid } = await ledger.pay(expense, 1);
    const told = await newest();
    await ledger.undo(paid.data.transaction, 1);
    const { body } = await ledger.services.api.get('/api/v1/assistant/messages', {
      token: ledger.financeiro,
      query: { ids: String(told.id) },
    });
    expect(body.data.content).toMatchObject([{ id: told.id, undo: null }]);
    expect((await newest()).undo).toBeNull();
  });

  test('has nothing to undo once the document has changed in another way', async () => {
    const expense = await inTwo();
    const { body: paid } = await ledger.pay(expense, 1);
    expect((await newest()).undo).not.toBeNull();
    await ledger.pay(paid.data.transaction, 2);
    const { undo } = await newest();
    expect(undo.installmentId).toBe(expense.transactionRecordList[1].id);
    await ledger.services.seed.sql('update transactions set version = version + 1 where id = $1', [expense.id]);
    expect((await newest()).undo).toBeNull();
  });

  test('of a part undoes that part', async () => {
    const expense = await made([{ dueDate: '2026-12-20', grossValue: '1000.00' }]);
    const { body: paid } = await ledger.pay(expense, 1, { grossValue: '250.00' });
    const { undo } = await newest();
    const part = paid.data.transaction.transactionRecordList.find((one: Doc) => one.grossValue === '250.00');
    expect(undo).toMatchObject({ installmentId: part.id, version: paid.data.transaction.version });
  });

  test('is nobody else’s', async () => {
    await ledger.pay(await inTwo(), 1);
    expect((await newest(ledger.admin))?.undo ?? null).toBeNull();
  });
});
