import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
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

/** An accountant's sheet: titles cut short, a row above them, a day that does not exist. */
const OPEN_BILLS = [
  ['Contas em aberto – novembro', '', '', '', '', ''],
  ['Venc.', 'Forn.', 'Hist.', 'Nº Doc', 'Vlr', 'Obs'],
  ['05/12/26', 'Serralheria Teste', 'Corrimão da escada', 'Teste 212', 'R$ 1.234,56', 'x'],
  ['31/11/26', 'SERRALHERIA TESTE', 'Portão', 'Teste 213', '980,00', ''],
  ['20/12/2026', '', 'Aluguel do contêiner', 'Teste 12', '45,44', ''],
];

test('bills of an accountant’s sheet are mended, imported, taken back, and known when they come again', async () => {
  const desk = await app.open('/home/forms/transactions/outcome', { as: 'admin' });
  const total = async () => {
    const query = `query ($companyId: ID!) { transactions(companyId: $companyId, type: DEBIT, filter: { search: "Teste" }, size: 50)
      { content { documentNumber value status } } }`;
    const { data: session } = await app.ask('admin', '{ companies(size: 1) { content { id } } }');
    const { data } = await app.ask('admin', query, { variables: { companyId: session.companies.content[0].id } });
    return data.transactions.content.map((one: { documentNumber: string; value: string; status: string }) =>
      [one.documentNumber, one.value, one.status].join(' '),
    );
  };
  const bring = async () => {
    await visit(desk, '/home/forms/transactions/outcome/import');
    await desk.getByRole('heading', { level: 1, name: 'Importar despesas' }).waitFor();
    await desk.evaluate(
      (cells) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', cells);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      OPEN_BILLS.map((row) => row.join('\t')).join('\n'),
    );
    await desk.getByRole('heading', { level: 1, name: 'Conferir 3 linhas' }).waitFor();
  };
  const views = () =>
    eventually(async () => (await desk.getByRole('tab').allInnerTexts()).map((view) => view.replace(/\s+/g, '')));
  const mend = async () => {
    await desk.getByRole('button', { name: 'Usar 30/11/2026' }).click();
    await desk.getByLabel('Criar 1 fornecedor').check();
    await views().toEqual(['Todas3', 'Prontas3', 'Comerro0', 'Repetidas0']);
  };
  const importThree = async () => {
    await desk.keyboard.press('Control+s');
    await desk.getByRole('heading', { level: 1, name: 'Despesas' }).waitFor();
  };

  await desk.getByRole('button', { name: 'Importar', exact: true }).click();
  await desk.getByRole('heading', { level: 1, name: 'Importar despesas' }).waitFor();
  expect(await accessibilityProblems(desk)).toEqual([]);
  await bring();
  await views().toEqual(['Todas3', 'Prontas1', 'Comerro2', 'Repetidas0']);
  const heads = await desk
    .getByRole('columnheader')
    .locator('select')
    .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  expect(heads).toEqual(['dueDate', 'partner', 'description', 'documentNumber', 'grossValue', '-']);
  await desk.getByText('1 pronta R$ 45,44').waitFor();
  await mend();
  await eventually(() => desk.getByText('novo', { exact: true }).count()).toBe(2);
  // 1.234,56 + 980,00 + 45,44
  await desk.getByText('3 prontas R$ 2.260,00').waitFor();
  expect(await accessibilityProblems(desk)).toEqual([]);
  expect(await total()).toEqual([]);
  await importThree();
  await eventually(async () => (await total()).toSorted()).toEqual([
    'Teste 12 45.44 OPEN',
    'Teste 212 1234.56 OPEN',
    'Teste 213 980.00 OPEN',
  ]);
  await desk.getByRole('button', { name: 'Desfazer' }).click();
  // Three expenses, and the supplier that was made for two of them.
  await desk.getByText('Importação desfeita: 4 removidas.', { exact: true }).first().waitFor();
  expect(await total()).toEqual([]);

  await bring();
  await mend();
  await importThree();
  await bring();
  await desk.getByRole('button', { name: 'Usar 30/11/2026' }).click();
  await views().toEqual(['Todas3', 'Prontas0', 'Comerro0', 'Repetidas3']);
  const known = desk.getByRole('link', { name: 'já existe: abrir Teste 212' });
  expect(await known.getAttribute('href')).toMatch(/\/home\/forms\/transactions\/outcome\?id=\d+$/);
  expect(await desk.getByRole('button', { name: 'Importar', exact: true }).isDisabled()).toBe(true);
  await desk.close();
}, 90_000);
