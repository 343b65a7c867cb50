import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { done, startOrders, type Purchasing } from '#tests/purchase/orders/kit.ts';

let desk: Purchasing;
let cement: number;
let lime: number;
let buyer: string;
let payer: string;
let outsider: string;

interface Told {
  event: string;
  title: string;
  text: string;
  link: string;
  quiet: boolean;
}
const told = async (token: string): Promise<Told[]> => {
  const { body } = await desk.api.get('/api/v1/assistant/messages', { token });
  return body.data.content.map((one: Told) => ({ ...one, text: one.text.replaceAll('\u00a0', ' ') }));
};
const buy = async (product: number, price: string) => {
  const date = '2026-11-04';
  const order = done(await desk.create([{ product: { id: product }, quantity: '10', price }], { createdDate: date }));
  const lines = [{ line: { id: order.requirementLineList[0].id }, quantity: '10' }];
  const { expense } = done(
    await desk.receive(order.id, { documentNumber: `NF ${order.id}`, emissionDate: date, receivedDate: date, lines }),
  );
  const { transactionRecordList } = await desk.expense(expense.id);
  const path = `/api/v1/financial/company/${desk.office.companyId}/debit/${expense.id}/installment/${transactionRecordList[0].id}/payment`;
  done(
    await desk.api.post(path, {
      token: desk.token,
      body: { paymentDate: date, bank: { id: wallet }, paymentMethod: 'PIX' },
    }),
  );
};

let wallet: number;
beforeAll(async () => {
  desk = await startOrders();
  const { seed, office } = desk;
  wallet = await seed.insert('wallets', {
    ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Banco' },
    ...{ initial_balance: '0', balance_date: '2026-01-01' },
  });
  cement = await desk.product('0118', 'Cimento CP II');
  lime = await desk.product('0119', 'Cal hidratada');
  await buy(cement, '36.80');
  await buy(lime, '20.00');
  buyer = await office.as(['PURCHASE'], desk.building);
  payer = await office.as(['DEBIT'], desk.building);
  outsider = await office.as(['PURCHASE', 'DEBIT'], desk.other);
}, 60_000);
beforeEach(async () => {
  await desk.seed.sql('delete from assistant_messages');
});
afterAll(() => desk.services.stop());

describe('A price above the last one paid', () => {
  const line = (product: number, price: string) => ({ product: { id: product }, quantity: '100', price });

  test('is told to administrators and to who saved the order, as one message of the line that costs most', async () => {
    const order = done(await desk.create([line(lime, '22.00'), line(cement, '39.90')], {}, buyer));
    // 3,10 ÷ 36,80 is 8,4 %; 100 × 3,10 is more than 100 × 2,00.
    const message = {
      event: 'PRICE_ABOVE_LAST',
      title: 'Preço acima do último pago',
      text: `${order.document}: Cimento CP II a R$ 39,90, 8,4% mais que em 04/11. E mais um item.`,
      link: `/home/forms/purchase/orders-and-receipts?company=${desk.office.companyId}&id=${order.id}`,
      linkLabel: order.document,
    };
    expect(await told(desk.token)).toMatchObject([{ ...message, quiet: false }]);
    expect(await told(buyer)).toMatchObject([{ ...message, quiet: true }]);
    expect(await told(payer)).toEqual([]);
    expect(await told(outsider)).toEqual([]);
  });

  test('is told once for each price of a line, and not within the tolerance of five percent', async () => {
    // 5 % above 36,80 is 38,64.
    const order = done(await desk.create([line(cement, '38.64')]));
    expect(await told(desk.token)).toEqual([]);
    const save = async (price: string) => {
      const now = await desk.read(order.id);
      const [{ id }] = now.requirementLineList;
      done(await desk.update(order.id, { ...desk.bodyOf([{ ...line(cement, price), id }]), version: now.version }));
    };
    await save('38.65');
    expect(await told(desk.token)).toHaveLength(1);
    await save('38.65');
    expect(await told(desk.token)).toHaveLength(1);
    await save('40.00');
    expect((await told(desk.token)).map(({ text }) => text)).toEqual([
      `${order.document}: Cimento CP II a R$ 40,00, 8,7% mais que em 04/11.`,
      `${order.document}: Cimento CP II a R$ 38,65, 5,0% mais que em 04/11.`,
    ]);
  });

  test('that was not saved is not told', async () => {
    const refused = await desk.create([line(cement, '50.00')], { supplier: { id: desk.customer } });
    expect(refused.status).toBe(422);
    expect(await told(desk.token)).toEqual([]);
  });
});

describe('An expense that is likely there already', () => {
  const expense = (documentNumber: string, value: string, partner = desk.supplier) => ({
    ...{
      documentNumber,
      description: 'Areia',
      emissionDate: '2026-11-10',
      grossValue: value,
      partner: { id: partner },
    },
    transactionRecordList: [{ dueDate: '2026-12-10', grossValue: value }],
    transactionRecordBuildings: [{ building: { id: desk.building }, grossValue: value }],
  });
  const base = () => `/api/v1/financial/company/${desk.office.companyId}/debit`;
  const post = async (body: object, token = payer) => done(await desk.api.post(base(), { token, body }));

  test('is told to everybody who answers for expenses of its obra, and does not pop up at who saved it', async () => {
    await post(expense('NF 88', '500.00'));
    expect(await told(desk.token)).toEqual([]);
    const second = await post(expense('nf 88', '500.00'));
    const message = {
      event: 'DUPLICATE',
      title: 'Possível duplicidade',
      link: `/home/forms/transactions/outcome?id=${second.id}`,
    };
    expect(await told(desk.token)).toMatchObject([{ ...message, quiet: false }]);
    expect((await told(desk.token))[0]?.text).toContain(
      'salvou o documento nf 88, de R$ 500,00, de Depósito São Jorge',
    );
    expect(await told(payer)).toMatchObject([{ ...message, quiet: true }]);
    expect(await told(buyer)).toEqual([]);
    expect(await told(outsider)).toEqual([]);
  });

  test('is told once, and again when its number has become that of another one', async () => {
    const other = await desk.partner('SUPPLIER', 'Areal');
    await post(expense('1', '70.00', other));
    await post(expense('2', '70.00', other));
    const third = await post(expense('1', '70.00', other));
    expect(await told(desk.token)).toHaveLength(1);
    const change = async (body: object) => {
      const { version } = done(await desk.api.get(`${base()}/${third.id}`, { token: payer }));
      done(await desk.api.put(base(), { token: payer, body: { ...body, id: third.id, version } }));
    };
    await change({ ...expense('1', '70.00', other), description: 'Areia lavada' });
    expect(await told(desk.token)).toHaveLength(1);
    await change(expense('2', '70.00', other));
    expect(await told(desk.token)).toHaveLength(2);
    await change(expense('3', '70.00', other));
    expect(await told(desk.token)).toHaveLength(2);
  });
});
