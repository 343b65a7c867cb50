import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { postMessage } from '#services/assistant/postMessage.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

let app: TestApp;
let admin: Page;
let payer: Page;
beforeAll(async () => {
  app = await startApp();
  admin = await app.open('/home/account', { as: 'admin' });
  payer = await app.open('/home/account', { as: 'financeiro' });
}, 90_000);
afterAll(() => app.stop());

const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Abrir assistente/ }).click();
  await page.getByRole('log', { name: 'Mensagens' }).waitFor();
};
const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Mais opções do assistente' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog', { name: item, exact: true }).waitFor();
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('An administrator writes to all, sees who has read it after "Entendi", and takes it back', async () => {
  await openPanel(admin);
  await choose(admin, 'Escrever a todos');
  const form = dialog(admin, 'Escrever a todos');
  await form.getByRole('button', { name: /Enviar a todos/ }).click();
  await form.getByText('Informe o título').first().waitFor();
  await form.getByRole('textbox', { name: /^Título/ }).fill('Prumo fora do ar no sábado');
  await form.getByRole('textbox', { name: /^Comunicado/ }).fill('Das 22h às 23h, para manutenção.');
  expect(await accessibilityProblems(admin)).toEqual([]);
  await form.getByRole('button', { name: /Enviar a todos/ }).click();
  await form.waitFor({ state: 'hidden' });

  // It pops up at whoever has the panel closed, and stays in it until acknowledged.
  await payer.getByRole('alert').getByText('Prumo fora do ar no sábado').waitFor();
  await openPanel(payer);
  // What popped up leaves as the panel opens: a click on it might meet nobody.
  await payer.getByRole('alert').getByText('Prumo fora do ar no sábado').waitFor({ state: 'hidden' });
  const entry = payer.getByRole('article').filter({ hasText: 'Prumo fora do ar no sábado' });
  const stored = payer.waitForResponse(
    (answer) => answer.request().postDataJSON()?.operationName === 'AcknowledgeAssistantMessage',
  );
  await entry.getByRole('button', { name: 'Entendi' }).click();
  await stored;
  await entry.getByRole('button', { name: 'Entendi' }).waitFor({ state: 'hidden' });

  await choose(admin, 'Comunicados enviados');
  const sent = dialog(admin, 'Comunicados enviados');
  await sent.getByText(/^1 de \d+ leram$/).click();
  await eventually(sent.getByRole('listitem').filter({ hasText: 'leu em' }).first()).toContain('leu em');
  expect(await accessibilityProblems(admin)).toEqual([]);
  await sent.getByRole('button', { name: /^Retirar/ }).click();
  await dialog(admin, 'Retirar o comunicado?').getByRole('button', { name: 'Retirar' }).click();
  await sent.getByText(/retirado em/).waitFor();
  await sent.getByRole('button', { name: 'Fechar' }).click();
  await payer.reload();
  await payer.getByRole('log', { name: 'Mensagens' }).waitFor();
  await eventually(() => payer.getByText('Prumo fora do ar no sábado').count()).toBe(0);
}, 90_000);

test('What one wants to be told is chosen on the panel and is there the next time', async () => {
  await choose(payer, 'Avisos do assistente');
  const form = dialog(payer, 'Avisos do assistente');
  expect(await accessibilityProblems(payer)).toEqual([]);
  await form.getByRole('checkbox', { name: 'Relatórios e importações: no painel' }).uncheck();
  await form.getByRole('combobox', { name: 'Das' }).selectOption('22:00');
  await form.getByRole('button', { name: /Salvar/ }).click();
  await form.getByText('Informe até que horas.').first().waitFor();
  await form.getByRole('combobox', { name: 'Até as' }).selectOption('07:00');
  await form.getByRole('combobox', { name: /^Enviar/ }).selectOption('7');
  await form.getByRole('button', { name: /Salvar/ }).click();
  await form.waitFor({ state: 'hidden' });
  await choose(payer, 'Avisos do assistente');
  const again = dialog(payer, 'Avisos do assistente');
  await eventually(() => again.getByRole('combobox', { name: 'Das' }).inputValue()).toBe('22:00');
  expect(await again.getByRole('checkbox', { name: 'Relatórios e importações: no painel' }).isChecked()).toBe(false);
  expect(await again.getByRole('checkbox', { name: 'Relatórios e importações: no resumo' }).isDisabled()).toBe(true);
  await again.getByRole('button', { name: 'Cancelar' }).click();
  await payer.getByRole('button', { name: 'Mais opções do assistente' }).click();
  expect(await payer.getByRole('menuitem').allInnerTexts()).toEqual(['Avisos do assistente']);
  await payer.keyboard.press('Escape');
}, 90_000);

test('A warning pops up while the panel is closed, and one within quiet hours does not', async () => {
  await payer.getByRole('button', { name: 'Fechar assistente' }).first().click();
  const [row] = await app.services.seed.sql<{ id: number; account_id: number }>(
    "select id, account_id from users where login like 'financeiro@%'",
  );
  const actor = { accountId: Number(row?.account_id), userId: null };
  const post = (text: string) =>
    app.services.app.platform.command(actor, { route: 'test', requestId: null }, (trx, work) =>
      postMessage(trx, work, {
        ...{ userIds: [Number(row?.id)], event: 'APPROVAL', kind: 'WARNING', title: text, text: 'Detalhe' },
      }),
    );
  await app.services.seed.sql('update assistant_preferences set quiet_from = null, quiet_to = null');
  await post('De dia');
  await payer.getByRole('alert').getByText('De dia').waitFor();
  await app.services.seed.sql("update assistant_preferences set quiet_from = '00:00', quiet_to = '23:59'");
  await post('Em silêncio');
  await payer.getByRole('button', { name: /Abrir assistente: 2 mensagens novas/ }).waitFor();
  expect(await payer.getByRole('alert').getByText('Em silêncio').count()).toBe(0);
}, 90_000);
