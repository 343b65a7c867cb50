import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

describe('who is not logged in', () => {
  test('reads the landing page and goes from it to the login', async () => {
    const page = await app.open('/', { as: null });
    await page.getByRole('link', { name: 'Entrar' }).first().click();
    await page.waitForURL('**/prumoid');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('lands on the landing page instead of a screen', async () => {
    const page = await app.open('/home/forms/transactions/outcome', { as: null });
    await page.waitForURL(`${app.url}/`);
  });

  test('is told of an address that does not exist', async () => {
    const page = await app.open('/nowhere', { as: null });
    await page.getByRole('heading', { level: 1, name: 'Página não encontrada', exact: true }).waitFor();
  });
});

describe('who logs in', () => {
  test('is told in Portuguese of a wrong password and keeps what was typed', async () => {
    const page = await app.open('/prumoid', { as: null });
    await page.getByLabel('Login').fill('financeiro@demo.prumo');
    await page.getByLabel('Senha', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Login').inputValue()).toBe('financeiro@demo.prumo');
  });
});
