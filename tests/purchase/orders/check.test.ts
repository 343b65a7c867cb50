import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
const products: Record<string, number> = {};

/** Rows of mock 20b: code, name, stage, quantity, price, last price. */
const GRID = [
  ['0118', 'Cimento CP II-E-32, saco 50 kg', 'areas', '180', '39.90', '36.80'],
  ['0204', 'Areia média lavada', 'areas', '42', '148.00', '145.00'],
  ['0207', 'Brita 1', 'areas', '28', '132.00', '132.00'],
  ['0533', 'Piso intertravado 10×20×6 cm', 'areas', '640', '58.40', '61.20'],
  ['0541', 'Guia pré-moldada 100×30 cm', 'areas', '210', '41.90', '40.50'],
  ['0312', 'Argamassa colante AC III 20 kg', 'finishes', '160', '31.50', '33.40'],
  ['0318', 'Rejunte cimentício cinza 5 kg', 'finishes', '48', '27.80', '27.80'],
] as const;

/** Of 04/11, paid, and without charges, so that landed prices are those of the nota. */
const buy = async (
  code: string,
  price: string,
  { paid = true, date = '2026-11-04', quantity = '10', ...rest }: Record<string, unknown> & { paid?: boolean } = {},
) => {
  const line = { product: { id: products[code] }, quantity, price };
  const order = done(await desk.create([line], { createdDate: date, ...rest }));
  const lines = [{ line: { id: order.requirementLineList[0].id }, quantity }];
  const received = done(
    await desk.receive(order.id, { documentNumber: `NF ${order.id}`, emissionDate: date, receivedDate: date, lines }),
  );
  if (paid) await pay(received.expense.id, date as string);
  return received;
};

const pay = async (expense: number, date: string): Promise<void> => {
  const { transactionRecordList } = await desk.expense(expense);
  const path = `/api/v1/financial/company/${desk.office.companyId}/debit/${expense}/installment/${transactionRecordList[0].id}/payment`;
  const body = { paymentDate: date, bank: { id: wallet }, paymentMethod: 'PIX' };
  done(await desk.api.post(path, { token: desk.token, body }));
};

let wallet: number;
beforeAll(async () => {
  desk = await startOrders();
  wallet = await desk.seed.insert('wallets', {
    ...{ account_id: desk.office.accountId, company_id: desk.office.companyId, identifier: 'Banco' },
    ...{ initial_balance: '0', balance_date: '2026-01-01' },
  });
  for (const [code, name] of GRID) products[code] = await desk.product(code, name);
  for (const [code, , , , , last] of GRID) await buy(code, last);
}, 60_000);
afterAll(() => desk.services.stop());

const CHARGES = { shippingRate: '1150', ipi: '2', discount: '1200' };
const grid = () =>
  GRID.map(([code, , stage, quantity, price]) => ({
    ...{ product: { id: products[code] }, quantity, price },
    costEstimateGroup: { id: desk[stage] },
  }));
const check = (body: object, as = desk.token) => desk.api.post(`${desk.base}/check`, { token: as, body });
const checked = async (lines: object[], rest: object = {}) =>
  done(
    await check({
      ...{ building: { id: desk.building }, supplier: { id: desk.supplier }, requirementLineList: lines },
      ...rest,
    }),
  );
const kinds = ({ warnings }: { warnings: { kind: string }[] }) => warnings.map(({ kind }) => kind);
const historyOf = async (id: number, action: string) => {
  const [row] = await desk.seed.sql<{ details: { warnings?: { kind: string; text: string }[] } }>(
    `select details from audit_log where entity = 'order' and entity_id = $1 and action = $2 order by id desc limit 1`,
    [id, action],
  );
  return row?.details.warnings;
};

describe('The check of an order', () => {
  test('tells what was paid last beside each line, and warns of the one that is more than 5 % above', async () => {
    const { priceTolerance, lines, warnings } = await checked(grid(), CHARGES);
    expect(priceTolerance).toBe('5');
    expect(lines.map(({ lastPaid }: { lastPaid: { price: string } }) => lastPaid.price)).toEqual(
      GRID.map(([, , , , , last]) => `${last}00`),
    );
    expect(lines[0]).toMatchObject({
      lastPaid: {
        date: '2026-11-04',
        supplier: { name: 'Depósito São Jorge' },
        documentNumber: /^NF/.exec('NF') && expect.any(String),
      },
      bestOfYear: { price: '36.8000' },
      estimatePrice: null,
    });
    expect(warnings).toEqual([
      {
        ...{ kind: 'PRICE_ABOVE_LAST', otherOpenOrder: null, stageExceeded: null },
        priceAboveLast: expect.objectContaining({
          ...{ index: 0, price: '39.9000', sameSupplier: true },
          // 180 × 3,10.
          amount: '558.00',
          product: { id: products['0118'], code: '0118', name: 'Cimento CP II-E-32, saco 50 kg' },
        }),
      },
    ]);
  });
});
