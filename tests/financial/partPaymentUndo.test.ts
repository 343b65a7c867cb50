import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, sharesOf, startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const APART = 'O restante desta parcela mudou desde o pagamento parcial: as duas partes continuam separadas.';

/** Creates R$ 10.000,00 in three installments over two buildings: 3.333,33, 3.333,33 and 3.333,34. */
const create = async (): Promise<Doc> => {
  const body = {
    grossValue: '10000.00',
    emissionDate: '2026-11-10',
    dueDate: '2026-11-30',
    installmentCount: 3,
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, grossValue: '6000.00' },
      { building: { id: ledger.clinica }, grossValue: '4000.00' },
    ],
  };
  return (await ledger.post('debit', body)).body.data;
};

const pay = async (transaction: Doc, number: number, grossValue: string): Promise<Doc> => {
  const { status, body } = await ledger.pay(transaction, number, { grossValue });
  expect(status).toBe(200);
  return body.data.transaction;
};
const undo = async (transaction: Doc, number: number): Promise<{ transaction: Doc; message: string | null }> => {
  const { status, body } = await ledger.undo(transaction, number);
  expect(status).toBe(200);
  expect(body.message ?? null).toBe(body.data.message);
  return body.data;
};
const change = async (transaction: Doc, values: Record<string, unknown>): Promise<Doc> => {
  const { status, body, text } = await ledger.put('debit', { ...transaction, ...values });
  if (status !== 200) throw new Error(text);
  return body.data;
};
const list = (transaction: Doc, change: (one: Doc) => Doc): Doc[] =>
  transaction.transactionRecordList.map((one: Doc) => change({ ...one }));

/** Returns everything that the screen shows of the installments and their shares. */
const drawn = (transaction: Doc) => ({
  status: transaction.status,
  value: transaction.value,
  dueDate: transaction.dueDate,
  installments: transaction.transactionRecordList,
  shares: sharesOf(transaction),
});

describe('Undoing a part payment', () => {
  test('restores the installment: number, value, due date and shares, without an extra row', async () => {
    const before = await create();
    const paid = await ledger.pay(before, 2, { grossValue: '1000.00', increase: '7.77', discount: '0.05' });
    const split = paid.body.data.transaction;
    expect(column(split, 'grossValue')).toBe('3333.33 1000.00 2333.33 3333.34');
    expect(sharesOf(split)).toEqual(['2000.00 1333.33', '600.00 400.00', '1400.00 933.33', '2000.00 1333.34']);
    const { transaction, message } = await undo(split, 2);
    expect(message).toBeNull();
    expect(column(transaction, 'grossValue')).toBe('3333.33 3333.33 3333.34');
    expect(column(transaction, 'number')).toBe('1 2 3');
    expect(column(transaction, 'dueDate')).toBe('2026-11-30 2026-12-30 2027-01-30');
    expect(sharesOf(transaction)).toEqual(['2000.00 1333.33', '2000.00 1333.33', '2000.00 1333.34']);
    expect(drawn(transaction)).toEqual(drawn(before));
  });

  test('of a part of a part restores step by step, the last part first', async () => {
    const before = await create();
    const first = await pay(before, 1, '333.33');
    const second = await pay(first, 2, '1000.00');
    expect(column(second, 'grossValue')).toBe('333.33 1000.00 2000.00 3333.33 3333.34');
    const { transaction: once } = await undo(second, 2);
    expect(column(once, 'grossValue')).toBe('333.33 3000.00 3333.33 3333.34');
    expect(drawn(once)).toEqual(drawn(first));
    expect(drawn((await undo(once, 1)).transaction)).toEqual(drawn(before));
  });

  test('while its rest is paid keeps both apart with a message; they are merged once that is undone too', async () => {
    const before = await create();
    const first = await pay(before, 1, '333.33');
    const second = await pay(first, 2, '3000.00');
    const { transaction: apart, message } = await undo(second, 1);
    expect(message).toBe(APART);
    expect(column(apart, 'grossValue')).toBe('333.33 3000.00 3333.33 3333.34');
    expect(column(apart, 'forecast')).toBe('true false true true');
    const { transaction: whole, message: nothing } = await undo(apart, 2);
    expect(nothing).toBeNull();
    expect(drawn(whole)).toEqual(drawn(before));
  });

  test('keeps both apart where the rest has another due date or another value, with an exact sum', async () => {
    const moved = await pay(await create(), 3, '333.34');
    const later = await change(moved, {
      transactionRecordList: list(moved, (one) => (one.number === 4 ? { ...one, dueDate: '2027-02-15' } : one)),
    });
    const { transaction: first, message } = await undo(later, 3);
    expect(message).toBe(APART);
    expect(column(first, 'grossValue')).toBe('3333.33 3333.33 333.34 3000.00');
    expect(column(first, 'dueDate')).toBe('2026-11-30 2026-12-30 2027-01-30 2027-02-15');

    const split = await pay(await create(), 1, '333.33');
    const worth: Record<number, string> = { 2: '2900.00', 3: '3433.33' };
    const edited = await change(split, {
      transactionRecordList: list(split, (one) => ({
        ...one,
        grossValue: worth[one.number as number] ?? one.grossValue,
      })),
    });
    const answer = await undo(edited, 1);
    expect(answer.message).toBe(APART);
    expect(column(answer.transaction, 'grossValue')).toBe('333.33 2900.00 3433.33 3333.34');
    expect(answer.transaction).toMatchObject({ status: 'OPEN', value: '10000.00' });
  });

  test('uses the current apportionment, exact to the cent', async () => {
    const split = await pay(await create(), 2, '1000.00');
    const shared = await change(split, {
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, grossValue: '5000.01' },
        { building: { id: ledger.clinica }, grossValue: '4999.99' },
      ],
    });
    const before = shared.transactionRecordList.map((one: Doc) =>
      one.transactionRecordBuildings.map(({ grossValue }: Doc) => BigInt(grossValue.replace('.', ''))),
    );
    const { transaction } = await undo(shared, 2);
    const after = sharesOf(transaction)[1]
      ?.split(' ')
      .map((share) => BigInt(share.replace('.', '')));
    expect(after).toEqual([before[1][0] + before[2][0], before[1][1] + before[2][1]]);
    expect(column(transaction, 'grossValue')).toBe('3333.33 3333.33 3333.34');
  });

  test('of both parts at once, in any order, merges them', async () => {
    const before = await create();
    const paid = await pay(await pay(before, 1, '333.33'), 2, '3000.00');
    const items = [0, 1].map((index) => ({
      transactionId: paid.id,
      installmentId: paid.transactionRecordList[index].id,
      version: paid.version,
    }));
    const { api } = ledger.services;
    const path = ledger.path('debit', '/installments/payments/undo');
    const { status, body } = await api.post(path, { token: ledger.financeiro, body: { items } });
    expect(status).toBe(200);
    expect(body.data.results.map(({ ok, message }: Doc) => [ok, message])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(drawn(body.data.transactions[0])).toEqual(drawn(before));
  });

  test('keeps both parts in the history', async () => {
    const split = await pay(await create(), 2, '1000.00');
    const rest = split.transactionRecordList[2];
    await undo(split, 2);
    const rows = await ledger.services.seed.sql(
      `select details from audit_log where entity = 'transaction' and action = 'undo' and entity_id = $1`,
      [split.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details).toMatchObject({
      before: { number: 2, grossValue: '1000.00', paymentDate: '2026-11-20' },
      absorbed: [{ id: rest.id, number: 3, grossValue: '2333.33' }],
    });
  });
});
