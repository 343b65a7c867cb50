import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const PRODUCTS = '/home/forms/product';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const dialog = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Escolha o que fica' });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const tab = (page: Page) => page.getByRole('tab', { name: /^Duplicados/ });
const pairs = (page: Page) => page.getByRole('list', { name: 'Insumos que podem ser o mesmo' }).getByRole('listitem');

const ask = async (search: string) => {
  const query = 'query ($search: String) { products(filter: { search: $search }) { content { code aliases price } } }';
  const { data } = await app.ask('comprador', query, { variables: { search } });
  return data.products.content;
};
const priceOf = async (code: string) => {
  const query = 'query ($code: String) { tasks(filter: { code: $code }) { content { unitPrice } } }';
  return (await app.ask('comprador', query, { variables: { code } })).data.tasks.content[0]?.unitPrice;
};

describe('Duplicated products', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(PRODUCTS, { as: 'comprador' });
    await page.waitForURL(/productTable=\d+/);
    await tab(page).click();
    await pairs(page).first().waitFor();
  }, 60_000);

  test('are suggested in pairs, with axe content, and what is none is not suggested again', async () => {
    expect(await tab(page).innerText()).toMatch(/Duplicados\s*3/);
    await eventually(() => pairs(page).locator('strong').allInnerTexts()).toEqual([
      ...['Cimento CP II-E-32', 'CIMENTO CPII E 32', 'Areia média lavada', 'Areia Media Lavada'],
      ...['Argamassa colante AC III 20 kg', 'ARGAMASSA COLANTE AC-III 20KG'],
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await pairs(page).nth(1).getByRole('button', { name: 'Não são duplicados' }).click();
    await toast(page, 'Não serão mais sugeridos');
    await eventually(() => pairs(page).count()).toBe(2);
    expect(await tab(page).innerText()).toMatch(/Duplicados\s*2/);
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await eventually(() => pairs(page).count()).toBe(3);
  });

  test('become one by keyboard: the factor is proposed, what changes is told, and the undo brings all back', async () => {
    await pairs(page).first().getByRole('button', { name: 'Unificar' }).focus();
    await page.keyboard.press('Enter');
    const open = dialog(page);
    await open.getByRole('heading', { name: 'Unificar 2 insumos' }).waitFor();
    const factor = () => open.getByLabel('Quantos sc de CIMENTO CPII E 32 fazem 1 kg');
    await eventually(() => factor().inputValue()).toBe('0,02');
    // R$ 36,50 a bag of 50 kg.
    await open.getByText('(0,73 por kg)').waitFor();
    await open.getByText('Nenhuma composição usa os que saem').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The other one stays: its unit is the bag, and six compositions get it.
    await open.getByRole('radio', { name: /^Cimento CP II-E-32/ }).press('ArrowDown');
    await open.getByText('6 composições recebem 0373, coeficientes de 0101 divididos por 50').waitFor();
    const save = open.getByRole('button', { name: 'Unificar em 0373' });
    const field = open.getByLabel('Quantos kg de Cimento CP II-E-32 fazem 1 sc');
    await field.fill('cinquenta');
    await field.press('Tab');
    await eventually(() => save.isDisabled()).toBe(true);
    await field.fill('50');
    await field.press('Tab');
    await eventually(() => save.isEnabled()).toBe(true);
    const [before] = await ask('0101');
    const concrete = await priceOf('CP-0094');
    // 362 kg at 0,736 become 7,24 bags at 36,50: 264,2600 in place of 266,4320.
    await open.getByText(/CP-0094/).waitFor();
    await save.press('Enter');
    await toast(page, '2 insumos unificados em 0373');
    await open.waitFor({ state: 'detached' });
    expect(await ask('0101')).toMatchObject([{ code: '0373', aliases: ['0101'], price: '36.5000' }]);
    const moved = Math.round((Number(await priceOf('CP-0094')) - Number(concrete)) * 10_000);
    expect(moved).toBe(-21_720);
    await eventually(() => pairs(page).count()).toBe(2);
    const history = page.getByRole('region', { name: 'Unificações' });
    await history.getByText('0101 Cimento CP II-E-32 (50 kg = 1 sc) → 0373 CIMENTO CPII E 32').waitFor();
    await history.getByRole('button', { name: 'Desfazer' }).press('Enter');
    await toast(page, 'Unificação em 0373 desfeita');
    await history.getByText(/Desfeita em/).waitFor();
    expect(await ask('0101')).toEqual([before]);
    expect(await priceOf('CP-0094')).toBe(concrete);
    await eventually(() => pairs(page).count()).toBe(3);
  });

  test('are merged from two selected rows, and an old code is found with its merge beside it', async () => {
    await page.getByRole('tab', { name: /^Ativos/ }).click();
    await page.getByRole('searchbox').fill('argamassa colante ac iii');
    const rows = page.getByRole('main').locator('.ag-row [col-id="name"]');
    await eventually(() => rows.allInnerTexts()).toEqual([
      'Argamassa colante AC III 20 kg duplicado?',
      'ARGAMASSA COLANTE AC-III 20KG duplicado?',
    ]);
    const boxes = page.getByRole('main').locator('.ag-row input[type="checkbox"]');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Unificar' }).click();
    await dialog(page).getByRole('button', { name: 'Unificar em 0120' }).click();
    await toast(page, '2 insumos unificados em 0120');
    await page.getByRole('searchbox').fill('0375');
    await eventually(() => rows.allInnerTexts()).toEqual(['Argamassa colante AC III 20 kg']);
    await rows.first().click();
    const merged = page.locator('section[role="dialog"]').getByRole('region', { name: 'Unificações' });
    await merged.getByText(/0375 ARGAMASSA COLANTE AC-III 20KG/).waitFor();
    await merged.getByRole('button', { name: 'Desfazer' }).click();
    await toast(page, 'Unificação em 0120 desfeita');
    await merged.waitFor({ state: 'detached' });
  });

  test('are seen, but not merged, by an engineer, on a phone and in the dark', async () => {
    const phone = await app.open(PRODUCTS, { as: 'engenheiro', width: 390, dark: true });
    await phone.waitForURL(/productTable=\d+/);
    await tab(phone).click();
    await pairs(phone).first().waitFor();
    expect(await phone.getByRole('button', { name: 'Unificar' }).count()).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.close();
    const buyer = await app.open(`${PRODUCTS}?tab=duplicates`, { as: 'comprador', width: 390, dark: true });
    await pairs(buyer).first().getByRole('button', { name: 'Unificar' }).click();
    await dialog(buyer)
      .getByRole('button', { name: /Unificar em/ })
      .waitFor();
    expect(await accessibilityProblems(buyer)).toEqual([]);
    await buyer.close();
  });
});
