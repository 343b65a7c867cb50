import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
import { typeLogin } from '#tests/support/logIn.ts';

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
    await typeLogin(page, 'financeiro@demo.prumo', 'wrong');
    await page.getByText('Login ou senha inválidos').waitFor();
    await page.getByText('financeiro@demo.prumo', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Trocar' }).click();
    expect(await page.getByLabel('E-mail ou login').inputValue()).toBe('financeiro@demo.prumo');
    // "Back" and "forward" walk through the steps.
    await page.goBack();
    await page.getByLabel('Senha', { exact: true }).waitFor();
  });
});
