import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { leaveScreen, startApp, strictProblems, visit, type TestApp } from '#tests/support/app.ts';
import { routes } from '#web/session/routes.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Screens that show one row of a table by its id. */
const OPENED: readonly [path: string, table: string, where?: string][] = [
  ['/home/forms/transactions/outcome', 'transactions', "type = 'DEBIT'"],
  ['/home/forms/transactions/income', 'transactions', "type = 'CREDIT'"],
  ['/home/forms/purchase/orders-and-receipts', 'orders'],
  ['/home/forms/purchase/quotes', 'quotes'],
  ['/home/forms/engineering/cost-estimate', 'cost_estimates'],
  ['/home/forms/engineering/measurements', 'measurements'],
  ['/home/forms/task', 'tasks'],
  ['/home/forms/product', 'products'],
  ['/home/forms/supplier', 'partners', "type = 'SUPPLIER'"],
];

/** Imports with a screen of their own. */
const OWN_IMPORTS = ['/home/forms/transactions/ofx-files/import', '/home/forms/product-table/import'];

const idIn = async (table: string, where = 'true'): Promise<string> => {
  const [row] = await app.services.seed.sql<{ id: number }>(
    `select min(id) as id from ${table} where account_id = 1 and ${where}`,
  );
  if (row?.id == null) throw new Error(`The demonstration has no ${table} (${where}).`);
  return String(row.id);
};

/** Every address of a user who is logged in, its empty form, and rows of the demonstration. */
const addresses = async (): Promise<string[]> => {
  const model = await idIn('transaction_models');
  // The import is one screen for all registers.
  const [one, ...others] = routes.filter(({ path }) => path.endsWith('/import') && !OWN_IMPORTS.includes(path));
  if (!one) throw new Error('No register has an import.');
  const inside = routes.filter((route) => route.rule !== 'public' && !others.includes(route));
  return [
    ...inside.map(({ path }) => path.replace(':modelId', model)),
    ...inside.flatMap(({ path, actions = [] }) => actions.map(({ search }) => `${path}${search}`)),
    ...(await Promise.all(OPENED.map(async ([path, table, where]) => `${path}?id=${await idIn(table, where)}`))),
  ];
};

/** Where `leaveScreen` goes. */
const BETWEEN = { path: '/home/tutorials', title: 'Tutoriais' };

/** Waits until the screen is there, and nothing on it is still being read. */
const isRead = async (page: Page, address: string): Promise<void> => {
  const others = page.locator(`h1:not(:text-is("${BETWEEN.title}"))`);
  const heading = address === BETWEEN.path ? page.locator('h1') : others;
  await heading.first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [aria-label="Carregando…"]') === null);
};

test.each([1440, 390] as const)(
  'At %i px no screen and no form is hard to perceive or to hit, in light or dark',
  async (width) => {
    const page = await app.open('/home/tutorials', { as: 'admin', width });
    // axe measures the contrast of what is in the window alone. Of a table that scrolls sideways below its first column, it takes what
    // lies behind that column for cut: on a phone, the window stays as it is.
    if (width === 1440) await page.setViewportSize({ width, height: 2_400 });
    const found: string[] = [];
    for (const address of await addresses()) {
      await leaveScreen(page);
      await visit(page, address);
      await isRead(page, address);
      found.push(...(await strictProblems(page)).map((text) => `${address} ${text}`));
    }
    expect(found).toEqual([]);
  },
  300_000,
);

test('Small targets beside each other, and pale text in either colours, would be found', async () => {
  const page = await app.open('/home/tutorials', { as: 'admin' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const box = document.createElement('div');
    // Targets in a line of text are none.
    box.style.display = 'flex';
    const small = () => {
      const button = document.createElement('button');
      Object.assign(button.style, {
        width: '12px',
        height: '12px',
        padding: '0',
        border: '0',
        margin: '0',
        minWidth: '0',
        minHeight: '0',
      });
      button.setAttribute('aria-label', 'Pequeno');
      return button;
    };
    const pale = document.createElement('p');
    pale.textContent = 'Texto pálido';
    pale.style.color = 'rgb(128 128 128 / 50%)';
    box.append(small(), small(), small(), pale);
    document.querySelector('h1')?.before(box);
  });
  const found = await strictProblems(page);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect(found.filter((line) => line.includes('target-size'))).not.toEqual([]);
  expect(found.filter((line) => line.includes('color-contrast') && !line.startsWith('dark'))).not.toEqual([]);
  expect(found.filter((line) => line.startsWith('dark') && line.includes('color-contrast'))).not.toEqual([]);
}, 60_000);
