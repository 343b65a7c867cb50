import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const INCOME = '/home/forms/transactions/income';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

describe('Income', () => {
  test('is received late with a discount, and the receipt is undone', async () => {
    const page = await app.open(`${INCOME}?status=OVERDUE`, { as: 'financeiro' });
    await page.getByRole('heading', { level: 1, name: 'Receitas' }).waitFor();
    await page.getByRole('columnheader', { name: 'Cliente' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('gridcell').nth(2).click();
    await page.getByRole('button', { name: 'Registrar recebimento' }).click();
    const dialog = page.getByRole('dialog', { name: /Registrar recebimento/ });
    await eventually(() => dialog.getByLabel('Valor da parcela').inputValue()).toMatch(/\d/);
    const whole = await dialog.getByLabel('Valor da parcela').inputValue();
    await dialog.getByLabel('Carteira').click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.getByLabel('Desconto').fill('10,50');
    await dialog.getByRole('button', { name: 'Registrar recebimento' }).click();
    await page.getByText('Recebimento registrado').first().waitFor();
    await page.getByText('Recebida').first().waitFor();

    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('Recebimento desfeito').first().waitFor();
    await eventually(() => page.getByLabel('Valor da parcela 1').inputValue()).toBe(whole);
  });

  test('has no screen for a user without the permission', async () => {
    const page = await app.open(INCOME, { as: 'pagador' });
    await page.getByRole('heading', { level: 1, name: 'Sem acesso a Receitas', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Receitas' }).count()).toBe(0);
  });

  test('is shown on a phone as cards grouped by day', async () => {
    const page = await app.open(INCOME, { as: 'financeiro', width: 390, dark: true });
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByRole('button', { name: 'Nova receita' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
