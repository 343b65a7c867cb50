import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
});
afterAll(() => app.stop());

const PATH = '/home/forms/transactions/month-closing';

const open = (
  path: string,
  options: { as?: 'admin' | 'financeiro'; width?: 390; dark?: boolean } = {},
): Promise<Page> => app.open(path, { as: 'admin', place: { companyId, buildingId: null }, ...options });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** "1234.50" as the screen shows it. */
const currency = (value: string): string => {
  const [whole = '0', cents = '00'] = value.split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};

/** Documents of October without an obra, from the rows themselves. */
const withoutBuilding = async () => {
  const [row] = await app.services.seed.sql<{ count: number; sum: string }>(
    `select count(*)::integer as count, sum(gross_value)::text as sum from transactions t
      where t.company_id = $1 and t.competence_date between '2026-10-01' and '2026-10-31'
        and not exists (select from apportionments a where a.transaction_id = t.id)`,
    [companyId],
  );
  return row ?? { count: 0, sum: '0.00' };
};

test('A month tells what it lacks, opens exactly those rows, and is closed with them confirmed', async () => {
  const missing = await withoutBuilding();
  const page = await open(`${PATH}?month=2026-10`);
  const point = page.getByRole('listitem').filter({ has: button(page, 'Documentos sem obra') });
  await eventually(point).toContain(`${missing.count} ${currency(missing.sum)}`);
  await button(page, 'Documentos sem obra').click();
  await eventually(() => page.getByRole('list', { name: 'Documentos sem obra' }).getByRole('listitem').count()).toBe(
    missing.count,
  );
  await eventually(() => new URL(page.url()).search).toBe('?month=2026-10&point=WITHOUT_BUILDING');
  await page.keyboard.press('Escape');
  await eventually(() => new URL(page.url()).search).toBe('?month=2026-10');

  await button(page, 'Fechar outubro de 2026').click();
  await eventually(dialog(page)).toContain(`${missing.count} documentos sem obra (${currency(missing.sum)})`);
  expect(await accessibilityProblems(page)).toEqual([]);
  const close = dialog(page).getByRole('button', { name: 'Fechar outubro de 2026' });
  expect(await close.isDisabled()).toBe(true);
  await dialog(page).getByRole('checkbox').press('Space');
  await close.press('Enter');
  await button(page, 'Reabrir').waitFor();
  await eventually(page.getByRole('button', { name: /^outubro de 2026:/ })).toContain('Fechado');
  await eventually(page.getByRole('region', { name: 'Histórico' })).toContain('com todos os meses anteriores');
  await page.close();
});

test('A document of the month is read-only for everybody, and an administrator’s exception is told with what changed', async () => {
  const [document] = await app.services.seed.sql<{ id: string; number: string }>(
    `select id, document_number as number from transactions where company_id = $1 and type = 'DEBIT' and status = 'PARTIAL'
       and competence_date between '2026-10-01' and '2026-10-31' order by id limit 1`,
    [companyId],
  );
  const address = `/home/forms/transactions/outcome?id=${document?.id}`;
  const clerk = await open(`/home/forms/transactions/outcome?search=${encodeURIComponent(document?.number ?? '')}`, {
    as: 'financeiro',
  });
  await clerk.getByRole('row').getByText('Parcial, em mês fechado').first().waitFor();
  await visit(clerk, address);
  await clerk.getByText('Outubro de 2026 está fechado').waitFor();
  await button(clerk, 'Registrar pagamento').waitFor();
  expect(await button(clerk, 'Abrir exceção').count()).toBe(0);
  expect(await clerk.getByRole('button', { name: /^Salvar( Ctrl|$)/ }).count()).toBe(0);
  await clerk.close();

  const page = await open(address);
  await button(page, 'Abrir exceção').click();
  // The drawer is a dialog, too.
  const asking = page.getByRole('dialog', { name: 'Abrir exceção para este lançamento' });
  await asking.getByRole('button', { name: 'Abrir exceção' }).click();
  await asking.getByText('Diga por quê').waitFor();
  await asking.getByLabel(/^Motivo/).fill('Descrição trocada');
  await asking.getByRole('button', { name: 'Abrir exceção' }).click();
  await page.getByText('por exceção; o que mudar fica registrado').waitFor();
  await page.getByLabel('Descrição').fill('Descrição certa');
  await page.keyboard.press('Control+s');
  // The notice, and the live region that reads it out.
  await page.getByText('Despesa salva').first().waitFor();
  await page.close();

  const screen = await open(`${PATH}?month=2026-10`);
  const exceptions = screen.getByRole('region', { name: 'Exceções' });
  await eventually(exceptions).toContain('Descrição trocada');
  await eventually(exceptions).toMatch(/descrição .* → Descrição certa/);
  await exceptions.getByRole('button', { name: 'Encerrar' }).click();
  await eventually(exceptions).toContain('Encerrada');
  await screen.close();
});

test('The folder is made and followed, the month reopened with a reason, on a phone in the dark', async () => {
  const page = await open(`${PATH}?month=2026-10`, { width: 390, dark: true });
  await button(page, 'Preparar pasta').click();
  await button(page, 'Baixar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await button(page, 'Baixar').click();
  expect((await saved).suggestedFilename()).toBe('Pasta do contador Construtora Ipê Demo 2026-10.zip');

  await button(page, 'Reabrir').click();
  await dialog(page).getByRole('button', { name: 'Reabrir' }).click();
  await dialog(page).getByText('Diga por que o mês é reaberto').waitFor();
  await dialog(page)
    .getByLabel(/^Motivo/)
    .fill('Nota que chegou depois');
  await dialog(page).getByRole('button', { name: 'Reabrir' }).click();
  await button(page, 'Fechar mês').waitFor();
  await eventually(page.getByRole('region', { name: 'Histórico' })).toContain('Nota que chegou depois');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.close();
});
