import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open('/home/forms/product-brand', { as: 'comprador' });
  await page.getByRole('heading', { level: 1, name: 'Marcas' }).waitFor();
}, 60_000);
afterAll(() => app.stop());

interface Brand {
  id: string;
  name: string;
  active: boolean;
  version: number;
}
const brands = async (): Promise<Brand[]> => {
  const query = '{ brands(size: 200, sort: [{ id: "name" }]) { content { id name active version } } }';
  const { data } = await app.ask('comprador', query);
  return data.brands.content;
};
const told = (rows: readonly Brand[]) => rows.map(({ id, name, active }) => [id, name, active]);

const paste = async (text: string) => {
  await visit(page, '/home/forms/product-brand/import');
  await page.getByRole('heading', { level: 1, name: 'Importar marcas' }).waitFor();
  await page.evaluate((cells) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', cells);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};
const importAll = async () => {
  await eventually(() => page.getByRole('button', { name: /^Importar \d/ }).isEnabled()).toBe(true);
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Marcas' }).waitFor();
};
const shown = () => page.getByRole('gridcell', { name: /^Teste / }).allInnerTexts();

test('an import is undone from its notice, and the list is as it was before', async () => {
  const before = await brands();
  const [known] = before;
  if (!known) throw new Error('The demo company has brands');
  await paste(`Marca\tSituação\nTeste Um\t\nTeste Dois\t\n${known.name}\t${known.active ? 'Não' : 'Sim'}`);
  await importAll();
  await eventually(shown).toEqual(['Teste Dois', 'Teste Um']);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Importação desfeita: 2 removidas, 1 restaurada.', { exact: true }).first().waitFor();
  await eventually(shown).toEqual([]);
  expect(told(await brands())).toEqual(told(before));
}, 60_000);

test('what was changed since stays, is named with its reason, and can be downloaded', async () => {
  await paste('Marca\nTeste Três\nTeste Quatro');
  await importAll();
  const changed = (await brands()).find(({ name }) => name === 'Teste Três');
  const rename = `mutation ($id: ID!, $version: Int!) {
    updateBrand(id: $id, version: $version, input: { name: "Teste Trinta" }) { brand { id } } }`;
  const variables = { id: changed?.id, version: changed?.version };
  expect((await app.ask('comprador', rename, { variables })).errors).toBeUndefined();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Importação desfeita: 1 removida.', { exact: true }).first().waitFor();
  await page.getByText('1 ficou. Teste Trinta: foi alterada depois da importação.', { exact: true }).first().waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar lista' }).first().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Colado - não desfeito.csv');
  expect(
    readFileSync(await download.path(), 'utf8')
      .replace('\ufeff', '')
      .trim()
      .split('\r\n'),
  ).toEqual(['Cadastro;Motivo', 'Teste Trinta;Foi alterada depois da importação.']);
  await eventually(shown).toEqual(['Teste Trinta']);
}, 60_000);
