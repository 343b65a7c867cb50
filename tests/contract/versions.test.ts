import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '#tests/financial/ledger/kit.ts';
import type { Reply } from '#tests/support/services.ts';
import { openShelf } from '#tests/purchase/productKit.ts';
import { registersOf, type Register } from './registers.ts';

let ledger: Ledger;
let registers: Record<string, Register>;

beforeAll(async () => {
  ledger = await startLedger();
  const shelf = await openShelf(ledger.services.seed, ledger.accountId);
  registers = Object.fromEntries(registersOf(ledger, shelf).map((one) => [one.name, one]));
});
afterAll(() => ledger.services.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, url: string, body?: unknown): Promise<Reply> =>
  ledger.services.api.call(method, url, { token: ledger.admin, ...(body === undefined ? {} : { body }) });

const WARNING = '199 - "No version was sent: the current version was changed"';

/** Returns the last command's audit row with its `unversioned` flag; a mail's link and the mail are noted some time later. */
const lastOf = async (entity: string): Promise<unknown[]> => {
  const rows = await ledger.services.seed.sql<{ action: string; unversioned: boolean | null }>(
    `select action, (details ->> 'unversioned')::boolean as unversioned from audit_log
     where entity = $1 and action not in ('sendMail', 'issueLink') order by id desc limit 1`,
    [entity],
  );
  return rows.map(({ action, unversioned }) => [action, unversioned]);
};

describe.each(['building', 'wallet', 'category', 'partner', 'company', 'user'])('A %s', (name) => {
  test('without a version is updated from the current one, with a warning header and a note in the history', async () => {
    const { collection, item, body, changed } = registers[name] as Register;
    const { id, version } = (await ask('POST', collection, body)).body.data;
    const named = await ask('PUT', collection, { ...body, id, version });
    expect([named.status, named.headers['warning']]).toEqual([200, undefined]);
    expect(await lastOf(name)).toEqual([['update', null]]);

    const blind = await ask('PUT', collection, { ...changed, id });
    expect([blind.status, blind.headers['warning']]).toEqual([200, WARNING]);
    expect(await lastOf(name)).toContainEqual([expect.stringMatching(/update|grant/), true]);
    expect((await ask('GET', item(id))).body.data).toMatchObject({ ...changed, version: version + 2 });

    const stale = await ask('PUT', collection, { ...body, id, version });
    expect([stale.status, stale.body.error, stale.headers['warning']]).toEqual([409, 'CONFLICT', undefined]);
    expect((await ask('GET', item(id))).body.data).toMatchObject(changed);
  });
});

describe('A transaction', () => {
  const bodyOf = () => ({
    documentNumber: 'NF-1',
    grossValue: '100.00',
    emissionDate: '2026-11-01',
    transactionRecordList: [{ dueDate: '2026-11-30', grossValue: '100.00' }],
  });
  const make = async (): Promise<Doc> => (await ask('POST', `${ledger.path('debit')}/`, bodyOf())).body.data;
  const payment = () => ({ paymentDate: '2026-11-20', bank: { id: ledger.itau }, paymentMethod: 'PIX' });
  const paymentPath = ({ id, transactionRecordList: [first] }: Doc) =>
    ledger.path('debit', `/${id}/installment/${first.id}/payment`);

  test('is updated, paid, unpaid and deleted without a version', async () => {
    const { id } = await make();
    const put = await ask('PUT', `${ledger.path('debit')}/`, { ...bodyOf(), id, documentNumber: 'NF-2' });
    expect([put.status, put.headers['warning'], put.body.data.documentNumber]).toEqual([200, WARNING, 'NF-2']);
    expect(await lastOf('transaction')).toEqual([['update', true]]);

    const paid = await ask('POST', paymentPath(put.body.data), payment());
    expect([paid.status, paid.headers['warning'], paid.body.data.transaction.paidValue]).toEqual([
      200,
      WARNING,
      '100.00',
    ]);
    expect(await lastOf('transaction')).toEqual([['pay', true]]);

    const undone = await ask('DELETE', paymentPath(put.body.data));
    expect([undone.status, undone.headers['warning'], undone.body.data.transaction.paidValue]).toEqual([
      200,
      WARNING,
      '0.00',
    ]);
    expect(await lastOf('transaction')).toEqual([['undo', true]]);

    const gone = await ask('DELETE', ledger.path('debit', `/${id}`));
    expect([gone.status, gone.headers['warning']]).toEqual([200, WARNING]);
    expect(await lastOf('transaction')).toEqual([['delete', true]]);
  });

  test('with an outdated version is not updated, paid, unpaid or deleted', async () => {
    const transaction = await make();
    const { id } = transaction;
    await ask('PUT', `${ledger.path('debit')}/`, { ...bodyOf(), id });
    const before = (await ask('GET', ledger.path('debit', `/${id}`))).body.data;
    for (const stale of [
      await ask('PUT', `${ledger.path('debit')}/`, { ...bodyOf(), id, version: 1 }),
      await ask('POST', paymentPath(transaction), { ...payment(), version: 1 }),
      await ask('DELETE', `${paymentPath(transaction)}?version=1`),
      await ask('DELETE', `${ledger.path('debit', `/${id}`)}?version=1`),
    ]) {
      expect([stale.status, stale.body.error, stale.headers['warning']]).toEqual([409, 'CONFLICT', undefined]);
    }
    expect((await ask('GET', ledger.path('debit', `/${id}`))).body.data).toEqual(before);
  });

  test('is paid and unpaid in bulk without a version, and its history notes that', async () => {
    const transactions = [await make(), await make()];
    const items = transactions.map(({ id, transactionRecordList: [first] }: Doc) => ({
      transactionId: id,
      installmentId: first.id,
    }));
    const bulk = ledger.path('debit', '/installments/payments');
    const paid = await ask('POST', bulk, { items, ...payment() });
    expect([paid.status, paid.headers['warning'], paid.body.data.results.map(({ ok }: { ok: boolean }) => ok)]).toEqual(
      [200, WARNING, [true, true]],
    );
    expect(await lastOf('transaction')).toEqual([['pay', true]]);
    const undone = await ask('POST', `${bulk}/undo`, {
      items: items.map((item, index) => ({ ...item, version: paid.body.data.transactions[index].version })),
    });
    expect([undone.status, undone.headers['warning']]).toEqual([200, undefined]);
    expect(undone.body.data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    expect(await lastOf('transaction')).toEqual([['undo', null]]);
  });
});
