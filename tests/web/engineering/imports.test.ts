import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { edited, smallMonth } from '#tests/engineering/sinapi/importKit.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';

const IMPORT = '/home/forms/product-table/import';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const FILE = 'SINAPI_Referência_2027_01.xlsx';
const workbook = (options = {}) => workbookOf(smallMonth(), { month: '01/2027', emission: '12/02/2027', ...options });
const send = (page: Page, buffer: Buffer, name = FILE) =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('Importar SINAPI', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open('/home/forms/product-table', { as: 'engenheiro' });
    await button(page, 'Importar').click();
    await page.getByRole('menuitem', { name: 'SINAPI do mês' }).click();
    await page.getByRole('heading', { level: 1, name: 'Importar SINAPI' }).waitFor();
  }, 60_000);

  test('refuses another kind of file with a sentence, and offers a new one', async () => {
    await send(page, Buffer.from('Código;Preço'), 'precos.xlsx');
    await eventually(page.getByRole('alert').filter({ hasText: 'planilha' })).toContain(
      'O arquivo não é uma planilha XLSX.',
    );
    await button(page, 'Novo arquivo').click();
    await button(page, 'Escolher arquivo').waitFor();
  });

  test('shows what the file holds, asks for states and regimes by keyboard, and stops at rejected rows', async () => {
    await send(page, workbook(edited('ISD', /<c r="F13"([^>]*)>.*?<\/c>/, '<c r="F13" t="str"><v>1.O34,20</v></c>')));
    await page.getByRole('heading', { level: 1, name: 'Importar SINAPI 01/2027' }).waitFor();
    await button(page, 'Ler a planilha').click();
    await page.getByText('Escolha ao menos um estado.').waitFor();
    for (const state of ['AC', 'GO']) {
      await page.getByRole('checkbox', { name: state, exact: true }).focus();
      await page.keyboard.press('Space');
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Ler a planilha').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Gravar sem ela').waitFor({ timeout: 20_000 });
    await page.getByText('Preço "1.O34,20" em AC não é número.').waitFor();
    await page.getByText('1 linha recusada.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('goes on when the screen is left, and shows the result and the new tables', async () => {
    await button(page, 'Gravar sem ela').click();
    await button(page, 'Sair e avisar quando terminar').click();
    await page.getByRole('heading', { level: 1, name: 'Tabelas de insumos' }).waitFor();
    await page.goBack();
    await page.getByText('Importação dos insumos concluída com sucesso.').first().waitFor({ timeout: 20_000 });
    await eventually(page.getByRole('list', { name: 'Etapas da importação' })).toContain('Resultado');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ver as tabelas' }).click();
    await page.getByText('SINAPI 01/2027 GO não desonerado').first().waitFor();
  });

  test('of a buyer is not offered, and its address opens no upload of a month', async () => {
    const other = await app.open(`${IMPORT}?origem=sinapi`, { as: 'comprador' });
    await other.getByRole('heading', { level: 1, name: 'Importar insumos próprios' }).waitFor();
    expect(await other.getByRole('group', { name: 'O que importar' }).count()).toBe(0);
    await other.close();
  });
});

describe('Importar tabela própria', () => {
  const HEAD = 'Código;Descrição;Unidade;Tipo;Preço';
  let page: Page;
  beforeAll(async () => {
    page = await app.open('/home/forms/product-table', { as: 'comprador' });
    await button(page, 'Importar insumos').click();
    await page.getByRole('heading', { level: 1, name: 'Importar insumos próprios' }).waitFor();
  }, 60_000);
  afterAll(() => page.close());
  const choose = (name: string, text: string) => send(page, Buffer.from(text), name);

  test('saves templates that the import takes, as CSV and XLSX', async () => {
    for (const [kind, name] of [
      ['CSV', 'Modelo de insumos.csv'],
      ['Excel (XLSX)', 'Modelo de insumos.xlsx'],
    ] as const) {
      await button(page, 'Baixar modelo').click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: kind }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe(name);
      await page.setInputFiles('input[type=file]', await file.path());
      await button(page, 'Importar insumos').click();
      const message = kind === 'CSV' ? '1 insumo criado · 0 alterados' : '0 insumos criados · 0 alterados · 1 igual';
      await page.getByText(message).waitFor();
      await page.getByText('Importação dos insumos concluída com sucesso.').first().waitFor();
    }
  });

  test('lists the faults at row and column, writes nothing, and takes the mended file', async () => {
    await choose('insumos.csv', `${HEAD}\nOW-1;Bom;kg;Material;1,00\n;Sem código;xx;Material;abc\n`);
    await button(page, 'Importar insumos').click();
    await page.getByText('Há linhas com erro. Nada foi gravado.').waitFor();
    const rows = page.getByRole('region', { name: 'Erros do arquivo' }).getByRole('row');
    await eventually(async () => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Linha Coluna O que há',
      '3 Código Campo obrigatório.',
      '3 Preço "abc" não é um preço com até 4 casas decimais.',
      '3 Unidade "xx" não está cadastrada.',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await choose('insumos.csv', `${HEAD}\nOW-1;Bom;kg;Material;1,00\nOW-2;Outro;kg;Material;2,00\n`);
    await button(page, 'Importar insumos').click();
    await page.getByText('2 insumos criados · 0 alterados').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ver os insumos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Insumos' }).waitFor();
  });

  test('takes compositions from an engineer, chosen by keyboard', async () => {
    const other = await app.open(IMPORT, { as: 'engenheiro' });
    await button(other, 'Composições próprias').focus();
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { level: 1, name: 'Importar composições próprias' }).waitFor();
    const text =
      'Código;Descrição;Unidade;Grupo;Tipo do item;Código do item;Quantidade\nOC-1;Reboco;m²;;INSUMO;OW-1;2,5\n;;;;INSUMO;OW-2;1\n';
    await send(other, Buffer.from(text), 'composicoes.csv');
    await button(other, 'Importar composições').click();
    await other.getByText('1 composição criada · 0 alteradas').waitFor();
    await other.getByText('Importação das composições concluída com sucesso.').first().waitFor();
    await other.close();
  });
});
