import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, faults, plain, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
/** Rows of another account, and of another company of the same account. */
let foreign: { category: number; partner: number; wallet: number; building: number; stage: number };
let sister: { wallet: number; building: number };
let inactive: { category: number; partner: number; wallet: number; building: number };

beforeAll(async () => {
  ledger = await startLedger();
  const { seed } = ledger.services;
  const rows = async (accountId: number, companyId: number, active: boolean) => {
    const account = { account_id: accountId };
    const name = `Canário ${accountId}-${companyId}-${String(active)}`;
    return {
      category: await seed.insert('categories', { ...account, type: 'DEBIT', name, active }),
      partner: await seed.insert('partners', { ...account, type: 'SUPPLIER', name, active }),
      wallet: await seed.insert('wallets', {
        ...account,
        company_id: companyId,
        identifier: name,
        balance_date: '2026-01-01',
        active,
      }),
      building: await seed.building({ accountId, companyId }, { name, active }),
    };
  };
  const otherAccount = await seed.account();
  const otherCompany = await seed.company(otherAccount);
  const others = await rows(otherAccount, otherCompany, true);
  const estimate = await seed.insert('cost_estimates', {
    account_id: otherAccount,
    company_id: otherCompany,
    building_id: others.building,
    code: 'E',
    description: 'Orçamento',
  });
  const stage = await seed.insert('cost_estimate_groups', {
    account_id: otherAccount,
    cost_estimate_id: estimate,
    building_id: others.building,
    code: '1',
    name: 'Canário',
    position: 1,
  });
  foreign = { ...others, stage };
  sister = await rows(ledger.accountId, await seed.company(ledger.accountId), true);
  inactive = await rows(ledger.accountId, ledger.companyId, false);
});
afterAll(() => ledger.services.stop());

const body = (values: Record<string, unknown> = {}): Record<string, unknown> => ({
  grossValue: '100.00',
  emissionDate: '2026-11-20',
  dueDate: '2026-12-10',
  ...values,
});

/** Sends a body as admin, so that no permission interferes, and returns the field errors. */
const refused = async (values: Record<string, unknown>): Promise<string[]> => {
  const reply = await ledger.post('debit', body(values), { token: ledger.admin });
  expect([400, 422]).toContain(reply.status);
  return faults(reply);
};

const paidItem = (values: Record<string, unknown>) => ({
  transactionRecordList: [
    {
      forecast: false,
      dueDate: '2026-11-20',
      grossValue: '100.00',
      paymentDate: '2026-11-20',
      bank: { id: ledger.itau },
      paymentMethod: 'PIX',
      ...values,
    },
  ],
});

describe('Installments', () => {
  test.each([0, -1])('of the count %i are rejected with the text of §5', async (installmentCount) => {
    expect(await refused({ installmentCount })).toEqual(['installmentCount: Quantity should be >= 1']);
  });

  test('are created from the header for an empty list', async () => {
    const { status, body: answer } = await ledger.post(
      'debit',
      body({ transactionRecordList: [], installmentCount: 3 }),
      { token: ledger.admin },
    );
    expect([status, column(answer.data, 'value')]).toEqual([200, '33.33 33.33 33.34']);
  });

  test('below or above the total are rejected with the difference', async () => {
    const item = (grossValue: string) => ({ dueDate: '2026-12-10', grossValue });
    expect(await refused({ transactionRecordList: [item('60.00'), item('39.99')] })).toEqual([
      'transactionRecordList: Faltam R$ 0,01 nas parcelas',
    ]);
    expect(await refused({ transactionRecordList: [item('60.00'), item('41.00')] })).toEqual([
      'transactionRecordList: As parcelas passam do valor em R$ 1,00',
    ]);
  });

  test('must each be above zero', async () => {
    const item = (value: string) => ({ dueDate: '2026-12-10', value });
    expect(await refused({ transactionRecordList: [item('100.00'), item('0.00')] })).toEqual([
      'transactionRecordList.1.grossValue: O valor da parcela deve ser maior que zero.',
    ]);
    expect(await refused({ grossValue: '0.05', installmentCount: 6 })).toEqual([
      'installmentCount: R$ 0,05 não dá um centavo para cada uma das 6 parcelas',
    ]);
  });

  test('need a due date each, and the transaction one without a list', async () => {
    expect(await refused({ dueDate: null })).toEqual(['dueDate: Informe o vencimento.']);
    const list = [
      { dueDate: '2026-12-10', grossValue: '50.00' },
      { dueDate: '2026-02-30', grossValue: '50.00' },
    ];
    expect(await refused({ transactionRecordList: list })).toEqual([
      'transactionRecordList.1.dueDate: Informe uma data válida no formato AAAA-MM-DD.',
    ]);
    list[1] = { dueDate: '9999-12-31', grossValue: '50.00' };
    expect(await refused({ transactionRecordList: list })).toEqual([
      'transactionRecordList.1.dueDate: Informe uma data entre 1900 e 2199.',
    ]);
  });

  test('that are sent as paid need wallet, method and date at their own paths', async () => {
    expect(await refused(paidItem({ paymentDate: null, bank: { id: null }, paymentMethod: null }))).toEqual([
      'transactionRecordList.0.paymentDate: Informe a data do pagamento.',
      'transactionRecordList.0.bank: Escolha a carteira.',
      'transactionRecordList.0.paymentMethod: Escolha a forma de pagamento.',
    ]);
    expect(await refused(paidItem({ paymentMethod: 'BITCOIN', discount: '100.01' }))).toEqual([
      'transactionRecordList.0.paymentMethod: Escolha uma forma de pagamento da lista.',
      'transactionRecordList.0.discount: O desconto não pode passar de R$ 100,00.',
    ]);
  });

  test('of another transaction are not found', async () => {
    const other: Doc = (await ledger.post('debit', body())).body.data;
    const own: Doc = (await ledger.post('debit', body())).body.data;
    const item = { id: other.transactionRecordList[0].id, dueDate: '2026-12-10', grossValue: '100.00' };
    expect(await refused({ transactionRecordList: [item] })).toEqual([
      'transactionRecordList.0.id: Parcela não encontrada.',
    ]);
    const reply = await ledger.put('debit', { ...own, transactionRecordList: [item] });
    expect(faults(reply)).toEqual(['transactionRecordList.0.id: Parcela não encontrada.']);
    const twice = { ...item, id: own.transactionRecordList[0].id, grossValue: '50.00' };
    expect(faults(await ledger.put('debit', { ...own, transactionRecordList: [twice, twice] }))).toEqual([
      'transactionRecordList.1.id: Esta parcela aparece duas vezes.',
    ]);
  });
});

describe('A value', () => {
  test.each(['0.00', '0.004', undefined])('of %s is rejected', async (grossValue) => {
    expect(await refused({ grossValue })).toEqual(['grossValue: Informe um valor maior que zero.']);
  });

  test('that is not decimal, or negative, is rejected at its field', async () => {
    expect((await refused({ grossValue: 'dez' }))[0]).toMatch(/^grossValue: /);
    expect((await refused({ grossValue: -1 }))[0]).toMatch(/^grossValue: /);
  });

  test('keeps every digit of a JSON number', async () => {
    const text = '{"grossValue": 9007199254740.93, "emissionDate": "2026-11-20", "dueDate": "2026-12-10"}';
    const headers = { 'content-type': 'application/json' };
    const reply = await ledger.services.api.post(ledger.path('debit'), { token: ledger.admin, body: text, headers });
    expect(reply.body.data.grossValue).toBe('9007199254740.93');
  });
});

describe('An apportionment (§5)', () => {
  test('has a building once, with a value above zero, and sums to the total', async () => {
    const share = (building: number, value: string) => ({ building: { id: building }, value });
    expect(
      await refused({ transactionRecordBuildings: [share(ledger.casa, '50.00'), share(ledger.casa, '50.00')] }),
    ).toEqual(['transactionRecordBuildings.1.building: Esta obra já está no rateio']);
    expect(
      await refused({ transactionRecordBuildings: [share(ledger.casa, '100.00'), share(ledger.clinica, '0.00')] }),
    ).toEqual(['transactionRecordBuildings.1.value: O valor deve ser maior que zero']);
    expect(await refused({ transactionRecordBuildings: [share(ledger.casa, '99.99')] })).toEqual([
      'transactionRecordBuildings: Faltam R$ 0,01 no rateio',
    ]);
  });

  test('may have a building twice, by stage, where the account allows it', async () => {
    const { seed } = ledger.services;
    const transactionRecordBuildings = [ledger.fundacao, ledger.alvenaria].map((id) => ({
      building: { id: ledger.casa },
      costEstimateGroup: { id },
      value: '50.00',
    }));
    await seed.sql(`update accounts set settings = '{"allowRepeatedBuilding": true}' where id = $1`, [
      ledger.accountId,
    ]);
    const accepted = await ledger.post('debit', body({ transactionRecordBuildings }));
    expect(accepted.body.data.transactionRecordBuildings.map((one: Doc) => one.amountPerBuilding)).toEqual([
      '100.00',
      '100.00',
    ]);
    const sameStage = await refused({
      transactionRecordBuildings: [transactionRecordBuildings[0], transactionRecordBuildings[0]],
    });
    expect(sameStage).toEqual(['transactionRecordBuildings.1.costEstimateGroup: Esta etapa da obra já está no rateio']);
    await seed.sql(`update accounts set settings = '{}' where id = $1`, [ledger.accountId]);
    expect(await refused({ transactionRecordBuildings })).toEqual([
      'transactionRecordBuildings.1.building: Esta obra já está no rateio',
    ]);
    // A transaction created under the old setting stays editable.
    expect((await ledger.put('debit', { ...accepted.body.data, description: 'Depois' })).status).toBe(200);
  });

  test('accepts only stages of its own building', async () => {
    const transactionRecordBuildings = [
      { building: { id: ledger.clinica }, costEstimateGroup: { id: ledger.fundacao }, value: '100.00' },
    ];
    expect(await refused({ transactionRecordBuildings })).toEqual([
      'transactionRecordBuildings.0.costEstimateGroup: Etapa não encontrada nesta obra.',
    ]);
  });
});

describe('References', () => {
  test('to rows of another account or company, or to unknown rows, are rejected at their field', async () => {
    for (const id of [foreign.category, 987654, -1]) {
      expect(await refused({ category: { id } })).toEqual(['category: Categoria não encontrada.']);
    }
    // No database has such an id.
    expect(await refused({ category: { id: 1e300 } })).toEqual(['category.id: Informe um número inteiro.']);
    expect(await refused({ partner: { id: foreign.partner } })).toEqual(['partner: Fornecedor não encontrado.']);
    for (const id of [foreign.wallet, sister.wallet]) {
      expect(await refused({ bank: { id } })).toEqual(['bank: Carteira não encontrada.']);
      expect(await refused(paidItem({ bank: { id } }))).toEqual([
        'transactionRecordList.0.bank: Carteira não encontrada.',
      ]);
    }
    for (const id of [foreign.building, sister.building]) {
      expect(await refused({ transactionRecordBuildings: [{ building: { id }, value: '100.00' }] })).toEqual([
        'transactionRecordBuildings.0.building: Obra não encontrada.',
      ]);
    }
    const onForeignStage = { building: { id: ledger.casa }, costEstimateGroup: { id: foreign.stage }, value: '100.00' };
    expect(await refused({ transactionRecordBuildings: [onForeignStage] })).toEqual([
      'transactionRecordBuildings.0.costEstimateGroup: Etapa não encontrada nesta obra.',
    ]);
  });

  test('without an id are ignored (§5)', async () => {
    const { body: answer } = await ledger.post('debit', body({ category: {}, partner: { id: null }, bank: null }));
    expect(answer.data).toMatchObject({ category: null, partner: null, bank: null });
  });

  test('of the wrong type are rejected', async () => {
    expect(await refused({ category: { id: ledger.venda }, partner: { id: ledger.cliente } })).toEqual([
      'category: Esta categoria é de receita. Escolha uma categoria de despesa.',
      'partner: Este parceiro é cliente. Despesas pedem um fornecedor.',
    ]);
    const income = await ledger.post(
      'credit',
      body({ category: { id: ledger.concreto }, partner: { id: ledger.concreteira } }),
    );
    expect(faults(income)).toEqual([
      'category: Esta categoria é de despesa. Escolha uma categoria de receita.',
      'partner: Este parceiro é fornecedor. Receitas pedem um cliente.',
    ]);
  });

  test('to inactive rows are rejected when new, and kept where they were', async () => {
    const { seed } = ledger.services;
    expect(
      await refused({
        category: { id: inactive.category },
        partner: { id: inactive.partner },
        bank: { id: inactive.wallet },
        transactionRecordBuildings: [{ building: { id: inactive.building }, value: '100.00' }],
      }),
    ).toEqual([
      'category: Esta categoria está inativa.',
      'partner: Este fornecedor está inativo.',
      'bank: Esta carteira está inativa.',
      'transactionRecordBuildings.0.building: Esta obra está inativa.',
    ]);
    const { body: made } = await ledger.post('debit', body({ category: { id: ledger.concreto } }));
    await seed.sql('update categories set active = false where id = $1', [ledger.concreto]);
    expect((await ledger.put('debit', { ...made.data, description: 'Depois' })).status).toBe(200);
    await seed.sql('update categories set active = true where id = $1', [ledger.concreto]);
  });
});

describe('A payment', () => {
  const transaction = async (): Promise<Doc> => (await ledger.post('debit', body())).body.data;

  test.each([
    [{ paymentDate: '2026-11-21' }, /^paymentDate: A data do pagamento está no futuro/],
    [{ paymentMethod: 'FIADO' }, /^paymentMethod: Escolha uma forma/],
    [{ discount: '100.01' }, /^discount: O desconto não pode passar de R\$ 100,00/],
    [{ grossValue: '100.01' }, /^grossValue: O pagamento passa do valor da parcela \(R\$ 100,00\)/],
    [{ grossValue: '0.00' }, /^grossValue: O valor pago deve ser maior que zero/],
  ])('with %j is rejected', async (values, message) => {
    const reply = await ledger.pay(await transaction(), 1, values);
    expect(reply.status).toBe(422);
    expect(faults(reply)).toEqual([expect.stringMatching(message)]);
  });

  test('from a wallet that is inactive or of another company is rejected', async () => {
    for (const id of [inactive.wallet, sister.wallet, foreign.wallet]) {
      const reply = await ledger.pay(await transaction(), 1, { bank: { id } });
      expect(reply.status).toBe(422);
      expect(reply.body.fields[0].path).toBe('bank');
    }
  });

  test('of a paid installment, or the undoing of an open one, is rejected', async () => {
    const open = await transaction();
    expect((await ledger.undo(open, 1)).body).toMatchObject({ status: 409, message: 'Esta parcela não está paga.' });
    const paid = (await ledger.pay(open, 1)).body.data.transaction;
    expect((await ledger.pay(paid, 1)).body).toMatchObject({ status: 409, message: 'Esta parcela já está paga.' });
  });

  test('before the wallet’s opening balance is accepted with a warning, and does not count', async () => {
    const reply = await ledger.pay(await transaction(), 1, { paymentDate: '2025-12-31', bank: { id: ledger.caixa } });
    expect(reply.status).toBe(200);
    expect(plain(reply.body.message)).toBe(
      'O pagamento é anterior ao saldo inicial de Caixa da obra (01/01/2026) e por isso não altera o saldo da carteira.',
    );
    expect(reply.body.data.walletBalance).toMatchObject({ balance: '1000.00', ignoredMovements: 1 });
  });

  test('is kept in the history when it is undone', async () => {
    const paid = (await ledger.pay(await transaction(), 1, { increase: '2.00' })).body.data.transaction;
    await ledger.undo(paid, 1);
    const rows = await ledger.services.seed.sql(
      `select action, details from audit_log where entity = 'transaction' and entity_id = $1 order by id`,
      [paid.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'pay', 'undo']);
    expect(rows[2]?.details).toMatchObject({
      before: { grossValue: '100.00', increase: '2.00', paymentDate: '2026-11-20', walletId: ledger.itau },
    });
  });
});
