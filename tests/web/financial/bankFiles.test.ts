/** The files of statements. Every expected figure is worked out by hand. */
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

let wallet: number;

describe('Extratos OFX', () => {
  test('teaches how to begin, and leads to the import', async () => {
    await page.getByText('Nenhum extrato ainda').waitFor();
    await page.getByText(/Banco do Brasil/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Importar extratos' }).click();
    await eventually(async () => new URL(page.url()).pathname).toBe(`${STATEMENTS}/import`);
    await page.goBack();
  });

  test('hands dropped files over to the import', async () => {
    await page.getByRole('heading', { name: 'Como baixar o OFX' }).waitFor();
    await page.getByLabel('Arquivos OFX').setInputFiles({
      ...{ name: 'solto.ofx', mimeType: 'application/x-ofx' },
      buffer: ofx({ number: '99-1', lines: [['2026-10-01', '-1,23', 'TAR AVULSA', 'z1']] }),
    });
    await eventually(async () => new URL(page.url()).pathname).toBe(`${STATEMENTS}/import`);
    await page.getByRole('listitem', { name: 'solto.ofx' }).or(page.getByText('solto.ofx')).first().waitFor();
    const drafts = async () => (await call('GET', '/files')).content;
    await eventually(async () => (await drafts()).length).toBe(1);
    await call('DELETE', `/files/${(await drafts())[0].id}`);
  });

  test('tells what each file brought, and takes an import back', async () => {
    const [first] = await app.services.seed.sql<{ id: string }>(
      'select id from wallets where active order by id limit 1',
    );
    wallet = Number(first?.id);
    await imported('outubro.ofx', wallet, OCTOBER);
    await imported('novembro.ofx', wallet, NOVEMBER);
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
    // What both files have stays.
    await page.getByText('PAG BOLETO ELETRO LUZ').waitFor({ state: 'detached' });
    await page.getByText('SISPAG SALARIOS').waitFor();
    await page.getByText('TED RECEBIDA CLINICA SÃO LUCAS').waitFor();
  });

  test('leaves what is reconciled, and lists it', async () => {
    const { content } = await call('GET', `/reconciliation?wallet=${wallet}&search=SISPAG`);
    const [line] = content;
    const category = await app.services.seed.sql<{ id: string }>(
      "select id from categories where type = 'DEBIT' and active order by id limit 1",
    );
    const accepted = await call('POST', '/reconciliation', {
      items: [{ lines: [line.id], document: { category: { id: Number(category[0]?.id) } } }],
    });
    expect(accepted.results[0].message).toBeNull();
    await page.goto(`${app.url}${STATEMENTS}?side=files`);
    const drawer = page.getByRole('dialog', { name: 'Arquivos importados' });
    const file = drawer.getByRole('listitem', { name: 'novembro.ofx', exact: true });
    await file.getByRole('button', { name: 'Mais sobre novembro.ofx' }).click();
    await page.getByRole('menuitem', { name: 'Desfazer importação' }).click();
    await page.getByRole('button', { name: 'Desfazer importação' }).click();
    await file.getByText('1 linha conciliada ficou.').waitFor();
    await file.getByRole('link', { name: 'Ver as linhas' }).click();
    await page.getByRole('list', { name: 'Linhas conciliadas' }).getByText('SISPAG SALARIOS').first().waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('RECONCILED');
    await page.getByRole('button', { name: 'Limpar Arquivo' }).waitFor();
  });

  test('is not there for who has only DEBIT', async () => {
    const payer = await app.open(STATEMENTS, { as: 'pagador', width: 1440 });
    await payer.getByRole('heading', { name: 'Sem acesso a Extratos OFX' }).waitFor();
    expect(await payer.getByRole('link', { name: 'Extratos OFX' }).count()).toBe(0);
    await payer.context().close();
  });
});
