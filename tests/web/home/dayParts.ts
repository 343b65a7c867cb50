import type { Page } from 'playwright-core';
import type { TestApp } from '#tests/support/app.ts';

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const focused = (page: Page) => () =>
  page.evaluate(() => document.activeElement?.getAttribute('data-day-row') ?? null);
export const money = (value: string) => {
  const [whole = '', cents = ''] = value.split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};
export const textOf = async (page: Page, name: string): Promise<string> =>
  (await region(page, name).innerText()).replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ');

interface Figures {
  count: number;
  value: string;
}
/** Counts and sums the open installments of the days by SQL, with a building its shares. */
export const fromTheRows = async (
  app: TestApp,
  { companyId, building }: { companyId: string; building: string | null },
  type: string,
  [first, last]: [string, string],
): Promise<Figures> => {
  const whole = `select i.id, i.value from installments i
    where i.company_id = $1 and i.type = $2 and i.forecast and i.due_date between $3 and $4 and $5::bigint is null`;
  const shares = `select i.id, s.value from installments i
    join apportionment_shares s on s.account_id = i.account_id and s.installment_id = i.id and s.gross_value > 0
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id and a.building_id = $5
    where i.company_id = $1 and i.type = $2 and i.forecast and i.due_date between $3 and $4`;
  const [row] = await app.services.seed.sql<Figures>(
    `select count(distinct id)::int as count, coalesce(sum(value), 0)::numeric(15, 2)::text as value
     from (${whole} union all ${shares}) found`,
    [companyId, type, first, last, building],
  );
  if (!row) throw new Error('no figures');
  return row;
};
