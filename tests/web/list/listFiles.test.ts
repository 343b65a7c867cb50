import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readPdf } from '#tests/support/pdfText.ts';

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

/** Presses Ctrl+P, and returns the text of the PDF that the server made. */
const pdfOf = async (page: Page): Promise<string> => {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/print')),
    page.keyboard.press('Control+p'),
  ]);
  expect(answer.status()).toBe(200);
  const [sent, headers] = [answer.request().postData(), await answer.request().allHeaders()];
  // The browser hands the first one to its viewer, without its bytes.
  const again = await page.request.post(answer.url(), { data: sent, headers });
  return readPdf(await again.body())
    .map(({ text }) => text)
    .join(' ');
};

/** "1234.5" as "1.234,50". */
const amount = (text: string) => Number(text).toLocaleString('pt-BR', { minimumFractionDigits: 2 });

describe('On paper', () => {
  test('a list is printed completely, in light mode, without controls', async () => {
    const page = await app.open(`${forms}/transactions/outcome?size=100`, { as: 'financeiro', dark: true });
    await page.locator('.ag-row').first().waitFor();
    await page.getByText('Total filtrado').waitFor();
    const text = await onPaper(page);
    expect(await page.locator('table tbody tr:visible').count()).toBe(100);
    expect(text).toContain('Despesas');
    expect(text).toContain('Total filtrado');
    expect(text).toMatch(/Impresso em \d\d\/\d\d\/2026/);
    expect(text).toMatch(/Obra: .+ · Situação: Todas · Ordem: em aberto primeiro, depois Vencimento/);
    // The browser prints what is loaded, and the paper says that there is more.
    expect(text).toMatch(/Página 1 de \d+ da lista: 100 de \d+ linhas/);
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

  test('Ctrl+P prints all that the filter finds, with the company, the filter and the sums of the screen', async () => {
    const address = `${forms}/transactions/debit-installments?building=all&from=2026-10-01&to=2026-12-31&size=10`;
    const page = await app.shared(address, { as: 'admin' });
    await page.locator('.ag-row').first().waitFor();
    const [stored] = await app.services.seed.sql<{ company: string; rows: number; net: string; open: string }>(
      `select c.name as company, count(*)::int as rows, sum(i.value)::text as net,
              sum(i.value) filter (where i.forecast)::text as open
         from installments i join companies c on c.id = i.company_id
        where c.id = 1 and i.type = 'DEBIT' and i.due_date between '2026-10-01' and '2026-12-31'
        group by c.name`,
    );
    if (!stored) throw new Error('the demonstration has no expenses');
    expect(stored.rows).toBeGreaterThan(10);
    const printed = await pdfOf(page);
    for (const part of [
      stored.company,
      'Obra: Todas · Situação: Todas · Vencimento: 01/10/2026 – 31/12/2026 · Ordem: em aberto primeiro, depois Vencimento',
      `Todas as obras · ${stored.rows} linhas`,
      `Total filtrado R$ ${amount(stored.net)}`,
      `Em aberto R$ ${amount(stored.open)}`,
    ])
      expect(printed).toContain(part);
    expect(printed.match(/\d\d\/1[0-2]\/2026 (A vencer|Vencida|Paga)/g)).toHaveLength(stored.rows);
    await page.getByText(`PDF pronto: ${stored.rows} linhas`).first().waitFor();
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
