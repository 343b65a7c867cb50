/** What orders commit in cash flow and beside the actual cost. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { availableByStage } from '#services/engineering/estimatedVsActual/available.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { columnTypes, kyselyOn } from '#services/platform/db/database.ts';
import type { Session } from '#services/platform/session.ts';
import { done } from './kit.ts';
import { of, startReceiving, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;

beforeAll(async () => {
  desk = await startReceiving();
  const [estimate] = await desk.seed.sql<{ id: number }>('select id from cost_estimates');
  await desk.seed.insert('cost_estimate_lines', {
    ...{ account_id: desk.office.accountId, cost_estimate_id: estimate?.id, parent_id: desk.areas, position: 1 },
    ...{ description: 'Piso', unit: 'm2', quantity: '10', unit_price: '100.00' },
  });
  await desk.seed.sql("update cost_estimates set direct_total = '1000.00'");
});
afterAll(() => desk.services.stop());

const WHOLE = { startDate: '2026-11-20', endDate: '2027-12-31' };
const flowPath = (rest: string) => `/api/v1/financial/company/${desk.office.companyId}/cashflow${rest}`;
const ask = async (path: string, query: Record<string, string> = WHOLE) =>
  done(await desk.api.get(path, { token: desk.token, query }));

interface Answer {
  building: { id: number };
  committedValue: string;
  availableValue: string | null;
}

interface Day {
  date: string;
  toPay: string;
  committedToPay: string;
}

/** The days on which there is something to pay: "2026-12-10 345.00 of which 345.00" */
const flow = async (query: Record<string, string> = {}): Promise<string[]> => {
  const { content } = await ask('/api/v1/financial/cash-flows', {
    ...{ companyId: String(desk.office.companyId), ...WHOLE, ...query },
  });
  return (content as Day[])
    .filter(({ toPay }) => toPay !== '0.00')
    .map(({ date, toPay, committedToPay }) => `${date} ${toPay} of which ${committedToPay}`);
};

/** Committed values of the report: by stage, without stage, total. */
const committed = async (): Promise<Record<string, string>> => {
  const path = `/api/v1/engineering/companies/${desk.office.companyId}/buildings/${desk.building}/appropriations/overview`;
  const { stages, withoutStage, total } = await ask(path, {});
  return {
    ...Object.fromEntries(
      stages.map(({ name, committedValue }: { name: string; committedValue: string }) => [name, committedValue]),
    ),
    ...{ none: withoutStage.committedValue, total: total.committedValue },
  };
};

/** What the stages of the building may still cost, for a buyer, with or without an order. */
const balances = async (exceptOrderId: number | null = null) => {
  const { accountId, companyId } = desk.office;
  const buyer: Session = {
    ...{ accountId, userId: 1, admin: false, name: 'Marina', login: 'marina', timeZone: 'America/Sao_Paulo' },
    ...{
      tokenHash: Buffer.alloc(32),
      id: 1,
      method: 'PASSWORD' as const,
      expiresAt: '2026-12-01T00:00:00Z',
      companies: new Set([companyId]),
      secondFactorDue: false,
      token: null,
    },
    permissions: { [companyId]: { [desk.building]: ['PURCHASE'] } },
  };
  const client = new pg.Client({ connectionString: desk.services.database.ownerUrl, types: columnTypes });
  await client.connect();
  try {
    return await kyselyOn(client)
      .transaction()
      .execute(async (trx) => {
        await sql`set local prumo.owner_access = 'on'`.execute(trx);
        const question = { companyId, buildingId: desk.building, date: '2026-11-20', exceptOrderId };
        return availableByStage(trx, buyer, question);
      });
  } finally {
    await client.end();
  }
};

const clear = async () => {
  for (const { id } of (await ask(desk.base, {})).content)
    done(await desk.api.delete(desk.at(id), { token: desk.token }));
  expect(await flow()).toEqual([]);
};

describe('An order', () => {
  test('counts by its terms and stages until its notas replace it, and again once they are undone', async () => {
    const { id, a, b } = await desk.open();
    const ordered = ['2026-12-10 345.00 of which 345.00', '2027-01-09 345.00 of which 345.00'];
    expect(await flow()).toEqual(ordered);
    // 690,00 on lines of 500,00 and 100,00.
    const whole = { 'Áreas comuns': '575.00', Revestimentos: '115.00', none: '0.00', total: '690.00' };
    expect(await committed()).toEqual(whole);

    // 4 of 10: lines of 200,00 with a third of all charges, 230,00; ten days after the agreed delivery.
    const part = done(await desk.receive(id, { lines: [of(a, '4')] }));
    expect(part.invoicedValue).toBe('230.00');
    expect(await flow()).toEqual([
      '2026-12-10 230.00 of which 230.00',
      '2026-12-20 115.00 of which 0.00',
      '2027-01-09 230.00 of which 230.00',
      '2027-01-19 115.00 of which 0.00',
    ]);
    // 460,00 on what is missing: 300,00 and 100,00.
    const rest = { 'Áreas comuns': '345.00', Revestimentos: '115.00', none: '0.00', total: '460.00' };
    expect(await committed()).toEqual(rest);

    const all = done(await desk.receive(id, { lines: [of(a, '6'), of(b, '4')] }));
    expect((await flow()).every((day) => day.endsWith('of which 0.00'))).toBe(true);
    expect((await committed()).total).toBe('0.00');
    for (const { id: delivery } of all.deliveries.toReversed()) done(await desk.undo(id, delivery));
    expect([await flow(), await committed()]).toEqual([ordered, whole]);
    await clear();
  });

  test('frees what is canceled, and what is missing of a closed line', async () => {
    const { id, a } = await desk.open();
    const [first, second] = (await desk.read(id)).requirementLineList;
    // Lines of 500,00, freight 30,00, IPI 53,00, discount 3,00: 580,00.
    done(await desk.update(id, { requirementLineList: [first, { ...second, canceled: true }] }));
    expect(await flow()).toEqual(['2026-12-10 290.00 of which 290.00', '2027-01-09 290.00 of which 290.00']);
    expect((await committed()).total).toBe('580.00');
    done(await desk.receive(id, { lines: [{ ...of(a, '4'), close: true }] }));
    expect((await flow()).every((day) => day.endsWith('of which 0.00'))).toBe(true);
    expect((await committed()).total).toBe('0.00');
    await clear();
  });

  test('without terms is due on the day of its delivery, else on its own; what has passed counts today, and is not overdue', async () => {
    const terms = { requirement: { payment: { payAfterBase: null, payAfterDay: null, installmentList: [] } } };
    const later = await desk.open({ ...terms, delivery: { date: '2026-12-01' } });
    const undated = await desk.open({ ...terms, delivery: { date: null } });
    expect(await flow()).toEqual(['2026-11-20 690.00 of which 690.00', '2026-12-01 690.00 of which 690.00']);
    const page = await ask(flowPath('/movements'), { ...WHOLE, state: 'COMMITTED' });
    const told = page.content.map(
      ({
        key,
        date,
        dueDate,
        overdue,
        orderId,
      }: Record<'key' | 'date' | 'dueDate' | 'overdue' | 'orderId', unknown>) => [key, date, dueDate, overdue, orderId],
    );
    expect(told).toEqual([
      [`order-${undated.id}-2026-11-01`, '2026-11-20', '2026-11-01', false, undated.id],
      [`order-${later.id}-2026-12-01`, '2026-12-01', '2026-12-01', false, later.id],
    ]);
    expect([page.overdue, page.overdueValue]).toEqual([0, '0.00']);
    await clear();
  });

  test('of mock 20b stands on its three days, and after 180 bags of cement with the rest', async () => {
    const rows: [string, string, string, number][] = [
      ['0118', '180', '39.90', desk.areas],
      ['0204', '42', '148.00', desk.areas],
      ['0207', '28', '132.00', desk.areas],
      ['0533', '640', '58.40', desk.areas],
      ['0541', '210', '41.90', desk.areas],
      ['0312', '160', '31.50', desk.finishes],
      ['0318', '48', '27.80', desk.finishes],
    ];
    const lines = [];
    for (const [code, quantity, price, stage] of rows)
      lines.push({
        ...{ product: { id: await desk.product(code, code) }, quantity, price, costEstimateGroup: { id: stage } },
      });
    const days: [string, string][] = [
      ['2026-12-28', '23669.76'],
      ['2027-01-11', '23669.76'],
      ['2027-01-25', '23669.75'],
    ];
    const installmentList = days.map(([dueDate, grossValue]) => ({ dueDate, grossValue }));
    const order = done(
      await desk.create(lines, {
        ...{ shippingRate: '1150.00', ipi: '2.00', discount: '1200.00', createdDate: '2026-11-19' },
        ...{ delivery: { date: '2026-11-30' }, requirement: { payment: { installmentList } } },
      }),
    );
    expect(await flow()).toEqual(days.map(([day, value]) => `${day} ${value} of which ${value}`));
    // 71.009,27 × 7.182,00 ÷ 69.643,40 = 7.322,86 planned of what came: 63.686,41 are left.
    done(await desk.receive(order.id, { lines: [of(order.requirementLineList[0].id, '180')] }));
    const page = await ask(flowPath('/movements'), { ...WHOLE, state: 'COMMITTED' });
    expect(page.content.map(({ dueDate, value }: Record<string, string>) => `${dueDate} ${value}`)).toEqual([
      '2026-12-28 21228.81',
      '2027-01-11 21228.81',
      '2027-01-25 21228.79',
    ]);
    expect(await committed()).toEqual({
      'Áreas comuns': '57187.00',
      Revestimentos: '6499.41',
      none: '0.00',
      total: '63686.41',
    });
    await clear();
  });

  test('is left right by deliveries at once', async () => {
    const { id, a, b } = await desk.open();
    const replies = await Promise.all(
      [of(a, '4'), of(b, '1'), of(a, '2')].map((line) => desk.receive(id, { lines: [line] })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Lines of 300,00 and 25,00 came: 690,00 × 325 ÷ 600 = 373,75, and 316,25 are missing on 200,00 and 75,00.
    expect(await committed()).toEqual({
      'Áreas comuns': '230.00',
      Revestimentos: '86.25',
      none: '0.00',
      total: '316.25',
    });
    await clear();
  });
});

describe('The commitment of an order', () => {
  let order: Awaited<ReturnType<ReceivingDesk['open']>>;
  beforeAll(async () => {
    order = await desk.open();
    done(await desk.receive(order.id, { lines: [of(order.a, '4')] }));
  });
  afterAll(() => clear());

  test('is in every grouping of the cash flow, and expects no wallet', async () => {
    const { concrete, supplier, building, other, seed, office } = desk;
    const period = async (query: object = {}) => {
      const [whole] = (await ask(flowPath('/periods'), { ...WHOLE, group: 'WHOLE', ...query })).content;
      return [whole.toPay, whole.committedToPay, whole.openingExpected, whole.expectedBalance];
    };
    expect(await period()).toEqual(['690.00', '460.00', '0.00', '-690.00']);
    expect(await period({ buildingId: String(building) })).toEqual(['690.00', '460.00', '0.00', '-690.00']);
    for (const buildingId of [String(other), '-1'])
      expect(await period({ buildingId })).toEqual(['0.00', '0.00', '0.00', '0.00']);
    const wallet = await seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Itaú' },
      ...{ initial_balance: '0', balance_date: '2026-01-01' },
    });
    expect(await period({ bankId: String(wallet) })).toEqual(['0.00', '0.00', '0.00', '0.00']);

    const months = (await ask(flowPath('/periods'), { ...WHOLE, group: 'MONTH' })).content as (Day & {
      start: string;
      categories: { category: { id: number }; forecast: string }[];
    })[];
    const filled = months.filter(({ toPay }) => toPay !== '0.00');
    expect(filled.map(({ start, toPay, committedToPay }) => [start, toPay, committedToPay])).toEqual([
      ['2026-12-01', '345.00', '230.00'],
      ['2027-01-01', '345.00', '230.00'],
    ]);
    expect(filled.map(({ categories }) => categories.map(({ category, forecast }) => [category.id, forecast]))).toEqual(
      [[[concrete, '345.00']], [[concrete, '345.00']]],
    );
    const { content: buildings } = await ask(flowPath('/buildings'));
    expect(buildings.map(({ id, toPay }: { id: number; toPay: string }) => [id, toPay])).toEqual([
      [other, '0.00'],
      [building, '690.00'],
    ]);
    const amount = { amount: '690.00', overdueAmount: '0.00', count: 4 };
    for (const path of ['', `/building/${building}`]) {
      expect((await ask(flowPath(`/forecast${path}/category/debit/amount`), {})).content).toEqual([
        { id: concrete, name: 'Concreto e argamassa', ...amount },
      ]);
      expect((await ask(flowPath(`/forecast${path}/partner/supplier/debit/amount`), {})).content).toEqual([
        { id: supplier, name: 'Depósito São Jorge', ...amount },
      ]);
    }
    const balances = (await ask(flowPath('/forecast/bank/balance'), {})).content;
    expect(balances.at(-1).balance).toBe('-690.00');
  });

  test('is among the movements with its order, its number and its sums', async () => {
    const movements = (query: object) => ask(flowPath('/movements'), { ...WHOLE, ...query });
    const all = await movements({ type: 'DEBIT' });
    expect([all.totalElements, all.paid]).toEqual([4, '690.00']);
    expect(all.content[0]).toEqual({
      ...{ key: `order-${order.id}-2026-12-10`, installmentId: null, type: 'DEBIT', date: '2026-12-10' },
      ...{ dueDate: '2026-12-10', forecast: true, overdue: false, number: 1, installmentCount: 2, value: '230.00' },
      ...{ transactionId: null, orderId: order.id, orderDocument: (await desk.read(order.id)).document },
      ...{ documentNumber: null, description: null, partner: { id: desk.supplier, name: 'Depósito São Jorge' } },
      category: { id: desk.concrete, name: 'Concreto e argamassa' },
    });
    const [, installment] = all.content;
    expect(installment).toMatchObject({ key: `installment-${installment.installmentId}`, orderId: null });
    const figures = await Promise.all(
      [
        { state: 'COMMITTED' },
        { state: 'FORECAST', buildingId: String(desk.building) },
        { state: 'FORECAST', categoryId: String(desk.concrete) },
        { state: 'COMMITTED', partnerId: String(desk.supplier) },
        { state: 'COMMITTED', categoryId: '-1' },
        { state: 'PAID' },
        { state: 'OVERDUE' },
      ].map(async (query) => {
        const { totalElements, paid } = await movements(query);
        return [totalElements, paid];
      }),
    );
    expect(figures).toEqual([
      [2, '460.00'],
      [4, '690.00'],
      [4, '690.00'],
      [2, '460.00'],
      [0, '0.00'],
      [0, '0.00'],
      [0, '0.00'],
    ]);
    const second = await movements({ page: '1', size: '1' });
    expect(second.content.map(({ key }: { key: string }) => key)).toEqual([all.content[1].key]);
  });

  test('lowers what a stage may still cost, in the report and for who writes an order', async () => {
    const { office, building, areas } = desk;
    const path = `/api/v1/engineering/companies/${office.companyId}/buildings/${building}/appropriations/overview`;
    const { stages, total } = await ask(path, {});
    const [finishes, common] = stages as [Record<string, string>, Record<string, string>];
    // 1.000,00 estimated, 230,00 received, 345,00 ordered.
    expect([common.estimateTotal, common.actualValue, common.committedValue, common.availableValue]).toEqual([
      ...['1000.00', '230.00', '345.00', '425.00'],
    ]);
    expect([finishes.estimateTotal, finishes.availableValue]).toEqual(['0.00', '-115.00']);
    expect([total.committedValue, total.availableValue]).toEqual(['460.00', '310.00']);
    const company = await ask(`/api/v1/engineering/companies/${office.companyId}/estimated-vs-actual`, {
      date: '2026-11-20',
    });
    expect(
      company.content.map(({ building: { id }, committedValue, availableValue }: Answer) => [
        ...[id, committedValue, availableValue],
      ]),
    ).toEqual([
      [desk.other, '0.00', null],
      [building, '460.00', '310.00'],
    ]);

    const balance = { estimate: '1000.00', actual: '230.00', committed: '345.00', available: '425.00' };
    expect((await balances()).get(areas)).toEqual(balance);
    expect((await balances(order.id)).get(areas)).toEqual({ ...balance, committed: '0.00', available: '770.00' });
  });

  test('follows its line to another stage', async () => {
    expect(await committed()).toMatchObject({ 'Áreas comuns': '345.00', Revestimentos: '115.00' });
    const [first, second] = (await desk.read(order.id)).requirementLineList;
    done(await desk.update(order.id, { requirementLineList: [first, { ...second, costEstimateGroup: null }] }));
    expect(await committed()).toEqual({
      'Áreas comuns': '345.00',
      Revestimentos: '0.00',
      none: '115.00',
      total: '460.00',
    });
  });

  test('keeps its stage in the report where another cost estimate counts', async () => {
    const { office, building, finishes } = desk;
    const [first, second] = (await desk.read(order.id)).requirementLineList;
    // Nothing but an order is in this stage.
    const moved = { ...second, costEstimateGroup: { id: finishes } };
    done(await desk.update(order.id, { requirementLineList: [first, moved] }));
    await desk.seed.insert('cost_estimates', {
      ...{ account_id: office.accountId, company_id: office.companyId, building_id: building, approved: true },
      ...{ code: 'ORC-012', description: 'Revisado' },
    });
    const stages = { 'Áreas comuns': '345.00', Revestimentos: '115.00' };
    expect(await committed()).toEqual({ ...stages, none: '0.00', total: '460.00' });
  });

  test('is verified with the ledger, and computed anew', async () => {
    const { services, seed } = desk;
    const problems = async () =>
      (await verifyLedger(services.database.ownerUrl)).differences.map(({ subject, problem }) =>
        `${subject}: ${problem}`.replaceAll('\u00a0', ' '),
      );
    expect(await problems()).toEqual([]);
    const { document } = await desk.read(order.id);
    await seed.sql(`update order_commitments set value = value + 0.01 where due_date = '2026-12-10'`);
    await seed.sql('update order_lines set committed_value = 0 where id = $1', [order.a]);
    await seed.sql('update order_deliveries set value = value - 1');
    const subject = `pedido ${order.id} (${document})`;
    expect(await problems()).toEqual([
      `${subject}: o comprometido por vencimento é 10/12/2026 R$ 230,01, 09/01/2027 R$ 230,00, mas do pedido resta 10/12/2026 R$ 230,00, 09/01/2027 R$ 230,00`,
      `${subject}: o comprometido do item ${order.a} é R$ 0,00, mas do item resta R$ 345,00`,
      `${subject}: a despesa é R$ 230,00, mas as notas somam R$ 229,00`,
    ]);
    await seed.sql('update order_deliveries set value = value + 1');
    await seed.sql('select rebuild_order_commitments()');
    expect(await problems()).toEqual([]);
    expect((await flow())[0]).toBe('2026-12-10 230.00 of which 230.00');
  });
});
