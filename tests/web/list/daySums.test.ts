import { afterAll, beforeAll, test } from '@jest/globals';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let place: { companyId: string; buildingId: null };
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('admin', '{ session { companies { id } } }');
  place = { companyId: data.session.companies[0].id, buildingId: null };
}, 60_000);
afterAll(() => app.stop());

/** "2026-11-20" as "20/11/2026"; "1234.50" as "R$ 1.234,50". */
const day = (date: string) => date.split('-').reverse().join('/');
const shown = (amount: string) => `R$ ${amount.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, '.')}`;
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const LISTS = [
  [
    'debit-installments',
    `select due_date as date, gross_value + increase - discount as value from installments where type = 'DEBIT'`,
  ],
  [
    'outcome',
    `select i.date, t.gross_value + t.increase - t.discount as value
      from (select distinct transaction_id, due_date as date from installments where type = 'DEBIT') i
      join transactions t on t.id = i.transaction_id`,
  ],
] as const;

test.each(LISTS)(
  'On a phone the heads of days in %s sum the whole day, though the page has only some of it',
  async (list, rows) => {
    // Two rows on a page: of a day with three or more it has a part.
    const [busy] = await app.services.seed.sql<{ date: string; count: number; value: string }>(
      `select d.date::text, count(*)::integer as count, sum(d.value)::text as value from (${rows}) d
      group by d.date having count(*) > 2 order by d.date limit 1`,
    );
    if (!busy) throw new Error('no day with three rows');
    const address = `/home/forms/transactions/${list}?from=${busy.date}&to=${busy.date}&size=2`;
    const page = await app.open(address, { as: 'admin', place, width: 390 });
    const group = page.getByRole('region', { name: `Vencimento ${day(busy.date)}` });
    await eventually(() => group.getByRole('listitem').count()).toBe(2);
    await eventually(async () => plain(await group.getByRole('heading').innerText())).toBe(
      `${day(busy.date)} ${shown(busy.value)}`,
    );
    await page.context().close();
  },
);
