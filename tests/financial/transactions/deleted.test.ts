import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventTypeOf } from '#domain/webhookEvents.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { boletoLine } from '#tests/support/paymentCodes.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const BOLETO = boletoLine({ bank: '237', amount: '4000.00', dueDate: '2026-12-20', free: '2990590000051870100204170' });
const api = () => ledger.services.api;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** An invoice with everything that a document can have: parcelas, rateio with a stage, retentions, a code. */
const created = async (values: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.post('debit', {
    ...{ documentNumber: 'NF 8801', description: 'Concreto usinado', emissionDate: '2026-11-20' },
    ...{ partner: { id: ledger.concreteira }, category: { id: ledger.concreto }, invoiceValue: '10000.00' },
    transactionRecordList: [
      { dueDate: '2026-12-20', grossValue: '4000.00', paymentCode: BOLETO },
      { dueDate: '2027-01-20', grossValue: '4900.00' },
    ],
    retentions: [{ tax: 'INSS', base: '10000.00', rate: '11.00' }],
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, invoiceValue: '7500.00' },
      { building: { id: ledger.clinica }, invoiceValue: '2500.00' },
    ],
    ...values,
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

const simple = (values: Record<string, unknown> = {}) =>
  created({
    ...{ invoiceValue: undefined, grossValue: '90.00', retentions: [], transactionRecordList: undefined },
    ...{ dueDate: '2026-12-01', transactionRecordBuildings: [{ building: { id: ledger.clinica }, value: '90.00' }] },
    ...values,
  });

const remove = async ({ id, type = 'DEBIT' }: Doc) => {
  const kind = type === 'DEBIT' ? 'debit' : 'credit';
  const reply = await api().delete(ledger.path(kind, `/${id}`), { token: ledger.financeiro });
  if (reply.status !== 200) throw new Error(reply.text);
};
const restore = (id: number, token = ledger.financeiro, kind: 'debit' | 'credit' = 'debit') =>
  api().post(ledger.path(kind, `/deleted/${id}/restore`), { token, body: {} });
const listed = async (token = ledger.financeiro, query: Record<string, string> = {}): Promise<Doc[]> =>
  (await api().get(ledger.path('debit', '/deleted'), { token, query })).body.data.content;
const read = (id: number) => api().get(ledger.path('debit', `/${id}`), { token: ledger.financeiro });

const attach = (id: number) => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="nota.pdf"\r\n\r\n';
  return api().post(ledger.path('debit', `/${id}/attachments`), {
    token: ledger.financeiro,
    body: Buffer.concat([Buffer.from(head), PDF, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
};

/** Every row of documents and their parts, as the test reads them; sums are the ledger check's. */
const rows = async (): Promise<string> => {
  const tables = [
    ...['transactions', 'installments', 'apportionments', 'apportionment_shares', 'installment_payment_codes'],
    ...[
      'transaction_retentions',
      'retention_installments',
      'attachments',
      'attachment_contents',
      'document_search',
      'transaction_comments',
    ],
    ...['document_days'],
  ];
  const known = await ledger.services.seed.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name = any($1) order by 1`,
    [tables],
  );
  const dumps = await Promise.all(
    known.map(({ name }) =>
      ledger.services.seed.sql<{ row: string }>(
        `select (to_jsonb(x) - 'version' - 'updated_at')::text as row from ${name} x order by 1`,
      ),
    ),
  );
  return JSON.stringify(
    known.map(({ name }, at) => [name, dumps[at]?.map(({ row }) => row)]),
    null,
    1,
  );
};

test('A webhook tells of a restored document as of a new one, and nothing when it is gone for good', () => {
  const typeOf = (entity: string, action: string) => eventTypeOf({ entity, action });
  expect(typeOf('transaction', 'restore')).toBe('transaction.created');
  expect(typeOf('transaction', 'forget')).toBeNull();
  expect(typeOf('company', 'emptyDeleted')).toBeNull();
});

describe('A deleted document', () => {
  test('comes back as it was: the same rows, files and payables under the same ids, and books that agree', async () => {
    const document = await created();
    expect((await attach(document.id)).status).toBe(200);
    const comment = { text: 'Conferir com a obra' };
    const comments = ledger.path('debit', `/${document.id}/comments`);
    expect((await api().post(comments, { token: ledger.admin, body: comment })).status).toBe(200);
    const before = (await read(document.id)).body.data;
    const stored = await rows();
    await remove(document);
    expect((await read(document.id)).status).toBe(404);
    expect(await rows()).not.toBe(stored);

    const [kept] = await listed();
    expect(kept).toMatchObject({
      ...{ id: document.id, documentNumber: 'NF 8801', description: 'Concreto usinado', value: '8900.00' },
      ...{ partner: { name: 'Concreteira Paulista' }, dueDate: '2026-12-20', deletedBy: { name: 'Bruno Reis' } },
      ...{ deletedAt: '2026-11-20T15:00:00.000Z', keptUntil: '2026-12-20T15:00:00.000Z' },
    });

    const back = await restore(document.id);
    expect(back.status).toBe(200);
    expect({ ...back.body.data, version: 0 }).toEqual({ ...before, version: 0 });
    expect(back.body.data.version).toBe(before.version + 1);
    expect(await rows()).toBe(stored);
    const file = await ledger.services.app.inject({
      method: 'GET',
      url: back.body.data.attachments[0].link,
      headers: { authorization: `Bearer ${ledger.financeiro}` },
    });
    expect(file.rawPayload.equals(PDF)).toBe(true);
    expect(await listed()).toEqual([]);
    expect((await verifyLedger(ledger.services.database.ownerUrl)).differences).toEqual([]);
    expect((await restore(document.id)).status).toBe(404);
    await remove(back.body.data);
    expect((await restore(document.id)).status).toBe(200);
  });

  test('of income comes back too, and not as an expense', async () => {
    const reply = await ledger.post('credit', {
      ...{ grossValue: '50.00', emissionDate: '2026-11-20', dueDate: '2026-11-20', partner: { id: ledger.cliente } },
    });
    const income = reply.body.data;
    await remove(income);
    expect((await restore(income.id)).status).toBe(404);
    expect((await restore(income.id, ledger.financeiro, 'credit')).body.data).toMatchObject({ id: income.id });
  });

  test('is found by partner, number and description, page by page', async () => {
    const texts = ['Brita um', 'Brita dois', 'Cal'];
    for (const description of texts) await remove(await simple({ description, documentNumber: `R ${description}` }));
    expect((await listed(undefined, { search: 'BRITA' })).map((one) => one.description)).toEqual([
      'Brita dois',
      'Brita um',
    ]);
    expect((await listed(undefined, { search: 'r cal' })).map((one) => one.description)).toEqual(['Cal']);
    expect(
      (await listed(undefined, { search: 'concreteira', size: '1', page: '1' })).map((one) => one.description),
    ).toEqual(['Brita dois']);
    expect(await listed(undefined, { search: '%' })).toEqual([]);
  });

  test('is shown and given to nobody who may not change all of its buildings', async () => {
    const both = await created({ documentNumber: 'NF 1' });
    const own = await simple({
      documentNumber: 'NF 2',
      transactionRecordBuildings: [{ building: { id: ledger.casa }, value: '90.00' }],
    });
    const without = await simple({ documentNumber: 'NF 3', transactionRecordBuildings: [] });
    for (const one of [both, own, without]) await remove(one);
    expect((await listed(ledger.engenheiro)).map((one) => one.id)).toEqual([own.id]);
    expect((await restore(both.id, ledger.engenheiro)).status).toBe(403);
    expect((await restore(without.id, ledger.engenheiro)).status).toBe(404);
    expect((await restore(own.id, ledger.engenheiro)).status).toBe(200);
  });

  test('does not come back without what it refers to, and says what is missing', async () => {
    const partner = await ledger.services.seed.insert('partners', {
      ...{ account_id: ledger.accountId, type: 'SUPPLIER', name: 'Madeireira que fechou' },
    });
    const document = await simple({ partner: { id: partner } });
    await remove(document);
    await ledger.services.seed.sql('delete from partners where id = $1', [partner]);
    const reply = await restore(document.id);
    expect(reply.status).toBe(422);
    expect(reply.body.message).toBe('Não dá para restaurar: não existe mais o fornecedor deste lançamento.');
    expect((await read(document.id)).status).toBe(404);
  });

  test('does not come back into a closed month', async () => {
    const document = await simple({ emissionDate: '2026-08-10', dueDate: '2026-08-20' });
    await remove(document);
    await ledger.services.seed.sql(`update companies set closed_through = '2026-08-31' where id = $1`, [
      ledger.companyId,
    ]);
    const reply = await restore(document.id);
    await ledger.services.seed.sql('update companies set closed_through = null where id = $1', [ledger.companyId]);
    expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining('Agosto de 2026 está fechado')]);
    expect((await restore(document.id)).status).toBe(200);
  });

  test('is gone for good by an administrator alone, or after 30 days', async () => {
    const [one, two] = [await simple(), await simple()];
    await remove(one);
    await remove(two);
    const forget = (token: string, rest: string) => api().delete(ledger.path('debit', rest), { token });
    expect((await forget(ledger.financeiro, `/deleted/${one.id}`)).status).toBe(403);
    expect((await forget(ledger.financeiro, '/deleted')).status).toBe(403);
    expect((await forget(ledger.admin, `/deleted/${one.id}`)).body.data).toEqual({ id: one.id });
    expect((await restore(one.id)).status).toBe(404);

    const run = (day: string) => ledger.services.seed.sql('select forget_deleted_documents($1)', [day]);
    await run('2026-12-20T14:59:00Z');
    expect((await listed()).map(({ id }) => id)).toContain(two.id);
    await run('2026-12-20T15:01:00Z');
    expect(await listed()).toEqual([]);

    await remove(await simple());
    await remove(await simple());
    expect((await forget(ledger.admin, '/deleted')).body.data).toEqual({ count: 2 });
    expect(await ledger.services.seed.sql('select from deleted_contents')).toEqual([]);
  });
});
