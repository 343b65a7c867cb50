import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const CREDIT = '/home/forms/transactions/credit-installments';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  // Forecasts with the latest due dates: editing them does not change their order.
  page = await app.open(`${CREDIT}?status=PLANNED&sort=dueDate:desc`, { as: 'financeiro' });
  await page.locator('.ag-row').first().waitFor();
}, 60_000);
afterAll(() => app.stop());

const cell = (row: number, column: string) => page.locator(`.ag-row[row-index="${row}"] [col-id="${column}"]`);
const editor = () => page.locator('.ag-cell-inline-editing input');
/** Returns the cell that has the focus, or whose editor has it: "0 dueDate". */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement?.closest('[col-id]');
    return `${at?.closest('[row-index]')?.getAttribute('row-index')} ${at?.getAttribute('col-id')}`;
  });
const retype = async (text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};
const stored = async (): Promise<string[]> => {
  const query = `{ installments(companyId: 1, type: CREDIT, size: 200, filter: { status: PLANNED }) { content {
    installment { id dueDate value } } } }`;
  const { data, errors } = await app.ask('financeiro', query);
  expect(errors).toBeUndefined();
  return data.installments.content.map(
    ({ installment }: { installment: Record<string, string> }) =>
      `${installment.id} ${installment.dueDate} ${installment.value}`,
  );
};

describe('Receitas beta, edited inline by keyboard alone', () => {
  test('lists income by installment, without a serious accessibility problem, light and dark', async () => {
    await page.getByRole('heading', { level: 1, name: 'Receitas beta' }).waitFor();
    await page.getByRole('columnheader', { name: 'Cliente' }).waitFor();
    await page.getByRole('tab', { name: /Recebidas/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const dark = await app.open(CREDIT, { as: 'financeiro', width: 390, dark: true });
    await dark.getByRole('checkbox').first().waitFor();
    expect(await accessibilityProblems(dark)).toEqual([]);
    await dark.context().close();
  });

  test('keeps a cell’s value on Esc, and stores nothing', async () => {
    const [before, shown] = [await stored(), await textOf(cell(0, 'dueDate'))];
    await cell(0, 'dueDate').click();
    await editor().waitFor();
    await retype('01/01/2030');
    await page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
    await eventually(cell(0, 'dueDate')).toBe(shown);
    await eventually(focused).toBe('0 dueDate');
    expect(await stored()).toEqual(before);
  });

  test('moves to the next editable cell on Tab, back on Shift+Tab, without storing unchanged values', async () => {
    const before = await stored();
    await page.keyboard.press('Enter');
    await editor().waitFor();
    await eventually(focused).toBe('0 dueDate');
    await page.keyboard.press('Tab');
    await eventually(focused).toBe('0 value');
    await page.keyboard.press('Shift+Tab');
    await eventually(focused).toBe('0 dueDate');
    await page.keyboard.press('Escape');
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['dueDate', '31/02/2027', 'Não é uma data. Digite como 31/12/2026.'],
    ['value', 'mil reais', 'Não é um valor. Digite como 1.234,56.'],
    ['value', '0', 'Informe um valor maior que zero.'],
  ])('keeps an invalid %s (%s) in the cell, with its problem', async (column, typed, reason) => {
    const before = await stored();
    await cell(0, column).click();
    await editor().waitFor();
    await retype(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(reason).waitFor();
    await eventually(() => editor().inputValue()).toBe(typed);
    await eventually(focused).toBe(`0 ${column}`);
    await eventually(() => editor().getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText(reason).waitFor({ state: 'detached' });
    expect(await stored()).toEqual(before);
  });

  test('stores the cell on Enter and moves to the next row', async () => {
    await cell(0, 'dueDate').click();
    await editor().waitFor();
    await retype('31/12/2029');
    await page.keyboard.press('Enter');
    await page
      .getByText(/Vencimento em 31\/12\/2029/)
      .first()
      .waitFor();
    await eventually(focused).toBe('1 dueDate');
    const moved = async () => (await stored()).filter((line) => line.includes('2029-12-31'));
    await eventually(moved).toHaveLength(1);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('Alteração desfeita').first().waitFor();
    await eventually(moved).toHaveLength(0);
  });
});

describe('Receitas beta, in bulk,', () => {
  test('opens a new income beside the list on N', async () => {
    await page.locator('body').press('n');
    await page.getByRole('heading', { name: 'Nova receita' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(CREDIT);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Nova receita' }).waitFor({ state: 'detached' });
  });

  test('receives installments by one dialog, and undoes that', async () => {
    await page.goto(`${app.url}${CREDIT}?status=OVERDUE`);
    await page.locator('.ag-row').first().waitFor();
    const overdue = page.getByRole('tab', { name: /Vencidas/ });
    await eventually(overdue).toMatch(/\d/);
    const count = (await overdue.textContent()) ?? '';
    await page.locator('.ag-row[row-index="0"] input[type="checkbox"]').click();
    await page.getByRole('button', { name: 'Registrar recebimento' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Carteira' }).focus();
    await page.keyboard.type('Itaú');
    await page.getByRole('option', { name: 'Itaú' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Registrar recebimento' }).click();
    await page.getByText('1 parcela recebida').first().waitFor();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('1 recebimento desfeito').first().waitFor();
    await overdue.filter({ hasText: count }).waitFor();
  });
});
