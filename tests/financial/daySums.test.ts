import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startReports, type ReportsKit } from '../reports/kit.ts';

let kit: ReportsKit;
let residence: string;
beforeAll(async () => {
  kit = await startReports();
  residence = await kit.value(`select id as value from buildings where name like 'Residência%'`);
});
afterAll(() => kit.services.stop());

const ask = (list: string, query: Record<string, string>) =>
  kit.services.api.get(`/api/v1/financial/company/${kit.companyId}/debit${list}/totals`, {
    ...{ token: kit.tokens.admin, query },
  });

interface Day {
  date: string;
  count: number;
  value: string;
}

/** Days of the statement, with what it says of each. */
const expected = (from: string): Promise<Day[]> =>
  kit.services.seed.sql<Day>(`select d.date::text, count(*)::integer as count, sum(d.value)::text as value
    from (${from}) d group by d.date order by d.date limit 40`);

const net = 'i.gross_value + i.increase - i.discount';
const ofInstallments = (condition: string) =>
  `select i.due_date as date, ${net} as value from installments i where i.type = 'DEBIT' and ${condition}`;
const ofShares = () =>
  `select i.due_date as date, sum(s.gross_value + s.increase - s.discount) as value from apportionment_shares s
    join apportionments a on a.id = s.apportionment_id join installments i on i.id = s.installment_id
    where a.building_id = ${residence} and i.type = 'DEBIT' group by i.id, i.due_date`;
const ofTransactions = (condition: string) =>
  `select reference_due_date as date, (select sum(${net}) from installments i where i.transaction_id = t.id) as value
    from transactions t where t.type = 'DEBIT' and ${condition}`;

describe('The totals of a list tell what each named due date sums up to', () => {
  test.each([
    ['all installments', '/installments', {}, () => ofInstallments('true')],
    [
      'overdue ones',
      '/installments',
      { status: 'OVERDUE' },
      () => ofInstallments(`i.forecast and i.due_date < '2026-11-20'`),
    ],
    ['paid ones', '/installments', { status: 'PAID' }, () => ofInstallments('not i.forecast')],
    ['shares of an obra', '/installments', { building: 'residence' }, ofShares],
    ['all transactions', '', {}, () => ofTransactions('true')],
    ['paid transactions', '', { status: 'PAID' }, () => ofTransactions(`t.status = 'PAID'`)],
  ])('%s', async (_, list, query: Record<string, string>, from) => {
    const days = await expected(from());
    expect(days.length).toBeGreaterThan(3);
    const { body } = await ask(list, {
      ...query,
      ...(query['building'] !== undefined && { building: residence }),
      days: days.map(({ date }) => date).join(','),
    });
    expect(body.data.days).toEqual(days);
  });

  test('by the due date that a row of the period shows, where the list has a period', async () => {
    const query = { from: '2026-12-01', to: '2026-12-31' };
    const { body } = await kit.services.api.get(`/api/v1/financial/company/${kit.companyId}/debit`, {
      ...{ token: kit.tokens.admin, query: { ...query, matching: 'true', size: '500' } },
    });
    const sums = new Map<string, bigint>();
    for (const { matching, value } of body.data.content as { matching: { dueDate: string }; value: string }[])
      sums.set(matching.dueDate, (sums.get(matching.dueDate) ?? 0n) + BigInt(value.replace('.', '')));
    expect(sums.size).toBeGreaterThan(3);
    const totals = await ask('', { ...query, days: [...sums.keys()].join(',') });
    const told = (totals.body.data.days as Day[]).map(({ date, value }) => [date, BigInt(value.replace('.', ''))]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(sums));
  });

  test('in one statement more, however many days; without days there are none in the answer', async () => {
    const days = (await expected(ofInstallments('true'))).map(({ date }) => date);
    const queries = async (query: Record<string, string>) =>
      Number((await ask('/installments', query)).headers['x-sql-queries']);
    const [none, one, many] = [
      await queries({}),
      await queries({ days: days[0] ?? '' }),
      await queries({ days: days.join(',') }),
    ];
    expect([one - none, many - none]).toEqual([1, 1]);
    expect((await ask('/installments', {})).body.data).not.toHaveProperty('days');
  });

  test('and refuse what is no day', async () => {
    const { status, body } = await ask('/installments', { days: '2026-11-20,2026-02-30' });
    expect(status).toBe(400);
    expect(body.fields).toEqual([{ path: 'days', message: '2026-02-30 não é um dia do calendário.' }]);
  });
});
