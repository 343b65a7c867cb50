import { done, installmentsOf, startOrders } from './kit.ts';

export const CHARGES = { shippingRate: '30', ipi: '10', discount: '3' };

const paymentOf = (grossValue: string) => ({
  payment: {
    payAfterBase: 'DELIVERY',
    payAfterDay: 30,
    installmentList: [
      { dueDate: '2026-12-10', grossValue },
      { dueDate: '2027-01-09', grossValue },
    ],
  },
});

const TERMS = {
  ...{ createdDate: '2026-11-01', delivery: { date: '2026-11-10' }, requirement: paymentOf('345.00') },
};

/** The terms of an order without charges. */
export const WITHOUT_CHARGES = { shippingRate: '0', ipi: '0', discount: '0', requirement: paymentOf('300.00') };

/**
 * An office that receives orders of two lines, 10 of 50,00 in one stage and 4 of 25,00 in another: 600,00, freight 30,00,
 * IPI 10 % of 630,00 = 63,00, less 3,00: 690,00 in two installments from the delivery of 10/11.
 */
export const startReceiving = async () => {
  const desk = await startOrders();
  const { office, api, token, seed } = desk;
  const line = async (code: string, quantity: string, price: string, stage: number) => ({
    ...{
      product: { id: await desk.product(code, `Insumo ${code}`) },
      quantity,
      price,
      costEstimateGroup: { id: stage },
    },
  });
  const lines = [await line('A', '10', '50', desk.areas), await line('B', '4', '25', desk.finishes)];

  const open = async (rest: object = {}) => {
    const order = done(await desk.create(lines, { ...CHARGES, ...TERMS, category: { id: desk.concrete }, ...rest }));
    const [a, b] = order.requirementLineList.map(({ id }: { id: number }) => id);
    return { id: order.id as number, a: a as number, b: b as number };
  };

  /** What an expense says: value, installments, and its shares by stage. */
  const told = async (id: number) => {
    const { grossValue, partner, transactionRecordList, transactionRecordBuildings } = await desk.expense(id);
    return {
      grossValue,
      partner: partner.name,
      installments: installmentsOf(transactionRecordList),
      stages: Object.fromEntries(
        transactionRecordBuildings.map((share: { costEstimateGroup: { name: string } | null; grossValue: string }) => [
          share.costEstimateGroup?.name ?? '',
          share.grossValue,
        ]),
      ),
    };
  };

  /** Pays the first installment of an expense. */
  const pay = async (expense: number) => {
    const wallet = await seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier: `Banco ${expense}` },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    });
    const { transactionRecordList } = await desk.expense(expense);
    const path = `/api/v1/financial/company/${office.companyId}/debit/${expense}/installment/${transactionRecordList[0].id}/payment`;
    const body = { paymentDate: '2026-11-20', bank: { id: wallet }, paymentMethod: 'PIX' };
    return { path, reply: await api.post(path, { token, body }) };
  };
  return { ...desk, lines, open, told, pay };
};
export type ReceivingDesk = Awaited<ReturnType<typeof startReceiving>>;

/** What a delivery brings of a line. */
export const of = (line: number, quantity: string, rest: object = {}) => ({ line: { id: line }, quantity, ...rest });
