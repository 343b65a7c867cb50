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
    await button(page, 'Importar SINAPI').click();
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

  test('of a buyer is not offered, and its address opens no upload', async () => {
    const other = await app.open('/home/forms/product-table', { as: 'comprador' });
    await other.getByRole('heading', { level: 1, name: 'Tabelas de insumos' }).waitFor();
    expect(await button(other, 'Importar SINAPI').count()).toBe(0);
    await other.goto(new URL(IMPORT, other.url()).href);
    await eventually(other.getByRole('main')).not.toContain('Escolher arquivo');
    await eventually(other.getByRole('main')).toContain('acesso');
    await other.close();
  });
});
