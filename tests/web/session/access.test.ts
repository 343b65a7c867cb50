import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

describe('A visitor', () => {
  test('reads the landing page and continues to the login', async () => {
    const page = await app.open('/', { as: null });
    await page.getByRole('link', { name: 'Entrar' }).first().click();
    await page.waitForURL('**/prumoid');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('gets the landing page instead of a screen', async () => {
    const page = await app.open('/home/forms/transactions/outcome', { as: null });
    await page.waitForURL(`${app.url}/`);
  });

  test('gets a message for an unknown address', async () => {
    const page = await app.open('/nowhere', { as: null });
    await page.getByRole('heading', { level: 1, name: 'Página não encontrada', exact: true }).waitFor();
  });
});

describe('A login', () => {
  test('with a wrong password shows an error in Portuguese and keeps the typed values', async () => {
    const page = await app.open('/prumoid', { as: null });
    await page.getByLabel('Login').fill('financeiro@demo.prumo');
    await page.getByLabel('Senha', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Login').inputValue()).toBe('financeiro@demo.prumo');
  });
});
