import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { centsOfText, pdfText, readCsv } from '#tests/reports/kit.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

type User = 'admin' | 'pagador' | 'engenheiro';

const open = (
  search = '',
  { as = 'admin', ...options }: { as?: User; width?: 390; dark?: boolean } = {},
): Promise<Page> => app.open(`/reports${search}`, { as, place: { companyId, buildingId: null }, ...options });

const total = async (page: Page): Promise<string> =>
  (await page.locator('tr[data-kind="TOTAL"] td').last().innerText()).trim();

const paidInOctober = () =>
  app.services.seed.sql<{ value: string }>(
    `select sum(gross_value + increase - discount)::text as value from installments
      where type = 'DEBIT' and not forecast and payment_date between '2026-10-01' and '2026-10-31'`,
  );

const saved = async (page: Page, button: string): Promise<Buffer> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFile(await download.path());
};

test('A report is found, narrowed in the address, downloaded, saved by Ctrl+S and opened again, by keyboard', async () => {
  const page = await open();
  await page.getByRole('heading', { level: 1, name: 'Relatórios' }).waitFor();
  await page.getByRole('searchbox', { name: 'Buscar relatório' }).fill('pagas');
  const entry = page.getByRole('button', { name: 'Contas pagas', exact: true });
  await eventually(() =>
    page.getByRole('navigation', { name: 'Catálogo de relatórios' }).getByRole('listitem').count(),
  ).toBe(1);
  await entry.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/report=bills-paid/);
  await page.getByRole('button', { name: /^Período/ }).click();
  await page.getByRole('button', { name: 'Mês passado' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/from=2026-10-01&to=2026-10-31/);
  const [paid] = await paidInOctober();
  const cents = BigInt((paid?.value ?? '').replace('.', ''));
  await eventually(async () => centsOfText(await total(page)) === cents).toBe(true);

  const rows = readCsv(await saved(page, 'CSV'));
  expect(rows.reduce((sum, row) => sum + BigInt((row['Valor líquido'] ?? '').replace(',', '')), 0n)).toBe(cents);
  expect(pdfText(await saved(page, 'PDF'))).toContain(await total(page));

  await page.getByRole('combobox', { name: 'Agrupar por' }).selectOption('Parceiro');
  await page.locator('tr[data-kind="GROUP"]').first().waitFor();
  expect(centsOfText(await total(page))).toBe(cents);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Salvar relatório' });
  await dialog.getByLabel('Nome').fill('');
  await page.keyboard.press('Control+s');
  await dialog.getByText('Informe um nome').waitFor();
  await dialog.getByLabel('Nome').fill('Pagas em outubro');
  await dialog.getByRole('checkbox', { name: /Compartilhar/ }).check();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Favoritar Contas pagas' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Tirar Contas pagas dos favoritos' }).waitFor();
  await page.getByRole('tab', { name: /^Salvos/ }).click();
  await page.getByRole('link', { name: 'Pagas em outubro' }).click();
  await eventually(async () => centsOfText(await total(page)) === cents).toBe(true);

  // Somebody else opens it, and sees what they may.
  const hers = await open('?tab=saved', { as: 'pagador' });
  await hers.getByRole('link', { name: 'Pagas em outubro' }).click();
  await hers.locator('tr[data-kind="TOTAL"]').waitFor();
  expect(await hers.getByRole('button', { name: 'Fluxo de caixa' }).count()).toBe(0);
  const engineer = await open('?tab=saved', { as: 'engenheiro' });
  await engineer.getByText('Nenhum relatório salvo').waitFor();
});

test('On a phone the catalogue comes first, then the report, and nothing is cut; in the dark too', async () => {
  const page = await open('', { width: 390, dark: true });
  await page.getByRole('button', { name: 'Despesas por obra e etapa', exact: true }).click();
  await page.locator('tr[data-kind="TOTAL"]').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Todos os relatórios' }).click();
  await page.getByRole('searchbox', { name: 'Buscar relatório' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('Every report of the catalogue opens, says what it is of, or that there is nothing in the period', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Contas a pagar', exact: true }).waitFor();
  const names = await page
    .getByRole('navigation', { name: 'Catálogo de relatórios' })
    .locator('li > button')
    .allInnerTexts();
  expect(names.length).toBe(19);
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).click();
    const paper = page.getByRole('article', { name });
    await paper.locator('tbody tr').or(paper.getByText('Nada no período')).first().waitFor();
  }
  await page.getByRole('button', { name: 'Contas pagas', exact: true }).click();
  await page.goto(`${app.url}/reports?report=bills-paid&from=2019-01-01&to=2019-01-31`);
  await page.getByText('Nada no período').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});

test('A long report is prepared in the background, and its file is on the page and in the assistant', async () => {
  // More rows than a file has that is made while its request waits.
  await app.services.seed.sql(`
    with made as (
      insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
        status, installment_count, paid_installment_count, gross_value, reference_due_date)
      select c.account_id, c.id, 'DEBIT', 'LG-' || n, 'Longa ' || n, '2031-01-01', '2031-01-01', 'OPEN', 1, 0, 1, date '2031-01-01' + n % 300
        from companies c, generate_series(1, 10050) n where c.id = ${companyId}
      returning account_id, company_id, id, reference_due_date)
    insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
    select account_id, company_id, id, 'DEBIT', 1, true, '2031-01-01', reference_due_date, 1 from made`);
  const page = await open('?report=bills-due&from=2031-01-01&to=2031-12-31');
  await page.getByText('Primeiras 200 linhas de 10.050 linhas').waitFor();
  expect(await page.getByRole('button', { name: 'Imprimir', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  await page.waitForURL(/tab=files/);
  const file = pdfText(await saved(page, 'Baixar PDF'));
  expect(file.match(/LG-\d+/g)?.length).toBe(10_050);
  expect(file).toContain('Total 10.050,00');
  expect(await accessibilityProblems(page)).toEqual([]);
});
