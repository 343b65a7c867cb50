import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, omitted, type Answer, type Client } from './client.ts';
import { FINANCIAL as financial, openOffice, type Office } from './office.ts';

/**
 * November 2026 of a builder, entered by a client that knows only the specification (§3, §4, §5, §7). Today is the
 * 20th. All expected figures were computed by hand.
 */
let office: Office;
let client: Client;
let id: Office['id'];

const company = (rest: string) => office.company(rest);

const read = (kind: 'debit' | 'credit', name: string) => done(client.get(company(`${kind}/${id[name]}/`)));

/** Posts a transaction; compares the response and the following GET with what was sent. */
const enter = async (kind: 'debit' | 'credit', name: string, sent: object, asAnswered: object = sent) => {
  const made = await done(client.post(company(`${kind}/`), sent));
  id[name] = made.id;
  const answered = await read(kind, name);
  expect(answered).toEqual(made);
  expect(omitted(asAnswered, answered)).toEqual([]);
  return answered;
};

const shares = (transaction: Answer['data']): string[] =>
  transaction.transactionRecordList.map((installment: Answer['data']) =>
    installment.transactionRecordBuildings
      .map((one: Answer['data']) => `${one.building.name} ${one.value} ${one.percentage}%`)
      .join(', '),
  );

beforeAll(async () => {
  office = await openOffice();
  ({ client, id } = office);
}, 60_000);
afterAll(() => office.stop());

const expense = () => ({
  emissionDate: '2026-11-02',
  category: { id: id.concreto },
  partner: { id: id.concreteira },
  company: { id: id.company, account: { id: office.accountId } },
});
const income = () => ({ emissionDate: '2026-11-02', category: { id: id.venda }, partner: { id: id.cliente } });

const withoutAccount = <T extends object>(sent: T) => ({ ...sent, company: { id: id.company } });

describe('Transactions of every kind are stored and read back:', () => {
  test('an expense with a forecast', async () => {
    const sent = { ...expense(), documentNumber: 'NF 1', forecast: true, value: 1200, dueDate: '2026-11-25' };
    const answered = await enter('debit', 'prevista', sent, withoutAccount(sent));
    expect(answered).toMatchObject({ grossValue: '1200.00', paymentDate: null, bank: null, paymentMethod: null });
    expect(answered.transactionRecordList).toMatchObject([
      { forecast: true, dueDate: '2026-11-25', value: '1200.00', increase: null, discount: null, bank: null },
    ]);
  });

  test('an expense whose header is paid, without a list', async () => {
    const sent = {
      ...expense(),
      documentNumber: 'NF 2',
      forecast: false,
      grossValue: 300,
      increase: 15,
      discount: 5,
      value: 310,
      paymentDate: '2026-11-05',
      bank: { id: id.itau },
      paymentMethod: 'PIX',
    };
    // §4: after a payment the header's own date is null.
    const answered = await enter('debit', 'paga', sent, { ...withoutAccount(sent), paymentDate: null });
    expect(answered.dueDate).toBe(null);
    expect(answered.transactionRecordList).toMatchObject([
      {
        forecast: false,
        dueDate: '2026-11-05',
        paymentDate: '2026-11-05',
        bank: { id: id.itau, text: 'Itaú' },
        paymentMethod: 'PIX',
        grossValue: '300.00',
        increase: '15.00',
        discount: '5.00',
        value: '310.00',
      },
    ]);
  });

  test('an expense in one building whose installment has a payment date and so is paid', async () => {
    const sent = {
      ...expense(),
      value: 450.25,
      transactionRecordList: [
        {
          dueDate: '2026-11-06',
          paymentDate: '2026-11-06',
          bank: { id: id.caixa, text: 'Caixa' },
          paymentMethod: 'CASH',
          value: 450.25,
          transactionRecordBuildings: [{ building: { id: id.casa, name: 'Casa' }, value: 450.25, percentage: 100 }],
        },
      ],
    };
    const answered = await enter('debit', 'parcelaPaga', sent, withoutAccount(sent));
    expect(answered).toMatchObject({ forecast: false, bank: { id: id.caixa }, paymentMethod: 'CASH' });
  });

  test('an expense in three installments, each on buildings of its own', async () => {
    const installment = (dueDate: string, casa: number, clinica: number) => ({
      forecast: true,
      dueDate,
      value: 1000,
      transactionRecordBuildings: [
        ...(casa ? [{ building: { id: id.casa }, value: casa, isCustomerCharged: false }] : []),
        ...(clinica ? [{ building: { id: id.clinica }, value: clinica, isCustomerCharged: true }] : []),
      ],
    });
    const [first, ...others] = [
      installment('2026-11-10', 1000, 0),
      installment('2026-12-10', 0, 1000),
      installment('2027-01-10', 400, 600),
    ];
    const payment = {
      paymentDate: '2026-11-10',
      bank: { id: id.itau },
      paymentMethod: 'BOLETO',
      increase: 0,
      discount: 0,
    };
    const sent = {
      ...expense(),
      value: 3000,
      transactionRecordList: [{ ...first, forecast: false, ...payment }, ...others],
    };
    const answered = await enter('debit', 'tres', sent, withoutAccount(sent));
    expect(shares(answered)).toEqual([
      'Casa 1000.00 46.67%',
      'Clínica 1000.00 53.33%',
      'Casa 400.00 46.67%, Clínica 600.00 53.33%',
    ]);
  });

  test('an income with a forecast, apportioned to two buildings by percentage', async () => {
    const sent = {
      ...income(),
      forecast: true,
      value: 5000,
      dueDate: '2026-11-30',
      preferredPaymentMethod: 'BOLETO',
      transactionRecordBuildings: [
        { building: { id: id.casa }, percentage: 60 },
        { building: { id: id.clinica }, percentage: 40 },
      ],
    };
    const answered = await enter('credit', 'aReceber', sent);
    expect(shares(answered)).toEqual(['Casa 3000.00 60.00%, Clínica 2000.00 40.00%']);
  });

  test('an income whose header is received, with an empty list', async () => {
    const sent = {
      ...income(),
      forecast: false,
      value: 2500,
      paymentDate: '2026-11-12',
      bank: { id: id.itau },
      paymentMethod: 'TRANSFER',
    };
    await enter('credit', 'recebida', { ...sent, transactionRecordList: [] }, { ...sent, paymentDate: null });
  });

  test('a mistaken expense, which is deleted', async () => {
    await enter(
      'debit',
      'engano',
      { ...income(), category: {}, partner: {}, value: 1, dueDate: '2026-11-21' },
      { value: 1 },
    );
    expect((await client.delete(company(`debit/${id.engano}/`))).status).toBe(200);
    expect((await client.get(company(`debit/${id.engano}/`))).status).toBe(404);
  });
});

describe('Transfers', () => {
  test('move money between wallets, and can be undone', async () => {
    const path = `${financial}/companies/${id.company}/transfers`;
    const move = { date: '2026-11-03', sourceWalletId: id.itau, targetWalletId: id.caixa };
    await done(client.post(path, { ...move, amount: 1000 }));
    const wrong = await done(client.post(path, { ...move, amount: 50 }));
    await done(client.delete(`${path}/${wrong.id}`));
  });
});

describe('A change', () => {
  const kinds: [string, 'debit' | 'credit'][] = [
    ['prevista', 'debit'],
    ['paga', 'debit'],
    ['parcelaPaga', 'debit'],
    ['tres', 'debit'],
    ['aReceber', 'credit'],
    ['recebida', 'credit'],
  ];
  test.each(kinds)('that sends back the answer of GET changes nothing: %s', async (name, kind) => {
    const { version: _version, ...answered } = await read(kind, name);
    await done(client.put(company(`${kind}/`), answered));
    const { version: _next, ...again } = await read(kind, name);
    expect(again).toEqual(answered);
  });

  test('of the shares of one installment changes these and the transaction’s', async () => {
    const answered = await read('debit', 'tres');
    const [first, second, third] = answered.transactionRecordList;
    const transactionRecordBuildings = [
      { building: { id: id.casa }, value: 250 },
      { building: { id: id.clinica }, value: 750 },
    ];
    const list = [first, { ...second, transactionRecordBuildings }, third];
    await done(client.put(company('debit/'), { ...answered, transactionRecordList: list }));
    const changed = await read('debit', 'tres');
    expect(shares(changed)).toEqual([
      'Casa 1000.00 55.00%',
      'Casa 250.00 55.00%, Clínica 750.00 45.00%',
      'Casa 400.00 55.00%, Clínica 600.00 45.00%',
    ]);
  });

  test('of the value alone changes the only installment, and scales the apportionment only where it is sent', async () => {
    const answered = await read('debit', 'prevista');
    await done(client.put(company('debit/'), { ...answered, value: 1300, transactionRecordList: undefined }));
    expect(omitted({ value: 1300, transactionRecordList: [{ value: 1300 }] }, await read('debit', 'prevista'))).toEqual(
      [],
    );
    await done(
      client.put(company('debit/'), { ...(await read('debit', 'prevista')), value: 1200, transactionRecordList: [] }),
    );
    expect(omitted({ value: 1200, grossValue: 1200 }, await read('debit', 'prevista'))).toEqual([]);
  });
});

describe('The month', () => {
  const ids = (names: string[]) => names.map((name) => id[name]).toSorted();
  const listed = async (path: string) =>
    (await done(client.get(company(path)))).content.map((one: Answer['data']) => one.id).toSorted();

  test('lists the transactions due in it', async () => {
    const month = 'from=2026-11-01&to=2026-11-30';
    expect(await listed(`debit/period?${month}`)).toEqual(ids(['prevista', 'paga', 'parcelaPaga', 'tres']));
    expect(await listed(`debit/period?${month}&onlyForecast=true`)).toEqual(ids(['prevista']));
    expect(await listed(`credit/period?${month}`)).toEqual(ids(['aReceber', 'recebida']));
    expect(await listed(`debit/building/${id.clinica}`)).toEqual(ids(['tres']));
    expect(await listed(`debit/building/${id.casa}/period?${month}`)).toEqual(ids(['parcelaPaga', 'tres']));
  });

  test('lists the installments due in it', async () => {
    const values = async (query: string) =>
      (await done(client.get(company(`debit/transaction-record?from=2026-11-01&to=2026-11-30${query}`)))).content.map(
        (one: Answer['data']) => `${one.dueDate} ${one.value}`,
      );
    expect(await values('')).toEqual([
      '2026-11-05 310.00',
      '2026-11-06 450.25',
      '2026-11-10 1000.00',
      '2026-11-25 1200.00',
    ]);
    expect(await values(`&buildingId=${id.casa}`)).toEqual(['2026-11-06 450.25', '2026-11-10 1000.00']);
  });

  test('has the wallet balances', async () => {
    const { content, total } = await done(client.get(company('wallets-summary?activeOnly=true')));
    const balances = content.map((one: Answer['data']) => `${one.identifier} ${one.balance}`);
    expect([balances.toSorted(), total]).toEqual([['Caixa 1049.75', 'Itaú 10190.00'], '11239.75']);
    const at = await done(client.get(company(`cashflow/paid/bank/${id.itau}/balance?at=2026-11-10`)));
    expect(at.balance).toBe('7690.00');
  });

  test('has the statement of the wallet', async () => {
    const path = company(`cashflow/paid/bank/${id.itau}/statement?from=2026-11-01&to=2026-11-30`);
    const { openingBalance, closingBalance, content } = await done(client.get(path));
    const lines = content.map((one: Answer['data']) => `${one.date} ${one.amount} ${one.balance}`);
    expect([openingBalance, ...lines, closingBalance]).toEqual([
      '10000.00',
      '2026-11-03 -1000.00 9000.00',
      '2026-11-05 -310.00 8690.00',
      '2026-11-10 -1000.00 7690.00',
      '2026-11-12 2500.00 10190.00',
      '10190.00',
    ]);
  });

  test('has the balance of the company and the result of the building', async () => {
    const balance = async (rest: string) =>
      (await done(client.get(`${financial}/balances?companyId=${id.company}&endDate=2026-11-20${rest}`))).value;
    expect(await balance('')).toBe('11239.75');
    expect(await balance(`&buildingId=${id.casa}`)).toBe('-1450.25');
    expect(await balance(`&buildingId=${id.clinica}`)).toBe('0.00');
  });

  test('has the cash flow until its end', async () => {
    const path = `${financial}/cash-flows?companyId=${id.company}&startDate=2026-11-20&endDate=2026-11-30`;
    const answered = await done(client.get(path));
    const entries = (Array.isArray(answered) ? answered : answered.content) as Answer['data'][];
    const moved = entries.filter(({ toPay, toReceive }) => toPay !== '0.00' || toReceive !== '0.00');
    expect(
      moved.map((one) => `${one.date} -${one.toPay} +${one.toReceive} ${one.actualBalance} ${one.expectedBalance}`),
    ).toEqual(['2026-11-25 -1200.00 +0.00 11239.75 10039.75', '2026-11-30 -0.00 +5000.00 11239.75 15039.75']);
  });
});
