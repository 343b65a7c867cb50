import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '#web/session/routes.ts';
import { startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { roomProblems } from '#tests/support/room.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const PATHS = routes.map(({ path }) => path).filter((path) => path.startsWith('/home/forms') && !path.includes(':'));

/** Its matrix of months stands above the guides, which scroll into sight with the screen. */
const BELOW_A_MATRIX = '/home/forms/transactions/retentions';

test('At 200 % zoom every screen has one banner, three rows in sight and no button out of reach, also with a form open', async () => {
  const page = await app.open('/home/dashboard', { as: 'admin' });
  // A window of 1440 × 900.
  await page.setViewportSize({ width: 720, height: 450 });
  const main = page.getByRole('main');
  // A modal dialog hides the bar from assistive software.
  const banners = page.getByRole('banner', { includeHidden: true });
  const addresses = PATHS.flatMap((path) => [path, `${path}?id=new`]);
  expect(addresses.length).toBeGreaterThan(40);
  for (const address of addresses) {
    await visit(page, app.url + address);
    // An id that is none has an alert in place of a heading.
    await main.getByRole('heading').or(main.getByRole('alert')).or(page.getByRole('dialog')).first().waitFor();
    const problems = async () =>
      (await roomProblems(page)).filter((text) => !address.startsWith(BELOW_A_MATRIX) || !text.endsWith('in sight'));
    await eventually(async () => [address, await banners.count(), await problems()]).toEqual([address, 1, []]);
  }
  // With a drawer: its head is none.
  await visit(page, `${app.url}/home/forms/transactions/outcome?id=new`);
  await page.getByRole('dialog', { name: 'Nova despesa' }).waitFor();
  await eventually(() => banners.count()).toBe(1);
  // The menu is behind a button, and a line that is cut is its own title.
  await visit(page, `${app.url}/home/forms/supplier`);
  const name = main.getByText('Construtiva Mão de Obra Especializada Ltda');
  await name.hover();
  await eventually(() => name.getAttribute('title')).toBe('Construtiva Mão de Obra Especializada Ltda');
  expect(await page.getByRole('navigation', { name: 'Menu principal' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('link', { name: 'Fluxo de caixa' }).click();
  await main.getByRole('heading', { name: 'Fluxo de caixa' }).waitFor();
  await page.context().close();
}, 300_000);
