import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const PRODUCTS = '/home/forms/product';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const drawer = (page: Page) => page.locator('section[role="dialog"]');
const shown = async (page: Page): Promise<string[]> =>
  page.getByRole('main').locator('.ag-row [col-id="name"]').allInnerTexts();
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const choose = async (page: Page, label: string, text: string): Promise<void> => {
  await drawer(page).getByRole('combobox', { name: label, exact: true }).focus();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
};

describe('Insumos', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(PRODUCTS, { as: 'comprador' });
    await page.getByRole('heading', { level: 1, name: 'Insumos' }).waitFor();
    await page.waitForURL(/productTable=\d+/);
  }, 60_000);

  test('begin with the own table; a group shows its branch, and a search finds words in any order', async () => {
    const groups = page.getByRole('navigation', { name: 'Grupos' });
    await groups.getByRole('button', { name: /^Cimento, areia e brita/ }).click();
    await groups.getByRole('button', { name: /^Agregados/ }).click();
    await page.waitForURL(/productGroup=\d+/);
    await eventually(() => shown(page)).toEqual([
      'Areia fina',
      'Areia grossa',
      'Areia média lavada duplicado?',
      'Argila expandida',
      'Bica corrida',
      'Brita 0',
      'Brita 1',
      'Brita 2',
      'Brita 3',
      'Pó de pedra',
      'Rachão',
    ]);
    await page.getByRole('searchbox').fill('lavada areia');
    await eventually(() => shown(page)).toEqual(['Areia média lavada duplicado?']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await groups.getByRole('button', { name: /^Todos/ }).click();
    await eventually(() => shown(page)).toEqual(['Areia média lavada duplicado?', 'Areia Media Lavada duplicado?']);
    await page.getByRole('searchbox').fill('');
  });

  test('are made by keyboard alone, refused at their fields, and the next one begins like the last', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Novo insumo' }).waitFor();
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Informe o nome do insumo').waitFor();
    await page.keyboard.type('Teste cimento ecológico');
    // Enter goes on to the code.
    await page.keyboard.press('Enter');
    await page.keyboard.type('0101');
    await choose(page, 'Unidade', 'kg');
    await choose(page, 'Tipo', 'Material');
    await drawer(page).getByLabel('Preço de referência').fill('0,8125');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Já existe um insumo com este código: Cimento CP II-E-32.').waitFor();
    await drawer(page).getByLabel('Código').fill('TESTE-1');
    await page.keyboard.press('Control+s');
    await toast(page, 'Insumo salvo');
    await drawer(page).getByRole('heading', { name: 'Teste cimento ecológico' }).waitFor();
    await drawer(page).getByText('R$ 0,8125 / kg').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Novo insumo' }).waitFor();
    expect(await drawer(page).getByRole('combobox', { name: 'Tipo' }).inputValue()).toBe('Material');
    expect(await drawer(page).getByRole('combobox', { name: 'Unidade', exact: true }).inputValue()).toBe('kg');
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
  });

  test('say how many compositions another price changes, and lead to them', async () => {
    await page.getByRole('searchbox').fill('tela antifissura');
    await eventually(() => shown(page)).toEqual(['Tela antifissura, rolo 1 × 50 m']);
    await page.getByRole('main').locator('.ag-row [col-id="name"]').click();
    await drawer(page).getByRole('heading', { name: 'Tela antifissura, rolo 1 × 50 m' }).waitFor();
    await drawer(page).getByRole('link', { name: 'CP-0142' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contrapiso em argamassa 1:4, e = 4 cm' }).waitFor();
    await page.goBack();
    await drawer(page).getByLabel('Preço de referência').fill('10');
    // Of CP-0142 and CP-0153 directly; CP-0165, 0170, 0203, 0212 and 0213 above the first, CP-0211 above the second.
    await drawer(page).getByText('Altera o preço de 8 composições').waitFor();
    await drawer(page).getByLabel('Preço de referência').fill('9,45');
    await drawer(page).getByText('Altera o preço de').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await drawer(page).waitFor({ state: 'detached' });
  });

  test('are switched off together, and back by the undo', async () => {
    // The list is that of the own cost database; the query asks for all.
    const published = [
      'PEDRA BRITADA N. 1 (9,5 A 19 MM), POSTO PEDREIRA',
      'PEDRA BRITADA N. 2 (19 A 38 MM), POSTO PEDREIRA',
    ];
    await page.getByRole('searchbox').fill('brita');
    await eventually(() => shown(page)).toEqual(['Brita 0', 'Brita 1', 'Brita 2', 'Brita 3']);
    const boxes = page.getByRole('main').locator('.ag-row input[type="checkbox"]');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('toolbar').getByText('2 selecionados').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('toolbar').getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Insumos \d{4}-\d{2}-\d{2}\.xlsx$/);
    await toast(page, '2 linhas exportadas');
    await page.getByRole('button', { name: 'Desativar' }).click();
    await toast(page, '2 insumos desativados');
    const active = async () => {
      const query = '{ products(filter: { search: "brita", active: true }) { content { name } } }';
      const { data } = await app.ask('comprador', query);
      return data.products.content.map(({ name }: { name: string }) => name);
    };
    await eventually(active).toEqual(['Brita 2', 'Brita 3', ...published]);
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await eventually(active).toEqual(['Brita 0', 'Brita 1', 'Brita 2', 'Brita 3', ...published]);
  });

  test('are cards on a phone, with the groups among the filters, in the dark too', async () => {
    const phone = await app.open(`${PRODUCTS}?search=areia`, { as: 'engenheiro', width: 390, dark: true });
    await phone.getByText('Areia média lavada').waitFor();
    await phone.getByRole('button', { name: 'Filtro' }).click();
    await phone.getByLabel('Grupo').selectOption({ label: '01.02 Agregados' });
    await phone.waitForURL(/productGroup=\d+/);
    await phone.keyboard.press('Escape');
    expect(await accessibilityProblems(phone)).toEqual([]);
    // An engineer reads them.
    expect(await phone.getByRole('button', { name: 'Novo insumo' }).count()).toBe(0);
    await phone.close();
  });
});
