import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

test('A page whose chunks are gone reloads on navigation, once; then it shows an error and can be retried', async () => {
  const page = await app.open('/home/forms/transactions/bank', { as: 'admin' });
  await page.getByText(/^\d+ carteiras/).waitFor();
  let gone = true;
  await page.route('**/UsersScreen-*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Usuários' }).click();
  await reloaded;
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.waitForURL('**/settings/user');
  const again = page.getByRole('button', { name: 'Tentar novamente' });
  await again.waitFor();
  expect(loads).toBe(0);
  gone = false;
  await again.click();
  await page.getByRole('heading', { name: 'Usuários' }).waitFor();
});
