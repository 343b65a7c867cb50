import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { addDays } from '#domain/dates.ts';
import { formatCurrency, subtract, sum } from '#domain/money.ts';
import { dashboardDays } from '#web/home/dashboard/figures.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { boxOf } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';

const TODAY = '2026-11-20';
const DOCUMENT = readFileSync('web/home/dashboard.graphql', 'utf8');
const OPERATIONS = [...DOCUMENT.matchAll(/^query (\w+)/gm)].flatMap(([, name]) => name ?? []);

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

const shown = (value: string) => formatCurrency(value).replace('-', '−').replaceAll('\u00a0', ' ');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Requests all parts of the dashboard and merges them. */
const dashboard = async () => {
  const { today, soon, seriesStart, seriesEnd, first, last } = dashboardDays(TODAY);
  const variables = { companyId, today, soon, seriesStart, seriesEnd, first, last };
  const replies = await Promise.all(
    OPERATIONS.map((operationName) => app.ask('admin', DOCUMENT, { variables, operationName })),
  );
  return {
    data: Object.assign({}, ...replies.map(({ data }) => data)),
    errors: replies.flatMap(({ errors }) => errors ?? []),
    restCalls: replies.flatMap(({ restCalls }) => restCalls),
  };
};

/** Computes the figures by SQL over the rows. What is ordered and has not come is money to pay, and not overdue. */
const fromTheRows = async () => {
  const [row] = await app.services.seed.sql<Record<string, string>>(
    `select (sum(value) filter (where forecast and type = 'DEBIT' and due_date <= $2)
              + (select sum(c.value) from order_commitments c where c.company_id = $1 and c.due_date <= $2))::text as "toPay",
            sum(value) filter (where forecast and type = 'CREDIT' and due_date <= $2)::text as "toReceive",
            sum(value) filter (where forecast and type = 'DEBIT' and due_date < $3)::text as overdue,
            sum(value) filter (where payment_date >= $4 and type = 'CREDIT')::text as received,
            sum(value) filter (where payment_date >= $4 and type = 'DEBIT')::text as paid,
            (select sum(initial_balance) from wallets where company_id = $1)
              + sum(case type when 'CREDIT' then value else -value end) filter (where not forecast) as cash
     from installments where company_id = $1`,
    [companyId, addDays(TODAY, 29), TODAY, '2026-11-01'],
  );
  return row ?? {};
};

test('The dashboard has the figures of the rows, with thirteen REST calls for any number of transactions', async () => {
  const { data, errors, restCalls } = await dashboard();
  expect(errors).toEqual([]);
  const rows = await fromTheRows();
  expect(data.toPay.paid).toBe(rows.toPay);
  expect(data.toPay.overdueValue).toBe(rows.overdue);
  // None of the next ones is overdue, and they are the first of those to come.
  const next = await app.services.seed.sql<{ id: string }>(
    `select 'installment-' || i.id as id from installments i where company_id = $1 and type = 'DEBIT' and forecast
        and due_date between $2 and $3
      union all
      select 'order-' || c.order_id || '-' || c.due_date from order_commitments c where company_id = $1 and due_date <= $3`,
    [companyId, TODAY, addDays(TODAY, 29)],
  );
  expect(next.map(({ id }) => id)).toEqual(
    expect.arrayContaining(data.next.content.map(({ id }: { id: string }) => id)),
  );
  expect(data.next.content).toHaveLength(6);
  expect(data.toReceive.received).toBe(rows.toReceive);
  expect(data.categories.total).toBe(rows.toPay);
  expect(sum(data.wallets.content.map((wallet: { balance: { balance: string } }) => wallet.balance.balance))).toBe(
    rows.cash,
  );
  const month = data.months.find(({ start }: { start: string }) => start === '2026-11-01');
  expect([month.received, month.paid, month.actualBalance]).toEqual([rows.received, rows.paid, rows.cash]);
  expect(restCalls.sort()).toMatchInlineSnapshot(`
   [
     "GET /api/v1/engineering/companies/:companyId/estimated-vs-actual",
     "GET /api/v1/financial/company/:companyId/bank",
     "GET /api/v1/financial/company/:companyId/cashflow/buildings",
     "GET /api/v1/financial/company/:companyId/cashflow/forecast/bank/balance",
     "GET /api/v1/financial/company/:companyId/cashflow/forecast/category/debit/amount",
     "GET /api/v1/financial/company/:companyId/cashflow/movements",
     "GET /api/v1/financial/company/:companyId/cashflow/movements",
     "GET /api/v1/financial/company/:companyId/cashflow/movements",
     "GET /api/v1/financial/company/:companyId/cashflow/periods",
     "GET /api/v1/financial/company/:companyId/wallets-summary",
     "GET /api/v1/security/session",
     "GET /api/v1/security/session",
     "GET /api/v1/security/session",
   ]
  `);
});

/** Checks at several widths that a figure's trend line is inside its card or hidden. */
const trendsStayInside = async (page: Page): Promise<void> => {
  const height = page.viewportSize()?.height ?? 0;
  for (const width of [1440, 1300, 1190, 1024, 700]) {
    await page.setViewportSize({ width, height });
    for (const name of ['Saldo em carteiras', 'A receber', 'A pagar', 'Resultado do mês']) {
      const card = region(page, name);
      const measured = async () => {
        const [inner, outer] = await Promise.all([boxOf(card.locator('svg')), boxOf(card)]);
        return inner.left >= outer.left && inner.right <= outer.right;
      };
      await eventually(measured).toBe(true);
    }
  }
  await page.setViewportSize({ width: 1440, height });
};

test('An admin starts at the dashboard, and every figure opens the list that it sums', async () => {
  const { data } = await dashboard();
  const page = await app.open('/home', { as: 'admin', place: { companyId, buildingId: null } });
  await page.waitForURL(/\/home\/dashboard$/);
  const month = data.months.find(({ start }: { start: string }) => start === '2026-11-01');
  const figures: [string, string][] = [
    ['A receber', data.toReceive.received],
    ['A pagar', data.toPay.paid],
    ['Resultado do mês', subtract(month.received, month.paid)],
  ];
  await page.getByRole('img', { name: /Entradas, saídas e saldo/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await trendsStayInside(page);
  for (const [name, value] of figures) {
    await eventually(region(page, name)).toContain(shown(value));
    await region(page, name).getByRole('link').first().click();
    await eventually(page.getByText(/^(Total|Resultado)\s+−?R\$/).last()).toContain(shown(value));
    await page.goBack();
    await region(page, name).waitFor();
  }
  // A figure's overdue link opens only the overdue installments, and their sum equals the figure's overdue value.
  const late = [
    ['A receber', 'Receitas vencidas', data.toReceive, `${shown(data.toReceive.overdueValue)} vencido`],
    ['A pagar', 'Despesas vencidas', data.toPay, `${data.toPay.overdue} vencidas`],
  ] as const;
  for (const [name, title, { overdue, overdueValue }, words] of late) {
    expect(overdue).toBeGreaterThan(0);
    const link = region(page, name).getByRole('link', { name: /vencidas|vencido/ });
    await eventually(link).toBe(words);
    await link.click();
    await eventually(() => page.getByRole('list', { name: title }).getByRole('listitem').count()).toBe(overdue);
    await eventually(page.getByText(/^Total\s+−?R\$/).last()).toBe(`Total ${shown(overdueValue)}`);
    await page.goBack();
    await region(page, name).waitFor();
  }
  const balances = data.wallets.content.map((wallet: { balance: { balance: string } }) => wallet.balance.balance);
  await eventually(region(page, 'Saldo em carteiras')).toContain(shown(sum(balances)));
  await page.getByRole('region', { name: 'Saldo em carteiras' }).getByRole('link').click();
  await page.waitForURL(/\/bank$/);
  await page.goto(`${app.url}/home/dashboard/index`);
  await page.getByRole('region', { name: 'A pagar', exact: true }).waitFor();
});

/** Records every request of the page that could change data: mutations, but presence, and REST calls other than GET. */
const writesOf = (page: Page): string[] => {
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' || request.method() === 'HEAD') return;
    const body = request.postData() ?? '';
    const reads =
      request.url().endsWith('/graphql') &&
      (!/"query":\s*"\s*mutation/.test(body) || body.includes('"operationName":"TellPresence"'));
    if (!reads) written.push(`${request.method()} ${request.url()} ${body.slice(0, 100)}`);
  });
  return written;
};

/** Simulates a finger that touches an element and scrolls. */
const scrollFrom = async (page: Page, target: Locator): Promise<void> => {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the screen');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y: at.y - up }] });
  await touch('touchStart', 0);
  for (const up of [20, 60, 120, 180]) await touch('touchMove', up);
  await touch('touchEnd', 180);
  await cdp.detach();
  // Waits for the fling to end: until then a tap only stops the scrolling.
  await page.waitForTimeout(700);
};

test('The owner opens the transactions of a red figure on a phone, and changes nothing', async () => {
  const page = await app.open('/home/dashboard', {
    ...{ as: 'admin', width: 390, dark: true },
    place: { companyId, buildingId: null },
  });
  const written = writesOf(page);
  const card = page.getByRole('region', { name: 'A pagar', exact: true });
  await card.getByRole('link', { name: /vencida/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.getByRole('link', { name: /vencida/ }).tap();
  const list = page.getByRole('list', { name: 'Despesas vencidas' });
  await list.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { overdue } = (await dashboard()).data.toPay;
  await eventually(() => list.getByRole('listitem').count()).toBe(overdue);
  const first = list.getByRole('link').first();
  const target = await first.getAttribute('href');
  // Scrolling that starts on a link does not open the link.
  await scrollFrom(page, first);
  expect(await list.isVisible()).toBe(true);
  await first.tap();
  await page.waitForURL((url) => url.pathname + url.search === target);

  // In the form: scrolling that starts on a button does not click it, and an opened dialog can be closed again.
  const pay = page.getByRole('button', { name: 'Registrar pagamento' });
  await pay.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const name of ['Registrar pagamento', 'Salvar']) {
    await scrollFrom(page, page.getByRole('button', { name }).first());
  }
  expect(await page.locator('[aria-modal="true"]').count()).toBe(0);
  await pay.tap();
  const dialog = page.getByRole('dialog', { name: /Registrar pagamento/ });
  await dialog.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await list.waitFor();
  expect(written).toEqual([]);
});

test('The open assistant stays open on a desktop, and starts closed on a phone, where it would cover the screen', async () => {
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Assistente' });
  const arrived = (page: Page) => page.getByRole('region', { name: 'A pagar', exact: true }).waitFor();
  for (const width of [1440, 390] as const) {
    const page = await app.open('/home/dashboard', { as: 'admin', width });
    await arrived(page);
    await page.getByRole('button', { name: /^Abrir assistente/ }).click();
    await panel(page).waitFor();
    await eventually(() => page.evaluate(() => localStorage.getItem('prumo.chatCollapsed.admin@demo.prumo'))).toBe(
      'false',
    );
    await page.reload();
    await arrived(page);
    await page
      .getByRole('button', { name: width === 390 ? /^Abrir assistente/ : /^Fechar assistente/ })
      .first()
      .waitFor();
    await panel(page).waitFor({ state: width === 390 ? 'detached' : 'visible' });
  }
});

test('Scrolling over bills to pay by touch selects none', async () => {
  const address = '/home/forms/transactions/debit-installments?status=OVERDUE';
  const page = await app.open(address, { as: 'admin', width: 390 });
  const written = writesOf(page);
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  await scrollFrom(page, box);
  await scrollFrom(page, page.getByRole('button', { name: 'Nova despesa' }));
  // The space between cards and the totals are not clickable.
  await page.getByText('Total filtrado').tap();
  await page.getByRole('heading', { level: 2 }).first().tap();
  await eventually(() => new URL(page.url()).search).toBe('?status=OVERDUE');
  expect(await page.getByRole('toolbar', { name: 'Ações para os selecionados' }).count()).toBe(0);
  expect(written).toEqual([]);
});

test('The first steps show what is done, and tutorials only name screens that the user may enter', async () => {
  const page = await app.open('/home/first-access', { as: 'admin' });
  await page.getByText(/\d+ de 10 feitos/).waitFor();
  // No spreadsheet was imported, however many expenses there are.
  await eventually(page.getByRole('listitem').filter({ hasText: 'Importar contas a pagar' })).toContain('A fazer');
  await eventually(page.getByRole('listitem').filter({ hasText: 'Lançar a primeira despesa' })).toContain(
    'Feito · 632',
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  const clerk = await app.open('/home/tutorials', { as: 'pagador', width: 390 });
  await clerk.getByRole('region', { name: 'Lançar uma despesa' }).waitFor();
  expect(await clerk.getByRole('region', { name: 'Ler o fluxo de caixa' }).count()).toBe(0);
  expect(await accessibilityProblems(clerk)).toEqual([]);
});
