import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';

const BRANDS = '/home/forms/product-brand';
const UNITS = '/home/forms/product-unit';
const TYPES = '/home/forms/product-type';
const TABLES = '/home/forms/product-table';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const drawer = (page: Page) => page.locator('section[role="dialog"]');
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
/** Returns the views with their counts: "Ativas2", "Inativas0", "Todas2". */
const views = (page: Page) =>
  eventually(async () => (await page.getByRole('tab').allInnerTexts()).map((view) => view.replace(/\s+/g, '')));
const shown = async (page: Page): Promise<string[]> =>
  (await page.getByRole('main').locator('.ag-row [col-id="name"]').allInnerTexts()).sort();

const namesOf = async (search: string): Promise<string[]> => {
  const query = 'query ($search: String) { brands(filter: { search: $search }) { content { name } } }';
  const { data, errors } = await app.ask('comprador', query, { variables: { search } });
  expect(errors).toBeUndefined();
  return data.brands.content.map(({ name }: { name: string }) => name);
};

describe('Marcas', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(`${BRANDS}?search=Teste`, { as: 'comprador' });
    await page.getByRole('heading', { level: 1, name: 'Marcas' }).waitFor();
  }, 60_000);

  test('a buyer creates two by keyboard alone, and stays at the stored one', async () => {
    await page.getByText('Nada com estes filtros').waitFor();
    await page.keyboard.press('n');
    await drawer(page).getByLabel('Nome da marca').waitFor();
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Informe o nome da marca').waitFor();
    await page.keyboard.type('Teste Cimentos Aurora');
    await page.keyboard.press('Control+s');
    await toast(page, 'Marca salva');
    await page.waitForURL(/id=\d+/);
    await drawer(page).getByRole('heading', { name: 'Teste Cimentos Aurora' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Nova marca' }).waitFor();
    await page.keyboard.type('Teste Tintas Horizonte');
    await page.keyboard.press('Control+s');
    await drawer(page).getByRole('heading', { name: 'Teste Tintas Horizonte' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await eventually(() => shown(page)).toEqual(['Teste Cimentos Aurora', 'Teste Tintas Horizonte']);
    expect((await namesOf('Teste')).sort()).toEqual(['Teste Cimentos Aurora', 'Teste Tintas Horizonte']);
  }, 60_000);

  test('an existing name is rejected at its field, whatever its case and accents; another one is stored', async () => {
    await cell(page, 'Teste Tintas Horizonte').click();
    const name = drawer(page).getByLabel('Nome da marca');
    await name.fill('TESTE CIMENTOS AURÓRA');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Já existe uma marca com este nome.', { exact: true }).waitFor();
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Teste Tintas Poente');
    await page.keyboard.press('Control+s');
    await toast(page, 'Marca salva');
    await eventually(() => namesOf('Teste Tintas')).toEqual(['Teste Tintas Poente']);
    await cell(page, 'Teste Tintas Poente').waitFor();
  });

  test('one is deactivated and activated by one press each, and the views count it', async () => {
    await views(page).toEqual(['Ativas2', 'Inativas0', 'Todas2']);
    await drawer(page).getByRole('button', { name: 'Desativar' }).click();
    await toast(page, 'Marca desativada');
    await views(page).toEqual(['Ativas1', 'Inativas1', 'Todas2']);
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await toast(page, 'Marca reativada');
    await views(page).toEqual(['Ativas2', 'Inativas0', 'Todas2']);
  });

  test('an unused one is deleted after a question', async () => {
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: 'Excluir Teste Tintas Poente?' });
    await question.getByText('A marca deixa de existir. Isto não pode ser desfeito.').waitFor();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'Marca excluída');
    await drawer(page).waitFor({ state: 'detached' });
    await eventually(() => shown(page)).toEqual(['Teste Cimentos Aurora']);
    expect(await namesOf('Teste')).toEqual(['Teste Cimentos Aurora']);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('an unknown brand shows a message in the drawer', async () => {
    await page.goto(`${app.url}${BRANDS}?id=999999`);
    await drawer(page).getByText('Marca não encontrada').waitFor();
    await page.context().close();
  });

  test('the screen is complete and accessible on a phone, also in dark mode', async () => {
    const phone = await app.open(`${BRANDS}?search=Teste`, { as: 'comprador', width: 390, dark: true });
    const cards = phone.getByRole('list', { name: 'Marcas' });
    await cards.getByRole('button', { name: /Teste Cimentos Aurora/ }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    await cards.getByRole('button', { name: /Teste Cimentos Aurora/ }).click();
    await drawer(phone).getByLabel('Nome da marca').waitFor();
    const foot = drawer(phone).locator('footer').getByRole('button');
    await eventually(() => obstacles(foot)).toEqual({ Excluir: '', Desativar: '', Salvar: '' });
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
  });
});

describe('Unidades', () => {
  test('a buyer creates one by keyboard; an acronym that differs only in case or raised digits is the same unit', async () => {
    const page = await app.open(`${UNITS}?id=new`, { as: 'comprador' });
    await drawer(page).getByRole('heading', { name: 'Nova unidade' }).waitFor();
    await drawer(page).getByLabel('Sigla').focus();
    await page.keyboard.type('vxa³');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Vara cúbica');
    await page.keyboard.press('Control+s');
    await toast(page, 'Unidade salva');
    await drawer(page).getByRole('heading', { name: 'vxa³' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Nova unidade' }).waitFor();
    await page.keyboard.type('VXA3');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Vara');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Já existe uma unidade com esta sigla.', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });

  test('users without PURCHASE and ENGINEERING have no such screen', async () => {
    const page = await app.open(UNITS, { as: 'pagador', dark: true, width: 390 });
    await page.getByRole('heading', { name: 'Sem acesso a Unidades' }).waitFor();
    expect(await page.getByRole('link', { name: 'Unidades' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('Tipos de insumo', () => {
  test('a buyer makes one by keyboard; a name that exists is refused at its field', async () => {
    const page = await app.open(TYPES, { as: 'comprador' });
    await page.getByRole('heading', { level: 1, name: 'Tipos de insumo' }).waitFor();
    await views(page).toEqual(['Ativos5', 'Inativos0', 'Todos5']);
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Novo tipo de insumo' }).waitFor();
    await page.keyboard.type('MÃO DE OBRA');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Já existe um tipo de insumo com este nome.', { exact: true }).waitFor();
    await drawer(page).getByLabel('Nome do tipo').fill('Locação');
    await page.keyboard.press('Control+s');
    await toast(page, 'Tipo de insumo salvo');
    await eventually(() => shown(page)).toEqual([
      'Equipamento',
      'Locação',
      'Material',
      'Mão de obra',
      'Outros',
      'Serviço de terceiros',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });

  test('an engineer reads them, on a phone and in the dark, and changes none', async () => {
    const phone = await app.open(TYPES, { as: 'engenheiro', width: 390, dark: true });
    const cards = phone.getByRole('list', { name: 'Tipos de insumo' });
    await cards.getByRole('button', { name: /Material/ }).click();
    await drawer(phone).getByText('Sem permissão de compras, os tipos só podem ser consultados.').waitFor();
    expect(
      await drawer(phone)
        .getByRole('button', { name: /Salvar|Excluir|Desativar/ })
        .count(),
    ).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
  });
});

describe('Tabelas de insumos', () => {
  test('an engineer makes one by keyboard, in the words of §8, renames it and deletes it', async () => {
    const page = await app.open(TABLES, { as: 'engenheiro' });
    await page.getByRole('heading', { level: 1, name: 'Tabelas de insumos' }).waitFor();
    await cell(page, 'Próprios').waitFor();
    await page.keyboard.press('n');
    await drawer(page).getByRole('heading', { name: 'Nova tabela de insumos' }).waitFor();
    await page.keyboard.type('Teste Campinas');
    await page.keyboard.press('Control+s');
    await toast(page, 'Cadastro da tabela de insumo Teste Campinas foi realizado com sucesso.');
    await drawer(page).getByText('Própria · 0 insumos').waitFor();
    await drawer(page).getByLabel('Nome da tabela').fill('Teste Região de Campinas');
    await page.keyboard.press('Control+s');
    await toast(page, 'Tabela de insumos salva');
    await cell(page, 'Teste Região de Campinas').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await drawer(page).getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: 'Excluir Teste Região de Campinas?' });
    await question.getByText('A tabela deixa de existir, e com ela os preços de todos os seus insumos.').waitFor();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    await cell(page, 'Teste Região de Campinas').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('of published prices say which ones, and can be switched off, but not renamed', async () => {
    const phone = await app.open(`${TABLES}?source=SINAPI`, { as: 'comprador', width: 390, dark: true });
    const cards = phone.getByRole('list', { name: 'Tabelas de insumos' });
    await cards.getByText('SP · 10/2026 · não desonerado').waitFor();
    await cards.getByRole('button', { name: /SINAPI 10\/2026 SP/ }).click();
    expect(await drawer(phone).getByLabel('Nome da tabela').getAttribute('readonly')).not.toBeNull();
    await drawer(phone).getByRole('button', { name: 'Desativar' }).click();
    await toast(phone, 'Tabela de insumos desativada');
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
  });
});
