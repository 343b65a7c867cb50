/** The lines of statements, and the files that they came with. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ofx, type Written } from '#tests/financial/bankStatements/kit.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const STATEMENTS = '/home/forms/transactions/ofx-files';

let app: TestApp;
let page: Page;
let base: string;

const call = async (method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await app.token('financeiro')}`,
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).data;
};

const imported = async (name: string, wallet: number, lines: readonly Written[]): Promise<number> => {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(ofx({ lines }))]), name);
  const { id } = await call('POST', '/files', form);
  await call('PUT', `/files/${id}/accounts/1`, { wallet: { id: wallet } });
  await call('POST', `/files/${id}/import`, {});
  return id;
};

const OCTOBER: readonly Written[] = [
  ['2026-10-05', '-2178,47', 'PAG BOLETO ELETRO LUZ', '1'],
  ['2026-10-16', '96749,93', 'TED RECEBIDA CLINICA SÃO LUCAS', '2'],
];
const NOVEMBER: readonly Written[] = [
  ['2026-10-16', '96749,93', 'TED RECEBIDA CLINICA SÃO LUCAS', '2'],
  ['2026-11-03', '-14662,00', 'SISPAG SALARIOS', '3'],
  ['2026-11-20', '41083,72', 'SALDO DO DIA', ''],
];

beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('financeiro', '{ session { companies { id } } }');
  const company = Number(data.session.companies[0].id);
  base = `${app.url}/api/v1/financial/company/${company}/bank-statements`;
  page = await app.open(STATEMENTS, { as: 'financeiro', width: 1440 });
}, 60_000);
afterAll(() => app.stop());

const cells = (column: string): Promise<string[]> => page.locator(`.ag-row [col-id="${column}"]`).allInnerTexts();
const foot = async (): Promise<string> => (await page.locator('body').innerText()).replaceAll(/[\s\u00a0]+/g, ' ');

describe('Extratos OFX', () => {
  test('teaches how to begin, and leads to the import', async () => {
    await page.getByText('Nenhum extrato ainda').waitFor();
    await page.getByText(/Baixe no site do banco o extrato do mês em OFX/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Importar extratos' }).first().click();
    await eventually(async () => new URL(page.url()).pathname).toBe(`${STATEMENTS}/import`);
    await page.goBack();
  });

  test('lists the lines of the wallets with their sums, by words, wallet and period', async () => {
    const [first] = await app.services.seed.sql<{ id: string; identifier: string }>(
      'select id, identifier from wallets where active order by id limit 1',
    );
    const wallet = Number(first?.id);
    await imported('outubro.ofx', wallet, OCTOBER);
    await imported('novembro.ofx', wallet, NOVEMBER);
    await page.reload();
    await eventually(() => cells('memo')).toEqual([
      'SISPAG SALARIOS',
      'TED RECEBIDA CLINICA SÃO LUCAS',
      'PAG BOLETO ELETRO LUZ',
    ]);
    expect(await cells('amount')).toEqual(['−14.662,00', '96.749,93', '−2.178,47']);
    expect(await cells('file')).toEqual(['novembro.ofx', 'outubro.ofx', 'outubro.ofx']);
    // 14.662,00 + 2.178,47.
    expect(await foot()).toContain('Entradas R$ 96.749,93 Saídas R$ 16.840,47');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Buscar histórico ou documento' }).fill('clinica sao');
    await eventually(() => cells('memo')).toEqual(['TED RECEBIDA CLINICA SÃO LUCAS']);
    await page.getByRole('searchbox', { name: 'Buscar histórico ou documento' }).fill('');
    await page.goto(`${app.url}${STATEMENTS}?bank=${wallet}&from=2026-11-01&to=2026-11-30`);
    await eventually(() => cells('memo')).toEqual(['SISPAG SALARIOS']);
    expect(await page.getByLabel('Carteira', { exact: true }).inputValue()).toBe(String(wallet));
  });

  test('tells what each file brought, and takes an import back', async () => {
    await page.goto(`${app.url}${STATEMENTS}?side=files`);
    const drawer = page.getByRole('dialog', { name: 'Arquivos importados' });
    const file = (name: string) => drawer.getByRole('listitem', { name, exact: true });
    await file('novembro.ofx').getByText('3 linhas: 1 nova · 1 já importada · 1 ignorada').waitFor();
    await file('outubro.ofx').getByText('2 linhas: 2 novas').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await file('outubro.ofx').getByRole('button', { name: 'Mais sobre outubro.ofx' }).click();
        await page.getByRole('menuitem', { name: 'Baixar o arquivo' }).click();
      })(),
    ]);
    expect(download.suggestedFilename()).toBe('outubro.ofx');
    await file('outubro.ofx').getByRole('button', { name: 'Mais sobre outubro.ofx' }).click();
    await page.getByRole('menuitem', { name: 'Desfazer importação' }).click();
    await page.getByRole('button', { name: 'Desfazer importação' }).click();
    await file('outubro.ofx').getByText('Desfeito', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Fechar' }).click();
    // What both files have stays. The list keeps what it shows until it is read again.
    await page.reload();
    await eventually(() => cells('memo')).toEqual(['SISPAG SALARIOS', 'TED RECEBIDA CLINICA SÃO LUCAS']);
  });

  test.each([false, true])('shows cards on a phone, dark: %s', async (dark) => {
    const phone = await app.open(STATEMENTS, { as: 'financeiro', width: 390, dark });
    await phone.getByText('SISPAG SALARIOS').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.context().close();
  });

  test('is not there for who has only DEBIT', async () => {
    const payer = await app.open(STATEMENTS, { as: 'pagador', width: 1440 });
    await payer.getByRole('heading', { name: 'Sem acesso a Extratos OFX' }).waitFor();
    expect(await payer.getByRole('link', { name: 'Extratos OFX' }).count()).toBe(0);
    await payer.context().close();
  });
});
