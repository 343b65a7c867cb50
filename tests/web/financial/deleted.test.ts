import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
}, 60_000);
afterAll(() => app.stop());

const MAKE = `mutation ($companyId: ID!, $input: TransactionInput!) {
  createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id } } }`;
const made = async (description: string): Promise<string> => {
  const installments = [{ dueDate: '2026-12-05', grossValue: '1234.50' }];
  const input = { description, grossValue: '1234.50', emissionDate: '2026-11-20', installments, apportionments: [] };
  const { data, errors } = await app.ask('admin', MAKE, { variables: { companyId, input } });
  if (errors) throw new Error(errors[0]?.message);
  return data.createTransaction.transaction.id;
};
const REMOVE = `mutation ($companyId: ID!, $id: ID!) { deleteTransaction(companyId: $companyId, type: DEBIT, id: $id) { id } }`;
const removed = async (description: string): Promise<string> => {
  const id = await made(description);
  await app.ask('admin', REMOVE, { variables: { companyId, id } });
  return id;
};
const stored = (id: string) =>
  app.services.seed.sql('select description, gross_value::text as value from transactions where id = $1', [id]);
const open = (address: string, as: DemoUser, width: 1440 | 390 = 1440, dark = false) =>
  app.shared(address, { as, width, dark });

test('A deletion is undone from its notice, and the document is in the list again as it was', async () => {
  const id = await made('Andaime fachadeiro');
  const page = await open(`${OUTCOME}?building=-1&search=andaime+fachadeiro&id=${id}`, 'admin');
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Excluir a despesa?' });
  await question.getByText('Por 30 dias é possível restaurar tudo.').waitFor();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Despesa excluída').first().waitFor();
  await eventually(() => stored(id)).toEqual([]);
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await page.getByText('Despesa restaurada').first().waitFor();
  await page.getByRole('row', { name: /Andaime fachadeiro/ }).waitFor();
  expect(await stored(id)).toEqual([{ description: 'Andaime fachadeiro', value: '1234.50' }]);
});

test('What was deleted is found by typing and restored days later, and who may not empty is offered nothing of it', async () => {
  const id = await removed('Betoneira alugada');
  await removed('Outra coisa');
  const page = await open(`${OUTCOME}?building=-1`, 'financeiro');
  await page.getByRole('button', { name: 'Despesas excluídas' }).click();
  await page.waitForURL(/deleted=1/);
  const dialog = page.getByRole('dialog', { name: 'Despesas excluídas' });
  await dialog.getByRole('listitem').nth(1).waitFor();
  expect(await dialog.getByRole('button', { name: /Esvaziar|Excluir de vez/ }).count()).toBe(0);
  await dialog.getByLabel('Buscar nas excluídas').fill('betoneira');
  await eventually(() => dialog.getByRole('listitem').count()).toBe(1);
  const row = dialog.getByRole('listitem');
  await eventually(row).toContain('R$ 1.234,50');
  await eventually(row).toContain('vencimento 05/12/2026');
  await eventually(row).toContain('em 20/11/2026 às 12:00. Guardada até 20/12/2026 às 12:00.');
  await row.getByRole('button', { name: 'Restaurar' }).click();
  await dialog.getByText('Nada excluído com “betoneira”.').waitFor();
  expect(await stored(id)).toEqual([{ description: 'Betoneira alugada', value: '1234.50' }]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('deleted')).toBeNull();
});

test('An administrator deletes one for good, or all, and is asked before', async () => {
  const id = await removed('Escora velha');
  await removed('Escora nova');
  const page = await open(`${OUTCOME}?building=-1&deleted=1`, 'admin');
  const dialog = page.getByRole('dialog', { name: 'Despesas excluídas' });
  await dialog.getByRole('button', { name: 'Excluir de vez Escora velha' }).click();
  await page.getByRole('dialog', { name: 'Excluir de vez?' }).getByRole('button', { name: 'Excluir de vez' }).click();
  await dialog.getByText('Escora nova').waitFor();
  await eventually(() => dialog.getByText('Escora velha').count()).toBe(0);
  expect(await app.services.seed.sql('select from deleted_documents where id = $1', [id])).toEqual([]);
  await dialog.getByRole('button', { name: 'Esvaziar' }).click();
  const question = page.getByRole('dialog', { name: 'Esvaziar as excluídas?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.getByText('Escora nova').waitFor();
  await dialog.getByRole('button', { name: 'Esvaziar' }).click();
  await question.getByRole('button', { name: 'Esvaziar' }).click();
  await dialog.getByText('Nada foi excluído nos últimos 30 dias.').waitFor();
  expect(await app.services.seed.sql('select from deleted_documents')).toEqual([]);
});

test.each([
  { width: 1440, dark: true },
  { width: 390, dark: false },
] as const)('Nothing keeps anybody from restoring at $width px, dark: $dark', async ({ width, dark }) => {
  await removed('Uma descrição tão longa que não cabe em uma linha do telefone, por mais que se queira');
  const page = await open(`${OUTCOME}?building=-1&deleted=1`, 'admin', width, dark);
  const dialog = page.getByRole('dialog', { name: 'Despesas excluídas' });
  await dialog.getByRole('button', { name: 'Restaurar' }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});
