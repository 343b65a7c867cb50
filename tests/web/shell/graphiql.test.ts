import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

test('A browser at /graphql gets GraphiQL, which uses the session of the user', async () => {
  const page = await app.open('/graphql', { as: 'financeiro' });
  await page.locator('.view-line', { hasText: 'companies' }).waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: /Execute query/ }).click();
  await page.getByText(/"Construtora\sIpê\sDemo"/).waitFor({ timeout: 20_000 });
});

test('A program at /graphql gets data', async () => {
  const response = await fetch(`${app.url}/graphql?query=%7B__typename%7D`, {
    headers: { accept: 'application/json', 'apollo-require-preflight': 'true' },
  });
  expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
});
