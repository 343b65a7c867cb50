import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

/** Imports into the company of the menu: obras and contas a receber. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

const paste = async (page: Page, heading: string, text: string) => {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.evaluate((cells) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', cells);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};
const importAll = async (page: Page, list: string) => {
  await eventually(() => page.getByRole('button', { name: /^Importar \d/ }).isEnabled()).toBe(true);
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: list }).waitFor();
};

test('an engineer imports an obra, which is in the menu at once, and takes it back', async () => {
  const page = await app.open('/home/forms/engineering/building', { as: 'engenheiro' });
  await paste(page, 'Importar obras', 'Empreendimento\tLocal\tCREA\nEdifício Beta\tRua B, 2\tCREA-SP 1');
  await importAll(page, 'Obras');
  const row = page.getByRole('gridcell', { name: 'Edifício Beta' });
  await row.waitFor();
  const [stored] = await app.services.seed.sql(
    `select address, technical_registration as crea from buildings where name = 'Edifício Beta'`,
  );
  expect(stored).toEqual({ address: 'Rua B, 2', crea: 'CREA-SP 1' });

  const offered = async () => {
    await page.getByRole('button', { name: /Empresa e obra/ }).click();
    const count = await page.getByRole('button', { name: 'Edifício Beta', exact: true }).count();
    await page.keyboard.press('Escape');
    return count;
  };
  expect(await offered()).toBe(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Importação desfeita: 1 removida.', { exact: true }).first().waitFor();
  await row.waitFor({ state: 'detached' });
  await eventually(offered).toBe(0);
  await page.context().close();
}, 60_000);

test('who collects imports a conta a receber of a new customer in the words of income, and sees it in the list', async () => {
  const page = await app.open('/home/forms/transactions/income', { as: 'financeiro' });
  await page.getByRole('heading', { level: 1, name: 'Receitas' }).waitFor();
  const titles = 'Vencimento\tSacado\tDocumento\tValor a receber\tObra\tForma de recebimento';
  await paste(
    page,
    'Importar receitas',
    `${titles}\n05/12/2026\tCondomínio Serra Azul\tNFS-e 77\t1.999,99\tResidência Alto da Serra\tPix`,
  );
  await page.getByText('Cliente não encontrado.').waitFor();
  await page.getByText(/^Criar 1 cliente/).click();
  await eventually(() => accessibilityProblems(page)).toEqual([]);
  await importAll(page, 'Receitas');
  await eventually(() =>
    app.services.seed.sql(
      `select t.type, t.gross_value::text as value, p.type as partner, t.preferred_payment_method as method
         from transactions t join partners p on p.account_id = t.account_id and p.id = t.partner_id
        where t.document_number = 'NFS-e 77'`,
    ),
  ).toEqual([{ type: 'CREDIT', value: '1999.99', partner: 'CUSTOMER', method: 'PIX' }]);
  const cell = page.getByRole('gridcell', { name: 'NFS-e 77' });
  await cell.waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Importação desfeita: 2 removidas.', { exact: true }).first().waitFor();
  await cell.waitFor({ state: 'detached' });
  await eventually(() =>
    app.services.seed.sql(`select 1 from transactions where document_number = 'NFS-e 77'`),
  ).toEqual([]);
  await page.context().close();
}, 60_000);
