import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { cashFlowPath } from '#services/financial/cashFlows/negativeDay.ts';
import { applyScenario, firstNegativeDay, NO_SCENARIO, projectBalances } from '#domain/cashFlow.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { formatCurrency, sum } from '#domain/money.ts';
import { accessibilityProblems, startApp, visitAnew, withoutPurchases, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { orderFor } from '#tests/web/orderedHouse.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

const PATH = '/home/forms/transactions/cashflow';
const TODAY = '2026-11-20';
const shown = (value: string) => formatCurrency(value).replace('-', '−').replaceAll('\u00a0', ' ');

/** Returns the amounts of the open drawer as decimal text. */
const amountsIn = async (page: Page, list: string): Promise<string[]> => {
  const rows = await page.getByRole('list', { name: list, exact: true }).getByRole('listitem').allInnerTexts();
  return rows.map((row) => (row.trim().split('\n').at(-1) ?? '').replaceAll('.', '').replace(',', '.'));
};

/** Returns the first negative day when every receipt is delayed, computed from the services' movements. */
const firstNegativeWithDelay = async (delayDays: number): Promise<string | undefined> => {
  const end = addDays(TODAY, 180);
  const query = `query ($companyId: ID!) {
    now: cashFlowPeriods(companyId: $companyId, startDate: "${TODAY}", endDate: "${TODAY}", group: WHOLE) { actualBalance }
    cashFlowMovements(companyId: $companyId, startDate: "${TODAY}", endDate: "${end}", size: 500,
      filter: { state: FORECAST }) { last content { key: id type date value } } }`;
  const { data } = await app.ask('admin', query, { variables: { companyId } });
  expect(data.cashFlowMovements.last).toBe(true);
  const supposed = applyScenario(data.cashFlowMovements.content, { ...NO_SCENARIO, delayDays });
  return firstNegativeDay(projectBalances(data.now[0].actualBalance, supposed, { start: TODAY, end }))?.date;
};

test('The cash flow shows the first negative day, opens the installments behind a figure, and simulates without storing', async () => {
  const ask = async () => {
    const query = `query ($companyId: ID!) {
      now: cashFlowPeriods(companyId: $companyId, startDate: "${TODAY}", endDate: "${TODAY}", group: WHOLE) {
        actualBalance openingActual expectedBalance toPay toReceive overdueToPay }
      projectedBalances(companyId: $companyId) { date balance }
      companyBalance(companyId: $companyId, endDate: "${TODAY}") { value } }`;
    const { data, errors } = await app.ask('admin', query, { variables: { companyId } });
    expect(errors).toBeUndefined();
    return data;
  };
  const before = await ask();
  const [now] = before.now;
  expect(now.actualBalance).toBe(before.companyBalance.value);

  const page = await app.open(PATH, { as: 'admin', place: { companyId, buildingId: null } });
  await page.getByRole('img', { name: /Entradas, saídas e saldo/ }).waitFor();
  const negative = firstNegativeDay(before.projectedBalances);
  await eventually(page.getByRole('main')).toContain(`negativo em ${formatDate(negative?.date)}`);
  const today = page.getByRole('region', { name: 'Período escolhido' });
  await eventually(today).toContain(shown(now.expectedBalance));
  await eventually(today).toContain(`${shown(now.overdueToPay)} vencido`);
  expect(await accessibilityProblems(page)).toEqual([]);

  // Overdue installments count on today; the list behind the figure has the same sum, and links to the transactions.
  await page.getByRole('button', { name: `${shown(now.overdueToPay)} vencido` }).click();
  await eventually(async () => sum(await amountsIn(page, 'Despesas vencidas'))).toBe(now.overdueToPay);
  expect(new URL(page.url()).searchParams.get('listState')).toBe('OVERDUE');
  expect(
    await page.getByRole('list', { name: 'Despesas vencidas' }).getByRole('link').first().getAttribute('href'),
  ).toMatch(/outcome\?id=\d+$/);
  await page.goBack();
  await page.getByRole('list', { name: 'Despesas vencidas' }).waitFor({ state: 'detached' });

  // With receipts 40 days late the first negative day comes earlier; nothing is stored.
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByLabel('Atrasar recebimentos (dias)').fill('40');
  await page
    .getByLabel('Na simulação')
    .getByText(formatDate(await firstNegativeWithDelay(40)))
    .waitFor();
  await eventually(page.getByRole('list', { name: 'Legenda' })).toContain('Simulação');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await ask()).toEqual(before);
});

test('An order is money to pay on its days, until it is opened from there and received', async () => {
  const [house] = await app.services.seed.sql<{ id: number }>(
    `select id from buildings where name = 'Residência Alto da Serra'`,
  );
  await withoutPurchases(app);
  const order = await orderFor(app, Number(house?.id));
  const page = await app.open(`${PATH}?from=2026-12-01&to=2026-12-31`, {
    as: 'admin',
    place: { companyId, buildingId: null },
  });
  await eventually(page.getByRole('list', { name: 'Legenda' })).toContain('Comprometido');
  await page.getByRole('button', { name: /^R\$\s300,00 comprometido$/ }).click();
  const rows = page.getByRole('list', { name: 'Comprometido', exact: true });
  await eventually(rows).toContain(`Pedido ${order.document}`);
  expect(await amountsIn(page, 'Comprometido')).toEqual(['300.00']);
  expect(await accessibilityProblems(page)).toEqual([]);
  await rows.getByRole('link').click();
  await page.waitForURL(`**/home/forms/purchase/orders-and-receipts?id=${order.id}`);
  await page.getByText(order.document).first().waitFor();

  // Among all that is to be paid it is one row of the drawer, and may be moved by the simulation.
  await visitAnew(page, `${PATH}?simulate=1&listFrom=2026-12-15&listTo=2026-12-15&listType=DEBIT&listState=FORECAST`);
  await eventually(page.getByRole('list', { name: 'A pagar' })).toContain(`Pedido ${order.document} · parcela 1/2`);
  await eventually(page.getByRole('dialog')).toContain('Pedidos a receber ainda não são despesas');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Buscar contas' }).fill(order.document);
  const bills = page.getByRole('list', { name: 'Contas a mover' }).getByRole('listitem');
  await eventually(() => bills.count()).toBe(2);
  await bills.first().getByRole('textbox').fill('15/02/2027');
  await page.keyboard.press('Tab');
  await eventually(() => page.locator('li[data-moved]').count()).toBe(1);

  // What has come is owed by its expense, and no more by the order.
  const line = (
    await app.services.seed.sql<{ id: number }>('select id from order_lines where order_id = $1', [order.id])
  )[0];
  const received = await app.services.api.post(`/api/v1/purchase/company/${companyId}/order/${order.id}/deliveries`, {
    token: await app.token('admin'),
    body: { lines: [{ line: { id: Number(line?.id) }, quantity: '10' }] },
  });
  expect(received.status).toBe(200);
  await visitAnew(page, `${PATH}?listFrom=2026-12-15&listTo=2026-12-15&listType=DEBIT&listState=COMMITTED`);
  await page.getByText('Nenhuma parcela').waitFor();
  await page.close();
});

test('The cash flow’s view is in its address, and fits a phone in dark mode', async () => {
  const page = await app.open(`${PATH}?group=week&unknown=1`, { as: 'admin', width: 390, dark: true });
  await page.getByRole('img', { name: /Entradas, saídas e saldo/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Carteira' }).selectOption({ index: 1 });
  await page.waitForURL(/bank=\d+/);
  await page.getByRole('button', { name: 'Esta semana' }).click();
  await page.getByRole('button', { name: 'Dia', exact: true }).click();
  await page.waitForURL(/group=day/);
  await page.goBack();
  await page.waitForURL(/group=week/);
  await page.reload();
  await page.getByRole('button', { name: 'Esta semana', pressed: true }).waitFor();
  const overflows = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await eventually(overflows).toBe(false);
});

test('All buildings stay all buildings in the lists behind a figure, although one is chosen in the menu', async () => {
  const [clinic] = await app.services.seed.sql<{ id: string }>(
    "select id::text from buildings where name like 'Clínica%'",
  );
  const { data } = await app.ask(
    'admin',
    `query ($companyId: ID!) { projectedBalances(companyId: $companyId) { date balance } }`,
    { variables: { companyId } },
  );
  const negative = formatDate(firstNegativeDay(data.projectedBalances)?.date);
  const place = { companyId, buildingId: clinic?.id ?? '' };
  // As messages and mails lead to it.
  const page = await app.open(cashFlowPath(Number(companyId)), { as: 'admin', place });
  await eventually(page.getByRole('main')).toContain(`negativo em ${negative}`);
  expect(await page.getByRole('combobox', { name: 'Obra' }).inputValue()).toBe('all');
  await visitAnew(page, PATH);
  await page.getByText('Valores da obra').waitFor();
  await page.getByRole('combobox', { name: 'Obra' }).selectOption('all');
  await page.waitForURL(/building=all/);
  await eventually(page.getByRole('main')).toContain(`negativo em ${negative}`);
  await page
    .getByRole('button', { name: /vencido$/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Abrir em/ }).click();
  await page.waitForURL(/installments\?.*building=all/);
  await page.close();
});

test('The cash flow is for admins', async () => {
  const page = await app.open(PATH, { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Sem acesso a Fluxo de caixa' }).waitFor();
});
