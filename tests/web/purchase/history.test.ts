import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';

const ORDERS = '/home/forms/purchase/orders-and-receipts';
const QUOTES = '/home/forms/purchase/quotes';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const firstId = async (sql: string): Promise<string> => {
  const [row] = await app.services.seed.sql<{ id: number }>(sql);
  if (!row) throw new Error(`Nothing answers ${sql}`);
  return String(row.id);
};
const section = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Histórico', exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Histórico', exact: true });
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('The history at the end of the page', () => {
  test('of an order is read once it is opened, and tells at once what was saved there', async () => {
    const id = await firstId(
      `select min(o.id) as id from orders o where not exists (select from order_deliveries d where d.order_id = o.id)
          and not exists (select from order_lines l where l.order_id = o.id and l.canceled)`,
    );
    await app.services.seed.sql('update orders set notes = null where id = $1', [Number(id)]);
    const page = await app.open(`${ORDERS}?id=${id}`, { as: 'comprador' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(String(request.postDataJSON()?.operationName));
    });
    await section(page).waitFor();
    expect(asked).not.toContain('OrderHistory');
    await section(page).click();
    // Orders of the demonstration were written without entries.
    await page.getByText('Nada foi registrado ainda.').waitFor();
    await page.getByLabel('Observações').fill('Descarregar na rua de trás');
    await page.keyboard.press('Control+s');
    await list(page).getByText('Observações de vazio para Descarregar na rua de trás').waitFor();
    await list(page).getByText('alterou o pedido').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await list(page).getByText('Observações de vazio para Descarregar na rua de trás').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
  });

  test('of a quote that was sent stands below its map', async () => {
    const id = await firstId('select min(id) as id from quotes where sent_at is not null');
    const [quote] = await app.services.seed.sql<{ company: number; version: number }>(
      'select company_id as company, version from quotes where id = $1',
      [Number(id)],
    );
    const { errors } = await app.ask(
      'comprador',
      `mutation ($company: ID!, $id: ID!, $version: Int!) {
        closeQuote(companyId: $company, id: $id, version: $version, reason: "Preço alto") { quote { id } } }`,
      { variables: { company: String(quote?.company), id, version: quote?.version } },
    );
    expect(errors).toBeUndefined();
    const page = await app.open(`${QUOTES}?id=${id}`, { as: 'comprador' });
    await section(page).click();
    await list(page).getByText('encerrou a cotação').waitFor();
    await list(page).getByText('Motivo: Preço alto').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
  });
});
