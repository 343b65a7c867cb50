import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, faults, plain, sharesOf, startLedger, type Doc, type Ledger } from './kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.post('debit', {
    documentNumber: 'NF 1',
    grossValue: '900.00',
    emissionDate: '2026-11-20',
    dueDate: '2026-12-10',
    installmentCount: 3,
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, grossValue: '600.00' },
      { building: { id: ledger.clinica }, grossValue: '300.00' },
    ],
    ...values,
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

/** Sends back the transaction as a form does, with some values changed. */
const save = (transaction: Doc, changes: Record<string, unknown> = {}) =>
  ledger.put('debit', { ...transaction, ...changes });

const pay = async (transaction: Doc, number: number, values: Record<string, unknown> = {}): Promise<Doc> => {
  const reply = await ledger.pay(transaction, number, values);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data.transaction;
};

const withInstallments = (transaction: Doc, change: (one: Doc) => Doc) => ({
  transactionRecordList: transaction.transactionRecordList.map(change),
});

describe('Saving a transaction', () => {
  test('as it was read changes only its version', async () => {
    const transaction = await pay(await pay(await create(), 2, { grossValue: '100.01', increase: '1.00' }), 1);
    const { status, body } = await save(transaction);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...transaction, version: transaction.version + 1 });
  });

  test('with other texts and dates changes no installment and no share', async () => {
    const transaction = await pay(await create(), 2, { grossValue: '0.07' });
    const { body } = await save(transaction, {
      description: '  Novo texto ',
      emissionDate: '2026-11-01',
      documentNumber: '',
    });
    expect(body.data).toMatchObject({ description: 'Novo texto', documentNumber: null, emissionDate: '2026-11-01' });
    expect(sharesOf(body.data)).toEqual(sharesOf(transaction));
    expect(body.data.transactionRecordBuildings).toEqual(transaction.transactionRecordBuildings);
  });

  test('without the lists keeps installments and apportionment', async () => {
    const transaction = await create();
    const { transactionRecordList: _list, transactionRecordBuildings: _shares, ...header } = transaction;
    const { body } = await ledger.put('debit', { ...header, description: 'Só o cabeçalho' });
    expect(body.data).toMatchObject({
      transactionRecordList: transaction.transactionRecordList,
      transactionRecordBuildings: transaction.transactionRecordBuildings,
    });
  });

  test('with two changed forecast values changes only their shares', async () => {
    const transaction = await pay(await create(), 1);
    const changed = withInstallments(transaction, (one) =>
      one.number === 2 ? { ...one, grossValue: '100.01' } : one.number === 3 ? { ...one, grossValue: '499.99' } : one,
    );
    const { status, body } = await save(transaction, changed);
    expect(status).toBe(200);
    expect(column(body.data, 'grossValue')).toBe('300.00 100.01 499.99');
    expect(sharesOf(body.data)).toEqual(['200.00 100.00', '66.67 33.34', '333.33 166.66']);
  });

  test('may remove open installments and add others', async () => {
    const transaction = await pay(await create(), 1);
    const [first] = transaction.transactionRecordList;
    const { body } = await save(transaction, {
      transactionRecordList: [
        { dueDate: '2026-11-25', grossValue: '250.00' },
        first,
        { dueDate: '2027-03-31', grossValue: '350.00' },
      ],
    });
    expect(column(body.data, 'number')).toBe('1 2 3');
    expect(column(body.data, 'forecast')).toBe('true false true');
    expect(column(body.data, 'grossValue')).toBe('250.00 300.00 350.00');
    expect(body.data.transactionRecordList[1].id).toBe(first.id);
    expect(body.data).toMatchObject({ installmentCount: 3, paidInstallmentCount: 1, referenceDueDate: '2026-11-25' });
  });

  test('with another total needs installments and an apportionment that sum to it', async () => {
    const transaction = await create();
    const refused = await save(transaction, { grossValue: '1000.00' });
    expect(refused.status).toBe(400);
    expect(faults(refused)).toEqual([
      'transactionRecordList: Faltam R$ 100,00 nas parcelas',
      'transactionRecordBuildings: Faltam R$ 100,00 no rateio',
    ]);
    const accepted = await save(transaction, {
      grossValue: '1000.00',
      ...withInstallments(transaction, (one) => (one.number === 3 ? { ...one, grossValue: '400.00' } : one)),
      transactionRecordBuildings: [{ building: { id: ledger.galpao }, grossValue: '1000.00' }],
    });
    expect(sharesOf(accepted.body.data)).toEqual(['300.00', '300.00', '400.00']);
    expect(accepted.body.data.transactionRecordBuildings[0]).toMatchObject({
      building: { name: 'Galpão' },
      percentage: '100.00',
    });
  });

  test('with another apportionment redistributes the paid installments, including their increases', async () => {
    const transaction = await pay(await create(), 1, { increase: '0.03' });
    const { body } = await save(transaction, {
      transactionRecordBuildings: [
        { building: { id: ledger.clinica }, grossValue: '450.00' },
        { building: { id: ledger.casa }, grossValue: '450.00' },
      ],
    });
    expect(sharesOf(body.data)).toEqual(['150.00 150.00', '150.00 150.00', '150.00 150.00']);
    expect(sharesOf(body.data, 'increase')[0]).toBe('0.02 0.01');
    expect(body.data.transactionRecordBuildings.map((one: Doc) => one.id)).toEqual(
      [...transaction.transactionRecordBuildings].reverse().map((one: Doc) => one.id),
    );
  });

  test('without an apportionment needs only the grant for no building', async () => {
    const { body } = await save(await create(), { transactionRecordBuildings: [] });
    expect(body.data).toMatchObject({ transactionRecordBuildings: [], otherBuildingsValue: null, canChange: true });
    expect(sharesOf(body.data)).toEqual(['', '', '']);
  });
});

describe('A paid installment', () => {
  test.each([
    ['dueDate', { dueDate: '2026-12-11' }],
    ['grossValue', { grossValue: '300.01' }],
    ['paymentDate', { paymentDate: '2026-11-19' }],
    ['paymentMethod', { paymentMethod: 'CASH' }],
    ['increase', { increase: '1.00' }],
    ['discount', { discount: '1.00' }],
    ['forecast', { forecast: true }],
  ])('cannot change its %s', async (field, change) => {
    const transaction = await pay(await create(), 1);
    const reply = await save(
      transaction,
      withInstallments(transaction, (one) => (one.number === 1 ? { ...one, ...change } : one)),
    );
    expect(reply.status).toBe(422);
    expect(faults(reply)).toContain(
      `transactionRecordList.0.${field}: Parcela paga não pode ser alterada: desfaça o pagamento primeiro.`,
    );
  });

  test('cannot be removed', async () => {
    const transaction = await pay(await create(), 2);
    const reply = await save(transaction, {
      transactionRecordList: [{ dueDate: '2026-12-10', grossValue: '900.00' }],
    });
    expect(faults(reply)).toEqual([
      'transactionRecordList: A parcela 2 está paga e não pode ser removida: desfaça o pagamento primeiro.',
    ]);
  });

  test('may be sent with only its key, date and value', async () => {
    const transaction = await pay(await create(), 1);
    const { status } = await save(
      transaction,
      withInstallments(transaction, ({ id, dueDate, grossValue }) => ({ id, dueDate, grossValue })),
    );
    expect(status).toBe(200);
  });

  test('prevents the deletion of its transaction until it is undone', async () => {
    const transaction = await pay(await create(), 1);
    const path = ledger.path('debit', `/${transaction.id}`);
    const refused = await ledger.services.api.delete(path, { token: ledger.financeiro });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe('Há parcela paga neste lançamento. Desfaça o pagamento antes de excluí-lo.');
    await ledger.undo(transaction, 1);
    expect((await ledger.services.api.delete(path, { token: ledger.financeiro })).status).toBe(200);
    expect((await ledger.services.api.get(path, { token: ledger.financeiro })).status).toBe(404);
    expect((await ledger.services.api.delete(path, { token: ledger.financeiro })).status).toBe(404);
  });
});

describe('An open installment (§4)', () => {
  test('rejects every payment field at its path', async () => {
    const reply = await ledger.post('debit', {
      value: '900.00',
      emissionDate: '2026-11-20',
      transactionRecordList: [
        {
          forecast: true,
          dueDate: '2026-12-10',
          grossValue: '900.00',
          paymentDate: '2026-11-20',
          bank: { id: ledger.itau },
          paymentMethod: 'PIX',
          increase: '10.00',
          discount: '5.00',
        },
      ],
    });
    expect(reply.status).toBe(400);
    expect(faults(reply).toSorted()).toEqual([
      'transactionRecordList.0.bank: Uma parcela em aberto não tem carteira de pagamento.',
      'transactionRecordList.0.discount: Uma parcela em aberto não tem desconto.',
      'transactionRecordList.0.increase: Uma parcela em aberto não tem acréscimo.',
      'transactionRecordList.0.paymentDate: Uma parcela em aberto não tem data de pagamento.',
      'transactionRecordList.0.paymentMethod: Uma parcela em aberto não tem forma de pagamento.',
    ]);
  });

  test('that is sent as paid is paid, with a message', async () => {
    const transaction = await create({
      installmentCount: 2,
      transactionRecordList: [
        {
          forecast: false,
          dueDate: '2026-11-10',
          grossValue: '400.00',
          paymentDate: '2026-11-12',
          bank: { id: ledger.itau },
          paymentMethod: 'BOLETO',
          increase: '3.00',
        },
        { dueDate: '2026-12-10', grossValue: '500.00' },
      ],
    });
    expect(transaction).toMatchObject({ status: 'PARTIAL', version: 1, paidValue: '403.00', openValue: '500.00' });
    expect(sharesOf(transaction, 'increase')[0]).toBe('2.00 1.00');
    const messages = await ledger.services.api.get('/api/v1/assistant/messages', { token: ledger.financeiro });
    expect(plain(messages.body.data.content[0].text)).toContain(
      'Pagamento de R$ 403,00 registrado: NF 1, parcela 1/2.',
    );
  });

  test('can be paid by saving the transaction', async () => {
    const transaction = await create();
    const { body } = await save(
      transaction,
      withInstallments(transaction, (one) =>
        one.number === 3
          ? { ...one, forecast: false, paymentDate: '2026-11-20', bank: { id: ledger.itau }, paymentMethod: 'PIX' }
          : one,
      ),
    );
    expect(column(body.data, 'forecast')).toBe('true true false');
  });
});

describe('A save with an outdated version', () => {
  test('is rejected with who changed the transaction, how and when', async () => {
    const transaction = await create();
    await ledger.pay(transaction, 1, {}, { token: ledger.admin });
    const reply = await save(transaction);
    expect(reply.status).toBe(409);
    expect(reply.body.message).toBe(
      'Ana Prado registrou um pagamento neste lançamento em 20/11/2026 às 12:00. Confira a versão gravada e tente de novo.',
    );
  });

  test('is rejected with another text after one’s own change in another window', async () => {
    const transaction = await create();
    await save(transaction, { description: 'Outra' });
    expect((await save(transaction)).body.message).toBe(
      'Você alterou este lançamento em outra janela em 20/11/2026 às 12:00. Confira a versão gravada e tente de novo.',
    );
  });
});
