import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { busyDay } from './ledger/busyDay.ts';
import { stage, startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
const TODAY = '2026-11-20';

beforeAll(async () => {
  ledger = await startLedger();
  await busyDay(ledger, 20_261_121);
});
afterAll(() => ledger.services.stop());

const sql = (text: string, values: unknown[] = []) => ledger.services.seed.sql<Doc>(text, values);
const ask = async (path: string, query: Record<string, string>): Promise<Doc> => {
  const answer = await ledger.services.api.get(`/api/v1/financial/${path}`, { token: ledger.admin, query });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const cashflow = (rest: string, query: Record<string, string>) =>
  ask(`company/${ledger.companyId}/cashflow/${rest}`, query);

/** What stands in the rows: $1 the building, the wallet as less than 0, or null; $2 the first day, $3 the last. What has passed counts today. */
const ROWS = `
  with amounts as (
    select i.id, i.type, i.forecast, i.due_date, t.category_id, i.payment_date, i.value from installments i
    join transactions t on t.id = i.transaction_id
    where $1::bigint is null or -$1 = case when i.forecast then t.expected_wallet_id else i.wallet_id end
    union all
    select i.id, i.type, i.forecast, i.due_date, t.category_id, i.payment_date, sum(s.value) from installments i
    join transactions t on t.id = i.transaction_id
    join apportionment_shares s on s.installment_id = i.id
    join apportionments a on a.id = s.apportionment_id and a.building_id = $1
    group by i.id, i.type, i.forecast, i.due_date, i.payment_date, t.category_id
  ), rows as (
    select *, case when not forecast then payment_date when due_date < '${TODAY}' then '${TODAY}' else due_date end as date,
      forecast and due_date < '${TODAY}' as overdue
    from amounts
  ), r as (select * from rows where date between $2 and $3)`;

const PERIODS = [
  ['with today in it', '2026-10-01', '2026-12-31'],
  ['before today', '2026-09-01', '2026-11-12'],
  ['after today', '2026-11-21', '2027-01-31'],
  ['of today alone', TODAY, TODAY],
] as const;
const SCOPES = ['the company', 'a building', 'a wallet'] as const;
const cases = PERIODS.flatMap(([name, start, end]) => SCOPES.map((scope) => [scope, name, start, end] as const));
const chosen = (scope: (typeof SCOPES)[number]) =>
  ({ 'the company': null, 'a building': ledger.casa, 'a wallet': -ledger.itau })[scope];

describe.each(cases)('Of %s, days %s', (scope, _name, startDate, endDate) => {
  const asked = () => {
    const buildingId = String(ledger.casa);
    const bankId = String(ledger.itau);
    return {
      startDate,
      endDate,
      ...{ 'the company': {}, 'a building': { buildingId }, 'a wallet': { bankId } }[scope],
    };
  };
  const values = () => [chosen(scope), startDate, endDate];

  test('the cash flow of each day equals the sums of its rows', async () => {
    const { content } = await ask('cash-flows', { companyId: String(ledger.companyId), ...asked() });
    const expected = await sql(
      `${ROWS} select d::date::text as date,
         coalesce(sum(value) filter (where type = 'DEBIT' and not forecast), 0.00) as paid,
         coalesce(sum(value) filter (where type = 'CREDIT' and not forecast), 0.00) as received,
         coalesce(sum(value) filter (where type = 'DEBIT' and forecast), 0.00) as "toPay",
         coalesce(sum(value) filter (where type = 'CREDIT' and forecast), 0.00) as "toReceive",
         coalesce(sum(value) filter (where type = 'DEBIT' and overdue), 0.00) as "overdueToPay",
         coalesce(sum(value) filter (where type = 'CREDIT' and overdue), 0.00) as "overdueToReceive"
       from generate_series($2::date, $3::date, interval '1 day') d left join r on r.date = d group by d order by d`,
      values(),
    );
    expect(content).toMatchObject(expected);
    expect(content).toHaveLength(expected.length);
  });

  test('the categories of each month equal the sums of its rows', async () => {
    const { content } = await cashflow('periods', { ...asked(), group: 'MONTH' });
    const lines = content.flatMap(({ start, categories }: Doc) =>
      categories.map(({ type, category, paid, forecast }: Doc) => ({
        ...{ start, type, category: category && String(category.id), paid, forecast },
      })),
    );
    const expected = await sql(
      `${ROWS} select greatest(date_trunc('month', date)::date, $2::date)::text as start, r.type, r.category_id as category,
         coalesce(sum(value) filter (where not forecast), 0.00) as paid,
         coalesce(sum(value) filter (where forecast), 0.00) as forecast
       from r left join categories c on c.id = r.category_id group by 1, 2, 3, c.name order by 1, 2, c.name`,
      values(),
    );
    expect(lines).toEqual(expected);
  });

  test.each(['', 'PAID', 'FORECAST', 'OVERDUE', 'UPCOMING'])(
    'the movements %s are its rows in order',
    async (state) => {
      for (const type of ['', 'DEBIT', 'CREDIT']) {
        const filter = { ...(state && { state }), ...(type && { type }) };
        const rows = await sql(
          `${ROWS} select id, type, value, date::text from r
         where ($4 = '' or type = $4) and case $5 when 'PAID' then not forecast when 'FORECAST' then forecast
           when 'OVERDUE' then overdue when 'UPCOMING' then forecast and not overdue else true end
         order by r.date, due_date, id`,
          [...values(), type, state],
        );
        const pages = await Promise.all(
          [0, 1, 2].map((page) => cashflow('movements', { ...asked(), ...filter, page: String(page), size: '9' })),
        );
        expect(
          pages.flatMap(({ content }) => content).map((one: Doc) => [String(one.installmentId), one.value, one.date]),
        ).toEqual(rows.slice(0, 27).map(({ id, value, date }) => [id, value, date]));
        const [sums] = await sql(
          `select count(*)::int as "totalElements", coalesce(sum(value) filter (where type = 'DEBIT'), 0.00) as paid,
           coalesce(sum(value) filter (where type = 'CREDIT'), 0.00) as received
         from (select (x->>'value')::numeric(15, 2) as value, x->>'type' as type from json_array_elements($1::json) x) x`,
          [JSON.stringify(rows)],
        );
        expect(pages[0]).toMatchObject(sums);
      }
    },
  );
});

test.each(SCOPES)('The movements of %s in a category are its rows in order', async (scope) => {
  const { concreto, casa, itau } = ledger;
  const [startDate, endDate] = ['2026-10-01', '2026-12-31'];
  const place = { 'the company': {}, 'a building': { buildingId: String(casa) }, 'a wallet': { bankId: String(itau) } };
  const rows = await sql(`${ROWS} select id, value from r where category_id = $4 order by r.date, due_date, id`, [
    ...[chosen(scope), startDate, endDate, concreto],
  ]);
  expect(rows.length).toBeGreaterThan(4);
  const asked = { startDate, endDate, categoryId: String(concreto), ...place[scope], size: '3' };
  const pages = await Promise.all(['0', '1'].map((page) => cashflow('movements', { ...asked, page })));
  expect(pages.flatMap(({ content }) => content).map((one: Doc) => [String(one.installmentId), one.value])).toEqual(
    rows.slice(0, 6).map(({ id, value }) => [id, value]),
  );
  expect(pages[0].totalElements).toBe(rows.length);
});

test.each(PERIODS)('Buildings in days %s have the sums of their shares', async (_name, startDate, endDate) => {
  const { content } = await cashflow('buildings', { startDate, endDate });
  for (const { id, paid, received, toPay, toReceive } of content) {
    const [expected] = await sql(
      `${ROWS} select coalesce(sum(value) filter (where type = 'DEBIT' and not forecast), 0.00) as paid,
         coalesce(sum(value) filter (where type = 'CREDIT' and not forecast), 0.00) as received,
         coalesce(sum(value) filter (where type = 'DEBIT' and forecast), 0.00) as "toPay",
         coalesce(sum(value) filter (where type = 'CREDIT' and forecast), 0.00) as "toReceive" from r`,
      [id, startDate, endDate],
    );
    expect({ paid, received, toPay, toReceive }).toEqual(expected);
  }
  expect(content).toHaveLength(3);
});

test.each(['the company', 'a building'] as const)(
  'What %s is to pay by category counts and sums open installments',
  async (scope) => {
    const of = scope === 'the company' ? '' : `building/${ledger.casa}/`;
    const { content } = await cashflow(`forecast/${of}category/debit/amount`, { from: TODAY, to: '2026-12-15' });
    const expected = await sql(
      `${ROWS} select category_id as id, sum(value) as amount, count(*)::int as count,
       coalesce(sum(value) filter (where overdue), 0.00) as "overdueAmount"
     from r where forecast and type = 'DEBIT' group by 1 order by sum(value) desc, 1`,
      [chosen(scope), TODAY, '2026-12-15'],
    );
    expect(expected).not.toEqual([]);
    expect(content.map(({ name: _name, id, ...one }: Doc) => ({ ...one, id: id && String(id) }))).toEqual(expected);
  },
);

test('A building that is not active any more is left out when all of it was taken back', async () => {
  const { clinica, services } = ledger;
  const document = {
    ...{ grossValue: '30.00', emissionDate: '2026-11-01' },
    transactionRecordList: [{ dueDate: '2026-11-25', grossValue: '30.00', forecast: true }],
    transactionRecordBuildings: [{ building: { id: clinica }, grossValue: '30.00' }],
  };
  const { body } = await ledger.post('debit', document);
  await sql('update buildings set active = false where id = $1', [clinica]);
  const names = async () =>
    (await cashflow('buildings', { startDate: TODAY, endDate: '2026-11-30' })).content.map(({ name }: Doc) => name);
  expect(await names()).toContain('Clínica');
  await services.api.delete(ledger.path('debit', `/${body.data.id}`), { token: ledger.financeiro });
  expect(await names()).not.toContain('Clínica');
  expect(await sql('select from site_flow_sums where building_id = $1', [clinica])).not.toEqual([]);
  await sql('update buildings set active = true where id = $1', [clinica]);
});

describe('An installment counts once in a building', () => {
  const sharesOf = (building: number, stages: number[]) =>
    stages.map((id) => ({
      ...{ building: { id: building }, costEstimateGroup: { id } },
      grossValue: stages.length === 1 ? '30.00' : '15.00',
    }));
  const made = async (): Promise<Doc> => {
    const { status, body } = await ledger.post('debit', {
      ...{ grossValue: '30.00', emissionDate: '2020-01-01' },
      transactionRecordList: [{ dueDate: '2031-03-01', grossValue: '30.00', forecast: true }],
      transactionRecordBuildings: sharesOf(ledger.casa, [ledger.fundacao, ledger.alvenaria]),
    });
    expect(status).toBe(200);
    return body.data;
  };
  /** Of days on which nothing else is due or paid. */
  const counts = () =>
    sql(`select building_id::int as building, forecast, sum(count)::int as count, sum(value) as value from site_flow_sums
         where day not between '2021-01-01' and '2030-12-31' group by 1, 2 having (sum(count), sum(value)) <> (0, 0) order by 1, 2`);
  const one = (building: number, value = '30.00', forecast = true) => ({ building, forecast, count: 1, value });
  const remove = async ({ id }: Doc) => {
    await ledger.services.api.delete(ledger.path('debit', `/${id}`), { token: ledger.financeiro });
    expect(await counts()).toEqual([]);
  };

  test('with shares of two stages, while it is open and when it is paid', async () => {
    const document = await made();
    expect(await counts()).toEqual([one(ledger.casa)]);
    const paid = await ledger.pay(document, 1, { paymentDate: '2020-02-03' });
    expect(paid.status).toBe(200);
    expect(await counts()).toEqual([one(ledger.casa, '30.00', false)]);
    const undone = await ledger.undo(paid.body.data.transaction, 1);
    expect(await counts()).toEqual([one(ledger.casa)]);
    await remove(undone.body.data.transaction);
  });

  test('when one of its stages is left out, and when another building takes all of it', async () => {
    let document = await made();
    const save = async (shares: object[]) => {
      const saved = await ledger.put('debit', { ...document, transactionRecordBuildings: shares });
      expect(saved.status).toBe(200);
      document = saved.body.data;
    };
    const { casa, galpao, fundacao, alvenaria } = ledger;
    await save(sharesOf(casa, [fundacao]));
    expect(await counts()).toEqual([one(casa)]);
    await save(sharesOf(casa, [fundacao, alvenaria]));
    expect(await counts()).toEqual([one(casa)]);
    await save([{ building: { id: galpao }, grossValue: '30.00' }]);
    expect(await counts()).toEqual([one(galpao)]);
    await save([]);
    expect(await counts()).toEqual([]);
    await remove(document);
  });

  test('when both of its stages move to another building in one statement, or one after the other', async () => {
    const document = await made();
    const { services, casa, galpao, fundacao, alvenaria } = ledger;
    const [first = 0, second = 0] = await stage(services, ledger, galpao, ['Piso', 'Telhado']);
    const move = (building: number, stages: number[], positions: number[]) =>
      sql(
        `update apportionments set building_id = $2, cost_estimate_group_id = ($3::bigint[])[position]
         where transaction_id = $1 and position = any($4)`,
        [document.id, building, stages, positions],
      );
    await move(galpao, [first, second], [1, 2]);
    expect(await counts()).toEqual([one(galpao)]);
    await move(casa, [fundacao, alvenaria], [2]);
    expect(await counts()).toEqual([one(casa, '15.00'), one(galpao, '15.00')].sort((a, b) => a.building - b.building));
    await move(casa, [fundacao, alvenaria], [1]);
    expect(await counts()).toEqual([one(casa)]);
    await remove(document);
  });
});

test('A wallet that is expected no more has what is open no more', async () => {
  const { itau, caixa } = ledger;
  const open = () =>
    sql(`select wallet_id::int as wallet, sum(count)::int as count, sum(value) as value from wallet_flow_sums
         where day >= '2031-01-01' group by 1 having (sum(count), sum(value)) <> (0, 0)`);
  const { body } = await ledger.post('debit', {
    ...{ grossValue: '30.00', emissionDate: '2020-01-01', expectedBank: { id: itau } },
    transactionRecordList: [{ dueDate: '2031-03-01', grossValue: '30.00', forecast: true }],
    transactionRecordBuildings: [],
  });
  expect(await open()).toEqual([{ wallet: itau, count: 1, value: '30.00' }]);
  const moved = await ledger.put('debit', { ...body.data, expectedBank: { id: caixa } });
  expect(await open()).toEqual([{ wallet: caixa, count: 1, value: '30.00' }]);
  const without = await ledger.put('debit', { ...moved.body.data, expectedBank: null });
  expect(await open()).toEqual([]);
  expect(without.status).toBe(200);
});

test('All of it is what the ledger check finds in the rows', async () => {
  expect((await verifyLedger(ledger.services.database.ownerUrl)).differences).toEqual([]);
});
