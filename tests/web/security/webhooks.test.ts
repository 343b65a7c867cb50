import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Receiver, answering, isSignedBy } from '#tests/security/webhooks/receiver.ts';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const SCREEN = '/home/forms/settings/integrations';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await startApp({ webhooks: { allowPrivate: true, timeout: 1_000, resolve: async () => ['127.0.0.1'] } });
  receiver = await new Receiver().start();
}, 500_000);
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const check = async (page: Page, name: string): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect([name, wide]).toEqual([name, false]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

const confirmPassword = async (page: Page) => {
  const question = page.getByRole('dialog', { name: 'Confirme a sua senha' });
  await question.getByLabel('Senha').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
};

const card = (page: Page) => page.getByRole('region', { name: 'Webhooks', exact: true });
const panel = (page: Page) => card(page).getByRole('region', { name: /^Entregas de/ });
const act = async (page: Page, label: string): Promise<void> => {
  await card(page)
    .getByRole('button', { name: /^Ações de/ })
    .click();
  await page.getByRole('menuitem', { name: label }).click();
};
const newCategory = async (name: string): Promise<void> => {
  const mutation = `mutation { createCategory(input: { type: DEBIT, name: "${name}" }) { category { id } } }`;
  const { errors } = await app.ask('admin', mutation);
  expect(errors).toBeUndefined();
};

test('An administrator makes a webhook, tests it, sees what fails, sends it again and deletes it', async () => {
  const page = await app.open(SCREEN, { as: 'admin' });
  await card(page).getByText('Nenhum webhook ainda').waitFor();
  await card(page).getByRole('button', { name: 'Criar o primeiro webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo webhook', exact: true });
  await page.keyboard.press('Control+s');
  await dialog.getByText('Informe o endereço que recebe os eventos').waitFor();
  await dialog.getByLabel('Endereço').fill('http://bi.ipe.example/prumo');
  await dialog.getByText('O endereço precisa começar com https://').waitFor();
  await dialog.getByLabel('Endereço').fill('https://eu:senha@bi.ipe.example/prumo');
  await dialog.getByLabel('Descrição').fill('Painel da diretoria');
  await dialog.getByLabel('Eventos').click();
  for (const type of ['order.received', 'category.created']) {
    await page.getByRole('menuitemcheckbox', { name: type }).click();
  }
  await page.keyboard.press('Escape');
  await check(page, 'webhooks-dialog');
  await dialog.getByRole('button', { name: /^Criar webhook/ }).click();
  await dialog.getByText('O endereço não pode ter usuário e senha: a assinatura diz quem chama.').first().waitFor();
  await dialog.getByLabel('Endereço').fill('https://bi.ipe.example/prumo');
  await dialog.getByRole('button', { name: /^Criar webhook/ }).click();
  await confirmPassword(page);
  await dialog.waitFor({ state: 'detached' });

  const shown = card(page).getByText(/^whsec_/);
  const secret = (await shown.textContent()) ?? '';
  const row = card(page).getByRole('row', { name: /bi\.ipe\.example/ });
  for (const text of ['Painel da diretoria', 'order.received', '+1', 'todas as obras', 'Ativo', '0 de 0']) {
    await eventually(row).toContain(text);
  }
  await check(page, 'webhooks-made');
  await card(page).getByRole('button', { name: 'Fechar' }).click();
  await shown.waitFor({ state: 'detached' });

  // The receiver of the test has no certificate.
  await app.services.seed.sql('update webhooks set url = $1', [receiver.url]);
  await page.reload();
  await card(page).getByRole('button', { name: receiver.url }).click();
  await panel(page).getByText('Nada foi enviado ainda').waitFor();
  await panel(page).getByRole('button', { name: 'Enviar teste' }).click();
  const sent = panel(page).getByRole('row', { name: /webhook\.test/ });
  for (const text of ['Entregue', '200', 'ok', '1ª']) await eventually(sent).toContain(text);
  const [test] = receiver.got;
  if (!test) throw new Error('nothing received');
  expect([test.body.type, isSignedBy(test, secret)]).toEqual(['webhook.test', true]);

  receiver.answer = answering(500, '{"erro":"sem disco"}');
  await newCategory('Locação de andaimes');
  const failed = panel(page).getByRole('row', { name: /category\.created/ });
  for (const text of ['Locação de andaimes', 'Aguardando', '500', 'Internal Server Error', '1ª de 10']) {
    await eventually(failed).toContain(text);
  }
  await failed.getByRole('button', { name: 'category.created', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'category.created, Locação de andaimes' });
  await details.getByText('sem disco').waitFor();
  await details.getByText(/"name": "Locação de andaimes"/).waitFor();
  await check(page, 'webhooks-delivery');
  await details.getByRole('button', { name: 'Fechar' }).click();
  await page.reload();
  await eventually(card(page).getByRole('row', { name: /127\.0\.0\.1/ })).toContain('Com falha');
  await card(page).getByRole('button', { name: receiver.url }).click();
  await failed.waitFor();
  await check(page, 'webhooks-failing');

  receiver.answer = answering(200);
  await failed.getByRole('button', { name: 'Reenviar category.created' }).click();
  await eventually(failed).toContain('Entregue');
  const ids = receiver.got.filter(({ body }) => body.type === 'category.created').map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);

  const phone = await app.open(SCREEN, { as: 'admin', width: 390, dark: true });
  await card(phone).getByRole('button', { name: receiver.url }).click();
  await panel(phone).getByText('category.created').first().waitFor();
  await check(phone, 'webhooks-phone');

  await act(page, 'Pausar');
  await page.getByRole('button', { name: 'Pausar', exact: true }).click();
  await eventually(card(page).getByRole('row', { name: /127\.0\.0\.1/ })).toContain('Pausado');
  await act(page, 'Reativar');
  await eventually(card(page).getByRole('row', { name: /127\.0\.0\.1/ })).toContain('Ativo');
  await act(page, 'Trocar o segredo');
  await page.getByRole('button', { name: 'Trocar', exact: true }).click();
  await card(page).getByText('O segredo anterior ainda assina por 24 horas').waitFor();
  expect(
    await card(page)
      .getByText(/^whsec_/)
      .textContent(),
  ).not.toBe(secret);
  await act(page, 'Excluir');
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await card(page).getByText('Nenhum webhook ainda').waitFor();
}, 500_000);
