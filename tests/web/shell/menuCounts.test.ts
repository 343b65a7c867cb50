import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const OVERDUE = `query ($companyId: ID!, $buildingId: ID!) {
  toPay: transactions(companyId: $companyId, type: DEBIT, size: 1, filter: { buildingId: $buildingId }) { totals { counts { overdue } } }
}`;

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name, exact: true });

test('The menu counts overdue transactions of the chosen place, and keeps the entry’s name', async () => {
  const { session } = (await app.ask('financeiro', '{ session { companyId buildingId } }')).data;
  const { toPay } = (await app.ask('financeiro', OVERDUE, { variables: session })).data;
  const page = await app.open(OUTCOME, { as: 'financeiro' });
  expect(toPay.totals.counts.overdue).toBeGreaterThan(1);
  await eventually(() => entry(page, 'Despesas').getAttribute('title')).toContain(
    `${toPay.totals.counts.overdue} vencidas`,
  );
});

test('The menu shows no count where nothing is overdue', async () => {
  const query = `query ($companyId: ID!, $buildingId: ID!, $type: TransactionType!) {
    transactions(companyId: $companyId, type: $type, size: 1, filter: { buildingId: $buildingId }) {
      totals { counts { overdue } } } }`;
  const { session } = (await app.ask('financeiro', '{ session { companyId } }')).data;
  const { buildings } = (
    await app.ask('admin', 'query ($companyId: ID!) { buildings(companyId: $companyId) { content { id } } }', {
      variables: session,
    })
  ).data;
  const overdue = async (buildingId: string, type: string): Promise<number> =>
    (await app.ask('financeiro', query, { variables: { ...session, buildingId, type } })).data.transactions.totals
      .counts.overdue;
  for (const { id } of buildings.content) {
    if ((await overdue(id, 'CREDIT')) > 0 || (await overdue(id, 'DEBIT')) === 0) continue;
    const page = await app.open(OUTCOME, { as: 'financeiro', place: { ...session, buildingId: id } });
    // Both counts come in one answer.
    await eventually(() => entry(page, 'Despesas').getAttribute('title')).toContain('vencida');
    expect(await entry(page, 'Receitas').getAttribute('title')).toBeNull();
    return;
  }
  throw new Error('No building has overdue expenses and no overdue revenues.');
});

test('The menu counts nothing that the user may not see', async () => {
  const page = await app.open('/home/welcome', { as: 'pagador' });
  await eventually(() => entry(page, 'Despesas').getAttribute('title')).toContain('vencida');
  expect(await entry(page, 'Receitas').count()).toBe(0);
});
