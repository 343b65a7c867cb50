import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { column, faults, sharesOf, startLedger, type Doc, type Ledger } from '#tests/financial/ledger/kit.ts';

/** Updates by a client that sends back a response with one value changed (§7). */
let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const create = async (values: Record<string, unknown> = {}): Promise<Doc> => {
  const body = { value: 900, emissionDate: '2026-11-02', dueDate: '2026-11-30', ...values };
  const reply = await ledger.post('debit', body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

const change = (transaction: Doc, changes: Record<string, unknown>) =>
  ledger.put('debit', { ...transaction, ...changes });

const changed = async (transaction: Doc, changes: Record<string, unknown>): Promise<Doc> => {
  const reply = await change(transaction, changes);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

const paid = () => ({
  forecast: false,
  paymentDate: '2026-11-20',
  bank: { id: ledger.itau },
  paymentMethod: 'PIX',
});
const noList = { transactionRecordList: undefined };

describe('A transaction header with payment fields', () => {
  test('pays the only installment of the transaction, with its increase', async () => {
    const transaction = await changed(await create(), { ...noList, ...paid(), increase: '9.00', value: undefined });
    expect(transaction).toMatchObject({
      status: 'PAID',
      value: '909.00',
      grossValue: '900.00',
      increase: '9.00',
      paymentMethod: 'PIX',
      bank: { id: ledger.itau, text: 'Itaú' },
      dueDate: null,
      paymentDate: null,
    });
    expect(transaction.transactionRecordList).toMatchObject([{ dueDate: '2026-11-30', paymentDate: '2026-11-20' }]);
  });

  test('pays every open installment where it names none, and rejects one increase for several', async () => {
    const transaction = await create({ installmentCount: 2 });
    expect(faults(await change(transaction, { ...noList, ...paid(), increase: '9.00' }))).toEqual([
      'increase: Não confere: o lançamento diz R$ 0,00. Envie este valor ou deixe o campo de fora.',
    ]);
    const all = await changed(transaction, { ...noList, ...paid() });
    expect([column(all, 'paymentDate'), column(all, 'paymentMethod')]).toEqual(['2026-11-20 2026-11-20', 'PIX PIX']);
  });

  test('pays the installment without payment fields, and leaves the one marked as forecast', async () => {
    const transaction = await create({
      ...paid(),
      dueDate: null,
      transactionRecordList: [
        { dueDate: '2026-11-10', value: 400 },
        { dueDate: '2026-12-10', value: 500, forecast: true },
      ],
    });
    expect(column(transaction, 'forecast')).toBe('false true');
    expect(transaction).toMatchObject({ status: 'PARTIAL', bank: { id: ledger.itau }, paymentMethod: 'PIX' });
  });

  test('needs date, wallet and method, each reported at its header field', async () => {
    const reply = await ledger.post('debit', { value: 1, emissionDate: '2026-11-20', forecast: false });
    expect(faults(reply)).toEqual([
      'paymentDate: Informe a data do pagamento.',
      'bank: Escolha a carteira.',
      'paymentMethod: Escolha a forma de pagamento.',
    ]);
  });

  test('cannot contradict the list that is sent with it', async () => {
    const reply = await change(await create(), paid());
    expect([reply.status, faults(reply)[0]]).toEqual([400, 'forecast: As parcelas dizem o contrário.']);
  });
});

describe('The wallets of a transaction', () => {
  test('are the expected wallet, then that of the payments, and null where payments differ', async () => {
    const open = await create({ installmentCount: 2, bank: { id: ledger.caixa } });
    expect(open).toMatchObject({ bank: { text: 'Caixa da obra' }, expectedBank: { text: 'Caixa da obra' } });
    const partial = (await ledger.pay(open, 1)).body.data.transaction;
    expect(partial).toMatchObject({ bank: { text: 'Itaú' }, expectedBank: { text: 'Caixa da obra' } });
    const whole = (await ledger.pay(partial, 2, { bank: { id: ledger.caixa } })).body.data.transaction;
    expect(whole).toMatchObject({ bank: null, expectedBank: { text: 'Caixa da obra' }, paymentMethod: 'PIX' });
    expect(await changed(whole, {})).toEqual({ ...whole, version: whole.version + 1 });
  });

  test('change under either field name while nothing is paid', async () => {
    const open = await create({ bank: { id: ledger.caixa } });
    const other = await changed(open, { bank: { id: ledger.itau } });
    expect(other).toMatchObject({ bank: { text: 'Itaú' }, expectedBank: { text: 'Itaú' } });
    const none = await changed(other, { expectedBank: null });
    expect(none).toMatchObject({ bank: null, expectedBank: null });
  });
});

describe('Of two dependent figures, the changed one counts:', () => {
  test('the value of a transaction and of its installment, next to unchanged gross values', async () => {
    const transaction = await create();
    const list = [{ ...transaction.transactionRecordList[0], value: 950 }];
    expect(await changed(transaction, { value: 950, transactionRecordList: list })).toMatchObject({
      value: '950.00',
      grossValue: '950.00',
    });
  });

  test('the due date of the header, where there is one installment', async () => {
    const transaction = await changed(await create(), { ...noList, dueDate: '2026-12-15' });
    expect([transaction.dueDate, column(transaction, 'dueDate')]).toEqual(['2026-12-15', '2026-12-15']);
    const two = await create({ installmentCount: 2 });
    expect(faults(await change(two, { dueDate: '2026-12-15' }))[0]).toMatch(/^dueDate: Não confere: o lançamento diz/);
  });

  test('the apportionment of the transaction, next to unchanged installments, and vice versa', async () => {
    const share = (id: number, value: number) => ({ building: { id }, value });
    const transaction = await create({
      installmentCount: 2,
      transactionRecordBuildings: [share(ledger.casa, 600), share(ledger.clinica, 300)],
    });
    const other = await changed(transaction, {
      transactionRecordBuildings: [share(ledger.casa, 300), share(ledger.clinica, 600)],
    });
    expect(sharesOf(other)).toEqual(['150.00 300.00', '150.00 300.00']);
    const [first, second] = other.transactionRecordList;
    const moved = [first, { ...second, transactionRecordBuildings: [share(ledger.galpao, 450)] }];
    const byRow = await changed(other, { transactionRecordList: moved });
    expect(sharesOf(byRow)).toEqual(['150.00 300.00', '450.00']);
    expect(byRow.transactionRecordBuildings.map((one: Doc) => `${one.building.name} ${one.value}`)).toEqual([
      'Galpão 450.00',
      'Casa Ipê 150.00',
      'Clínica 300.00',
    ]);
  });

  test('two changed figures must agree', async () => {
    const share = (id: number, value: number) => ({ building: { id }, value });
    const transaction = await create({ transactionRecordBuildings: [share(ledger.casa, 900)] });
    const [only] = transaction.transactionRecordList;
    const reply = await change(transaction, {
      transactionRecordBuildings: [share(ledger.clinica, 900)],
      transactionRecordList: [{ ...only, transactionRecordBuildings: [share(ledger.galpao, 900)] }],
    });
    expect([reply.status, faults(reply)]).toEqual([
      400,
      ['transactionRecordList.0.transactionRecordBuildings.0.building: Esta obra não está no rateio do lançamento.'],
    ]);
  });
});

describe('A calculated field', () => {
  test.each([
    ['status', 'PAID'],
    ['paidValue', '1.00'],
    ['openValue', 899],
    ['overdue', true],
    ['referenceDueDate', '2026-12-01'],
    ['paidInstallmentCount', 1],
    ['canChange', false],
    ['installmentCount', 2],
    ['attachments', [{ id: 1 }]],
    ['company', { id: 1, name: 'Outra' }],
  ])('may be sent back unchanged, and is rejected when changed: %s', async (field, value) => {
    const reply = await change(await create(), { [field]: value });
    expect(reply.status).toBe(400);
    expect(faults(reply).map((fault) => fault.split(/[.:]/)[0])).toEqual([field]);
  });

  test.each(['number', 'date', 'obra'])('is treated alike in an installment: %s', async (field) => {
    const transaction = await create();
    const [only] = transaction.transactionRecordList;
    const other = { number: 2, date: '2026-11-19', obra: 'Casa' }[field];
    const reply = await change(transaction, { transactionRecordList: [{ ...only, [field]: other }] });
    expect([reply.status, faults(reply).map((fault) => fault.split(':')[0])]).toEqual([
      400,
      [`transactionRecordList.0.${field}`],
    ]);
  });
});
