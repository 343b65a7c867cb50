import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, plain, sharesOf, startLedger, type Doc, type Ledger } from './kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const tenThousand = (): Record<string, unknown> => ({
  documentNumber: 'NF 10.482',
  description: 'Concreto usinado',
  grossValue: '10000.00',
  emissionDate: '2026-11-10',
  dueDate: '2026-11-30',
  installmentCount: 3,
  category: { id: ledger.concreto },
  partner: { id: ledger.concreteira },
  transactionRecordBuildings: [
    { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '6000.00' },
    { building: { id: ledger.clinica }, grossValue: '4000.00', isCustomerCharged: true },
  ],
});

const create = async (body: Record<string, unknown>, kind: 'debit' | 'credit' = 'debit'): Promise<Doc> => {
  const reply = await ledger.post(kind, body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

describe('R$ 10.000,00 in 3 installments over 2 buildings', () => {
  test('is split in 3.333,33, 3.333,33 and 3.333,34, month by month', async () => {
    const transaction = await create(tenThousand());
    expect(column(transaction, 'grossValue')).toBe('3333.33 3333.33 3333.34');
    expect(column(transaction, 'dueDate')).toBe('2026-11-30 2026-12-30 2027-01-30');
    expect(column(transaction, 'date')).toBe('2026-11-20 2026-11-20 2026-11-20');
    expect(column(transaction, 'bank')).toBe('null null null');
    expect(transaction).toMatchObject({
      type: 'DEBIT',
      status: 'OPEN',
      overdue: false,
      forecast: true,
      version: 1,
      value: '10000.00',
      openValue: '10000.00',
      paidValue: '0.00',
      dueDate: '2026-11-30',
      referenceDueDate: '2026-11-30',
      competenceDate: '2026-11-10',
      paymentDate: null,
      category: { id: ledger.concreto, name: 'Concreto' },
      partner: { id: ledger.concreteira, name: 'Concreteira Paulista' },
      company: { id: ledger.companyId, name: 'Construtora Ipê' },
      otherBuildingsValue: null,
      canChange: true,
    });
  });

  test('is apportioned so that each installment and each building has its exact sum', async () => {
    const transaction = await create(tenThousand());
    expect(sharesOf(transaction)).toEqual(['2000.00 1333.33', '2000.00 1333.33', '2000.00 1333.34']);
    expect(transaction.transactionRecordBuildings).toMatchObject([
      {
        building: { name: 'Casa Ipê' },
        costEstimateGroup: { id: ledger.fundacao, name: 'Fundação' },
        grossValue: '6000.00',
        value: '6000.00',
        percentage: '60.00',
        isCustomerCharged: false,
        amountPerBuilding: '6000.00',
      },
      { building: { name: 'Clínica' }, costEstimateGroup: null, percentage: '40.00', isCustomerCharged: true },
    ]);
  });

  test('is paid first with an increase of 12,34: Itaú loses 3.345,67, and both buildings share the increase', async () => {
    const created = await create(tenThousand());
    const { status, body } = await ledger.pay(created, 1, { increase: '12.34' });
    expect(status).toBe(200);
    const { transaction, walletBalance } = body.data;
    expect(column(transaction, 'value')).toBe('3345.67 3333.33 3333.34');
    expect(column(transaction, 'forecast')).toBe('false true true');
    expect(column(transaction, 'paymentDate')).toBe('2026-11-20 null null');
    expect(transaction.transactionRecordList[0]).toMatchObject({
      bank: { id: ledger.itau, text: 'Itaú' },
      paymentMethod: 'PIX',
      increase: '12.34',
      discount: '0.00',
    });
    expect(sharesOf(transaction, 'increase')).toEqual(['7.40 4.94', '0.00 0.00', '0.00 0.00']);
    expect(transaction).toMatchObject({
      status: 'PARTIAL',
      version: 2,
      value: '10012.34',
      increase: '12.34',
      paidValue: '3345.67',
      openValue: '6666.67',
      dueDate: null,
      paymentDate: null,
      referenceDueDate: '2026-12-30',
    });
    expect(walletBalance).toMatchObject({ id: ledger.itau, identifier: 'Itaú', balance: '46654.33', at: '2026-11-20' });

    const undone = await ledger.undo(transaction, 1);
    expect(undone.status).toBe(200);
    expect(undone.body.data.walletBalance.balance).toBe('50000.00');
    expect(undone.body.data.transaction).toMatchObject({
      ...created,
      version: 3,
      transactionRecordList: created.transactionRecordList,
    });
  });

  test('sends the payer a message with the balance, and another when the payment is undone', async () => {
    const transaction = await create(tenThousand());
    const paid = await ledger.pay(transaction, 1, { increase: '12.34' });
    await ledger.undo(paid.body.data.transaction, 1);
    const { body } = await ledger.services.api.get('/api/v1/assistant/messages', { token: ledger.financeiro });
    const [undoing, paying] = body.data.content;
    expect(paying.link).toBe(`/home/forms/transactions/outcome?id=${transaction.id}`);
    expect(plain(paying.text)).toBe(
      'Pagamento de R$ 3.345,67 registrado: Concreteira Paulista, NF 10.482, parcela 1/3. Saldo de Itaú: R$ 46.654,33.',
    );
    expect(plain(undoing.text)).toBe(
      'Pagamento de R$ 3.345,67 desfeito: Concreteira Paulista, NF 10.482, parcela 1/3. Saldo de Itaú: R$ 50.000,00.',
    );
  });
});

describe('A part payment', () => {
  test('of 1.000,00 splits the installment in a paid and an open one, in order, with the same due date', async () => {
    const created = await create(tenThousand());
    const { body } = await ledger.pay(created, 2, { grossValue: '1000.00', discount: '0.05' });
    const { transaction } = body.data;
    expect(column(transaction, 'number')).toBe('1 2 3 4');
    expect(column(transaction, 'grossValue')).toBe('3333.33 1000.00 2333.33 3333.34');
    expect(column(transaction, 'value')).toBe('3333.33 999.95 2333.33 3333.34');
    expect(column(transaction, 'forecast')).toBe('true false true true');
    expect(column(transaction, 'dueDate')).toBe('2026-11-30 2026-12-30 2026-12-30 2027-01-30');
    expect(transaction.transactionRecordList[1].id).toBe(created.transactionRecordList[1].id);
    expect(transaction.transactionRecordList[3].id).toBe(created.transactionRecordList[2].id);
  });

  test('distributes exactly the shares of the installment, and changes no other', async () => {
    const transaction = await create(tenThousand());
    const { body } = await ledger.pay(transaction, 2, { grossValue: '0.05', discount: '0.05' });
    expect(sharesOf(body.data.transaction)).toEqual([
      '2000.00 1333.33',
      '0.03 0.02',
      '1999.97 1333.31',
      '2000.00 1333.34',
    ]);
    expect(sharesOf(body.data.transaction, 'value')[1]).toBe('0.00 0.00');
  });
});

describe('An apportionment over 3 buildings', () => {
  test('of R$ 100,00 gives the odd cent to the last', async () => {
    const transaction = await create({
      grossValue: '100.00',
      emissionDate: '2026-11-20',
      dueDate: '2026-11-20',
      installmentCount: 3,
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, grossValue: '33.33' },
        { building: { id: ledger.clinica }, grossValue: '33.33' },
        { building: { id: ledger.galpao }, grossValue: '33.34' },
      ],
    });
    expect(transaction.transactionRecordBuildings.map((one: Doc) => one.percentage)).toEqual([
      '33.33',
      '33.33',
      '33.34',
    ]);
    expect(column(transaction, 'grossValue')).toBe('33.33 33.33 33.34');
    expect(sharesOf(transaction)).toEqual(['11.11 11.11 11.11', '11.11 11.11 11.11', '11.11 11.11 11.12']);
  });

  test('of a discount larger than the gross value, covered by an increase, leaves no share below zero', async () => {
    const transaction = await create({
      grossValue: '0.03',
      emissionDate: '2026-11-20',
      dueDate: '2026-11-20',
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, grossValue: '0.01' },
        { building: { id: ledger.clinica }, grossValue: '0.02' },
      ],
    });
    const { status, body } = await ledger.pay(transaction, 1, { increase: '10.00', discount: '10.03' });
    expect(status).toBe(200);
    expect(sharesOf(body.data.transaction, 'value')).toEqual(['0.00 0.00']);
  });
});

describe('An apportionment of single cents', () => {
  test('has a share only where its value is above zero, in the answer and in the tables', async () => {
    const transaction = await create({
      grossValue: '0.03',
      emissionDate: '2026-11-20',
      dueDate: '2026-11-20',
      installmentCount: 3,
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, grossValue: '0.01' },
        { building: { id: ledger.clinica }, grossValue: '0.02' },
      ],
    });
    const given = transaction.transactionRecordList.map((one: Doc) =>
      one.transactionRecordBuildings.map((share: Doc) => `${share.building.name} ${share.value}`).join(),
    );
    expect(given.toSorted()).toEqual(['Casa Ipê 0.01', 'Clínica 0.01', 'Clínica 0.01']);
    const rows = await ledger.services.seed.sql(
      'select gross_value from apportionment_shares where transaction_id = $1',
      [transaction.id],
    );
    expect(rows).toEqual([{ gross_value: '0.01' }, { gross_value: '0.01' }, { gross_value: '0.01' }]);
  });

  test('deletes a share that a change reduces to zero', async () => {
    const transaction = await create({ ...tenThousand(), installmentCount: 1 });
    const onCasa = {
      ...transaction,
      transactionRecordBuildings: [{ building: { id: ledger.clinica }, value: '10000.00' }],
    };
    const { status, body } = await ledger.put('debit', onCasa);
    expect([status, sharesOf(body.data)]).toEqual([200, ['10000.00']]);
    const rows = await ledger.services.seed.sql('select 1 from apportionment_shares where transaction_id = $1', [
      transaction.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('Due dates on day 31', () => {
  test('move to the last day of short months and back to 31', async () => {
    const transaction = await create({
      grossValue: '400.00',
      emissionDate: '2027-01-31',
      dueDate: '2027-01-31',
      installmentCount: 4,
    });
    expect(column(transaction, 'dueDate')).toBe('2027-01-31 2027-02-28 2027-03-31 2027-04-30');
  });
});

describe('An income', () => {
  test('is paid into the wallet, has no amount per building, and is called recebimento in messages', async () => {
    const transaction = await create(
      {
        documentNumber: 'Contrato 7',
        value: 2500.5,
        emissionDate: '2026-11-20',
        category: { id: ledger.venda },
        partner: { id: ledger.cliente },
        transactionRecordList: [{ dueDate: '2026-11-25', value: 2500.5 }],
        transactionRecordBuildings: [{ building: { id: ledger.casa }, value: 2500.5 }],
      },
      'credit',
    );
    expect(transaction).toMatchObject({ type: 'CREDIT', grossValue: '2500.50' });
    expect(transaction.transactionRecordBuildings[0]).not.toHaveProperty('amountPerBuilding');
    const { body } = await ledger.pay(transaction, 1, { bank: { id: ledger.caixa } });
    expect(body.data.walletBalance).toMatchObject({ identifier: 'Caixa da obra', balance: '3500.50' });
    expect(body.data.transaction).toMatchObject({ status: 'PAID', referenceDueDate: '2026-11-25', dueDate: null });
    const messages = await ledger.services.api.get('/api/v1/assistant/messages', { token: ledger.financeiro });
    const [message] = messages.body.data.content;
    expect(message.link).toBe(`/home/forms/transactions/income?id=${transaction.id}`);
    expect(plain(message.text)).toBe(
      'Recebimento de R$ 2.500,50 registrado: João da Silva, Contrato 7. Saldo de Caixa da obra: R$ 3.500,50.',
    );
  });
});
