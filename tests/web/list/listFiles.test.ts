import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const forms = '/home/forms';
/** Every list, with the first columns of its file. */
const lists: [name: string, path: string, header: string][] = [
  ['Despesas', `${forms}/transactions/outcome`, 'Vencimento;Situação;Fornecedor;Descrição;Documento'],
  ['Receitas', `${forms}/transactions/income`, 'Vencimento;Situação;Cliente;Descrição;Documento'],
  ['Despesas beta', `${forms}/transactions/debit-installments`, 'Vencimento;Situação;Fornecedor'],
  ['Receitas beta', `${forms}/transactions/credit-installments`, 'Vencimento;Situação;Cliente'],
  ['Carteiras', `${forms}/transactions/bank`, 'Carteira;Descrição;Situação;Data do saldo inicial'],
  ['Fluxo de caixa', `${forms}/transactions/cashflow`, 'R$;'],
  ['Categorias', `${forms}/transactions/category`, 'Linha do demonstrativo;Categoria;Tipo;Situação'],
  ['Fornecedores', `${forms}/supplier`, 'Nome;CPF/CNPJ;Telefone;Cidade;Situação'],
  ['Clientes', `${forms}/customer`, 'Nome;CPF/CNPJ;Telefone;Cidade;Situação'],
  ['Obras', `${forms}/engineering/building`, 'Obra;Empresa;Etapas;Situação'],
  ['Empresas', `${forms}/settings/company`, 'Logo;Nome;CNPJ;Situação'],
  ['Usuários', `${forms}/settings/user`, 'Nome;E-mail;Situação;Acesso;Último acesso'],
];

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Returns the lines of the file that "Exportar" writes. */
const exported = async (page: Page, within: Locator): Promise<string[]> => {
  await within.getByRole('button', { name: 'Exportar' }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).slice(1).trimEnd().split('\r\n');
};

/** Returns the number of rows stated in the foot of a list. */
const countOf = async (page: Page): Promise<number> => {
  const range = page.getByText(/^\d+–\d+ de [\d.]+$/).first();
  return Number((await range.innerText()).split(' de ')[1]?.replace('.', ''));
};
/** Lists without pages: their files contain all rows of the screen. */
const whole = ['Carteiras', 'Fluxo de caixa', 'Categorias'];

describe.each(lists)('The list %s', (name, path, header) => {
  test('is exported with all its rows', async () => {
    const page = await app.open(path, { as: 'admin' });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('main').getByText(/\d/).first().waitFor();
    await page.waitForLoadState('networkidle');
    const count = whole.includes(name) ? null : await countOf(page);
    const lines = await exported(page, page.getByRole('main'));
    expect(lines[0]?.startsWith(header)).toBe(true);
    expect(lines.length).toBeGreaterThan(1);
    if (count !== null) expect(lines).toHaveLength(count + 1);
    await page.close();
  });
});

test('A statement is exported, and so is any list on a phone', async () => {
  const page = await app.open(`${forms}/transactions/bank?from=2025-12-01&to=2026-11-20`, { as: 'admin' });
  await page.getByRole('grid', { name: 'Extrato' }).waitFor();
  const count = await countOf(page);
  const lines = await exported(page, page.getByRole('main').locator('section[aria-labelledby="wallet-name"]'));
  expect(lines[0]).toBe('Data;Histórico;Documento;Valor (R$);Saldo (R$)');
  expect(lines).toHaveLength(count + 1);
  const phone = await app.open(`${forms}/supplier`, { as: 'financeiro', width: 390 });
  await phone.getByRole('listitem').first().waitFor();
  expect((await exported(phone, phone.getByRole('main'))).length).toBeGreaterThan(5);
});

/** Returns the page's text in its print layout. */
const onPaper = async (page: Page): Promise<string> => {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  return (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
};

describe('On paper', () => {
  test('a list is printed completely, in light mode, without controls', async () => {
    const page = await app.open(`${forms}/transactions/outcome?size=100`, { as: 'financeiro', dark: true });
    await page.locator('.ag-row').first().waitFor();
    await page.getByText('Total filtrado').waitFor();
    const text = await onPaper(page);
    expect(await page.locator('table tbody tr:visible').count()).toBe(100);
    expect(text).toContain('Despesas');
    expect(text).toContain('Total filtrado');
    for (const word of ['Exportar', 'Nova despesa', 'Linhas por página', 'Fluxo de caixa', 'Ctrl K']) {
      expect(text).not.toContain(word);
    }
    const colour = await page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? []);
    expect(Math.max(...colour)).toBeLessThan(100);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    await eventually(() => page.locator('table').count()).toBe(0);
    // The browser's own print layout: a hundred rows need more than one sheet.
    const sheets = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g);
    expect(sheets?.length ?? 0).toBeGreaterThan(2);
  });

  test('a cash flow is printed with its figures', async () => {
    const page = await app.open(`${forms}/transactions/cashflow`, { as: 'admin' });
    await page.getByRole('rowheader', { name: 'Saldo final' }).waitFor();
    const text = await onPaper(page);
    expect(text).toContain('Saldo inicial');
    // A month without income has a dash.
    expect(text).toMatch(/Entradas\s+(?:–\s+)*[\d.]+/);
    expect(text).not.toContain('Exportar');
    expect(text).not.toContain('Incluir previsões');
  });
});
