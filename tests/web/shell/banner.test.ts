import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '#web/session/routes.ts';
import { startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { roomProblems } from '#tests/support/room.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const PATHS = routes.map(({ path }) => path).filter((path) => path.startsWith('/home/forms') && !path.includes(':'));

/** What a screen shows while its rows, or the grid for them, are on their way. */
const LOADING = 'main [aria-busy="true"], main [role="status"][aria-label^="Carregando"]';

/** Its matrix of months stands above the guides, which scroll into sight with the screen. */
const BELOW_A_MATRIX = '/home/forms/transactions/retentions';

test('At 200 % zoom every screen has one banner, three rows in sight and no button out of reach, also with a form open', async () => {
  const page = await app.open('/home/dashboard', { as: 'admin' });
  // A window of 1440 × 900.
  await page.setViewportSize({ width: 720, height: 450 });
  const main = page.getByRole('main');
  // A modal dialog hides the bar from assistive software.
  const banners = page.getByRole('banner', { includeHidden: true });
  const loading = page.locator(LOADING);
  const expectRoom = async (address: string): Promise<void> => {
    const problems = async () =>
      (await roomProblems(page)).filter((text) => !address.startsWith(BELOW_A_MATRIX) || !text.endsWith('in sight'));
    const seen = async () => [address, await loading.count(), await banners.count(), await problems()];
    await eventually(seen).toEqual([address, 0, 1, []]);
    // A screen asks for its rows after its first paint.
    await page.waitForTimeout(250);
    await eventually(seen).toEqual([address, 0, 1, []]);
  };
  const addresses = PATHS.flatMap((path) => [path, `${path}?id=new`]);
  expect(addresses.length).toBeGreaterThan(40);
  for (const address of addresses) {
    await visit(page, app.url + address);
    // An id that is none has an alert in place of a heading.
    await main.getByRole('heading').or(main.getByRole('alert')).or(page.getByRole('dialog')).first().waitFor();
    await expectRoom(address);
  }
  // The statement of a wallet takes the place of the wallets.
  await visit(page, `${app.url}/home/forms/transactions/bank`);
  await main.getByRole('link', { name: /^Itaú/ }).click();
  await main.getByRole('grid', { name: 'Extrato' }).waitFor();
  await expectRoom('statement');
  await main.getByRole('link', { name: 'Carteiras' }).click();
  await main.getByRole('list').waitFor();
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
