import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faults, sharesOf, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
/** R$ 900,00 over Casa (600) and Clínica (300), with the first installment paid. */
let shared: Doc;
/** On Casa alone, on Clínica alone, and without a building. */
let casa: Doc;
let clinica: Doc;
let none: Doc;

const create = async (transactionRecordBuildings: unknown[], values: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.post('debit', {
    documentNumber: 'Canário 77',
    grossValue: '900.00',
    emissionDate: '2026-11-20',
    dueDate: '2026-12-10',
    partner: { id: ledger.concreteira },
    transactionRecordBuildings,
    ...values,
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

beforeAll(async () => {
  ledger = await startLedger();
  const made = await create(
    [
      { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '600.00' },
      { building: { id: ledger.clinica }, grossValue: '300.00' },
    ],
    { installmentCount: 3 },
  );
  shared = (await ledger.pay(made, 1, { increase: '3.00' })).body.data.transaction;
  casa = await create([{ building: { id: ledger.casa }, grossValue: '900.00' }]);
  clinica = await create([{ building: { id: ledger.clinica }, grossValue: '900.00' }]);
  none = await create([]);
});
afterAll(() => ledger.services.stop());

const get = (rest: string, token: string, query: Record<string, string> = {}, kind: 'debit' | 'credit' = 'debit') =>
  ledger.services.api.get(ledger.path(kind, rest), { token, query });

const ids = async (rest: string, token: string, query: Record<string, string> = {}): Promise<number[]> =>
  (await get(rest, token, query)).body.data.content.map(({ id }: Doc) => id);

describe('A transaction over several buildings', () => {
  test('shows the shares of the buildings that the user sees, and the others only as a sum', async () => {
    const { status, body } = await get(`/${shared.id}`, ledger.engenheiro);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ value: '903.00', otherBuildingsValue: '301.00', canChange: false });
    expect(body.data.transactionRecordBuildings).toHaveLength(1);
    expect(body.data.transactionRecordBuildings[0]).toMatchObject({
      building: { id: ledger.casa },
      value: '602.00',
      percentage: '66.67',
      amountPerBuilding: '602.00',
    });
    expect(sharesOf(body.data)).toEqual(['200.00', '200.00', '200.00']);
    expect(JSON.stringify(body)).not.toContain('Clínica');
  });

  test('shows the same in a list, with and without its installments', async () => {
    const query = { ids: String(shared.id) };
    const [whole] = (await get('', ledger.engenheiro, query)).body.data.content;
    const [summary] = (await get('/summaries', ledger.engenheiro, query)).body.data.content;
    const {
      transactionRecordList,
      attachments,
      fiscalDocument: _nota,
      bank: _bank,
      paymentMethod: _method,
      retentions: _withheld,
      retentionOf: _of,
      ...rest
    } = whole;
    expect([transactionRecordList.length, attachments]).toEqual([3, []]);
    expect(summary).toEqual(rest);
    expect(summary).toMatchObject({
      otherBuildingsValue: '301.00',
      dueDate: null,
      transactionRecordBuildings: [{ value: '602.00' }],
    });
  });

  test('cannot be changed, paid, undone, deleted or given files by a user who sees only some of them', async () => {
    const options = { token: ledger.engenheiro };
    const answers = [
      await ledger.put('debit', shared, options),
      await ledger.pay(shared, 2, {}, options),
      await ledger.undo(shared, 1, options),
      await ledger.services.api.delete(ledger.path('debit', `/${shared.id}`), options),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body.message).toMatch(/^Você não tem permissão de despesas em todas as obras deste lançamento/);
    }
    expect((await get(`/${shared.id}`, ledger.admin)).body.data.version).toBe(shared.version);
  });
});

describe('Transactions on buildings without a grant', () => {
  test('are not found: neither alone, nor in lists, periods, records, totals or duplicates', async () => {
    for (const { id } of [clinica, none]) {
      const { status, body } = await get(`/${id}`, ledger.engenheiro);
      expect(status).toBe(404);
      expect(body.message).toBe('Despesa não encontrada.');
    }
    const visible = [shared.id, casa.id];
    const period = { from: '2026-01-01', to: '2027-12-31' };
    expect(await ids('', ledger.engenheiro, { sort: 'id' })).toEqual(visible);
    expect(
      await ids('', ledger.engenheiro, { ids: [shared, casa, clinica, none].map(({ id }) => id).join(',') }),
    ).toEqual(expect.arrayContaining(visible));
    expect(await ids('/period', ledger.engenheiro, { ...period, sort: 'id' })).toEqual(visible);
    expect(await ids(`/building/${ledger.casa}`, ledger.engenheiro, { sort: 'id' })).toEqual(visible);
    for (const building of [ledger.clinica, -1]) {
      expect(await ids(`/building/${building}`, ledger.engenheiro)).toEqual([]);
      expect(await ids(`/building/${building}/period`, ledger.engenheiro, period)).toEqual([]);
      expect(await ids('', ledger.engenheiro, { building: String(building) })).toEqual([]);
      expect(await ids('/transaction-record', ledger.engenheiro, { buildingId: String(building) })).toEqual([]);
    }
    expect(await ids('/transaction-record', ledger.engenheiro)).toHaveLength(4);
    expect((await get('/totals', ledger.engenheiro)).body.data).toMatchObject({ count: 2, value: '1803.00' });
    const search = { partner: String(ledger.concreteira), documentNumber: 'canário 77', value: '900' };
    expect((await ids('/duplicates', ledger.engenheiro, search)).sort()).toEqual([...visible].sort());
    expect(await ids('/duplicates', ledger.financeiro, { ...search, except: String(casa.id) })).toHaveLength(3);
  });

  test('cannot be created, nor a transaction moved there: such a building is not found', async () => {
    const options = { token: ledger.engenheiro };
    const on = (id: number) => [{ building: { id }, grossValue: '900.00' }];
    const body = { grossValue: '900.00', emissionDate: '2026-11-20', dueDate: '2026-12-10' };
    for (const { save, from } of [
      { save: ledger.post, from: body },
      { save: ledger.put, from: casa },
    ]) {
      const [unseen, missing] = [ledger.clinica, 999_999_999].map((id) =>
        save('debit', { ...from, transactionRecordBuildings: on(id) }, options),
      );
      expect((await unseen)?.status).toBe(422);
      expect((await unseen)?.body).toMatchObject({
        fields: [{ path: 'transactionRecordBuildings.0.building', message: 'Obra não encontrada.' }],
      });
      const comparable = ({ timestamp: _at, requestId: _id, ...refusal }: Record<string, unknown>) => refusal;
      expect(comparable((await unseen)?.body)).toEqual(comparable((await missing)?.body));
      // "Sem obra" is no secret, so a user without that permission gets 403.
      expect((await save('debit', { ...from, transactionRecordBuildings: [] }, options)).status).toBe(403);
    }
    const renamed = await ledger.put('debit', { ...casa, description: 'Minha obra' }, options);
    expect(renamed.status).toBe(200);
    casa = renamed.body.data;
  });

  test('cannot be created on a building that is visible by another permission, with an error that says so', async () => {
    const { seed } = ledger.services;
    const builder = await seed.user(ledger.accountId, {
      grants: [
        { companyId: ledger.companyId, buildingId: ledger.casa, permissions: ['DEBIT'] },
        { companyId: ledger.companyId, buildingId: ledger.clinica, permissions: ['ENGINEERING'] },
      ],
    });
    const { status, body } = await ledger.post(
      'debit',
      {
        grossValue: '900.00',
        emissionDate: '2026-11-20',
        dueDate: '2026-12-10',
        transactionRecordBuildings: [{ building: { id: ledger.clinica }, grossValue: '900.00' }],
      },
      { token: await seed.tokenOf(builder) },
    );
    expect(status).toBe(403);
    expect(body.message).toMatch(/^Você não tem permissão de despesas em todas as obras/);
  });
});

describe('The permission DEBIT or CREDIT', () => {
  test('opens only its own routes, where transactions of the other type are not found', async () => {
    expect((await get('', ledger.engenheiro, {}, 'credit')).status).toBe(403);
    expect((await get(`/${casa.id}`, ledger.financeiro, {}, 'credit')).status).toBe(404);
    expect((await ledger.put('credit', casa)).status).toBe(404);
  });

  test('shows the wallet balance only together with the other one (§6)', async () => {
    const { seed } = ledger.services;
    const payer = await seed.user(ledger.accountId, {
      grants: [{ companyId: ledger.companyId, buildingId: ledger.casa, permissions: ['DEBIT'] }],
    });
    const token = await seed.tokenOf(payer);
    const { status, body } = await ledger.pay(casa, 1, {}, { token });
    expect(status).toBe(200);
    expect(body.data.walletBalance).toBeNull();
    const messages = await ledger.services.api.get('/api/v1/assistant/messages', { token });
    expect(messages.body.data.content).toHaveLength(1);
    expect(messages.body.data.content[0].text).not.toContain('Saldo');
  });
});

describe('Users of another company or account', () => {
  test('do not find these transactions', async () => {
    const { seed, api } = ledger.services;
    const account = await seed.account();
    const company = await seed.company(account);
    const token = await seed.tokenOf(await seed.user(account, { admin: true }));
    const theirs = `/api/v1/financial/company/${company}/debit`;
    expect((await api.get(`${theirs}/${shared.id}`, { token })).status).toBe(404);
    expect((await api.get(ledger.path('debit'), { token })).status).toBe(404);
    expect((await api.put(theirs, { token, body: shared })).status).toBe(404);
    const installment = shared.transactionRecordList[1].id;
    const payment = { version: 1, paymentDate: '2026-11-20', bank: { id: ledger.itau }, paymentMethod: 'PIX' };
    const paid = await api.post(`${theirs}/${shared.id}/installment/${installment}/payment`, { token, body: payment });
    expect(paid.status).toBe(404);
    const stolen = await api.post(theirs, {
      token,
      body: {
        grossValue: '1.00',
        emissionDate: '2026-11-20',
        dueDate: '2026-11-20',
        transactionRecordBuildings: [{ building: { id: ledger.casa }, grossValue: '1.00' }],
      },
    });
    expect(faults(stolen)).toEqual(['transactionRecordBuildings.0.building: Obra não encontrada.']);
    const sister = await seed.company(ledger.accountId);
    const other = await api.get(`/api/v1/financial/company/${sister}/debit/${shared.id}`, { token: ledger.admin });
    expect(other.status).toBe(404);
  });
});
