import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const USERS = '/home/forms/settings/user';
const INTEGRATIONS = '/home/forms/settings/integrations';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 120_000);
afterAll(() => app.stop());

const check = async (page: Page, name: string): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect([name, wide]).toEqual([name, false]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

const confirmPassword = async (page: Page) => {
  const question = page.getByRole('dialog', { name: 'Confirme a sua senha' });
  await question.getByLabel('Senha').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
};

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('An administrator makes a service account and its token, loses who answers for it, and chooses somebody else', async () => {
  const page = await app.open(`${USERS}?id=new`, { as: 'admin' });
  const form = drawer(page, 'Novo usuário');
  await form.getByRole('group', { name: 'Tipo' }).getByRole('button', { name: 'Conta de serviço' }).click();
  await eventually(() => form.getByLabel('E-mail').count()).toBe(0);
  await eventually(() => form.getByRole('switch', { name: /^Administrador/ }).count()).toBe(0);
  await page.keyboard.press('Control+s');
  await form.getByText('Informe o nome.').waitFor();
  await form.getByText('Escolha quem responde por esta conta.').waitFor();
  await form.getByLabel('Nome').fill('Power BI da diretoria');
  await form.getByRole('combobox', { name: /^Responsável/ }).fill('Renato');
  await page.getByRole('option', { name: /Renato/ }).click();
  await form.getByRole('checkbox', { name: 'Despesas, toda a empresa Construtora Ipê Demo' }).click();
  await check(page, 'service-new');
  await page.keyboard.press('Control+s');
  await confirmPassword(page);
  const saved = drawer(page, 'Power BI da diretoria');
  await saved.getByRole('link', { name: 'Ver tokens em Integrações' }).waitFor();
  await check(page, 'service-saved');
  await saved.getByRole('button', { name: 'Fechar' }).click();
  const row = page.getByRole('row', { name: /Power BI da diretoria/ });
  await eventually(row).toContain('Conta de serviço');
  await eventually(row).toContain('responsável: Renato');

  // Its token, which is listed with whom it acts for.
  await page.goto(app.url + INTEGRATIONS);
  await page.getByRole('button', { name: 'Novo token', exact: true }).click();
  const dialog = drawer(page, 'Novo token');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Painel');
  await dialog.getByLabel('Em nome de').selectOption({ label: 'Power BI da diretoria' });
  await dialog.getByText('Nenhuma escolhida: todas em que a conta de serviço pode, agora e depois.').waitFor();
  await dialog.getByRole('checkbox', { name: 'financeiro' }).check();
  await check(page, 'service-token');
  await dialog.getByRole('button', { name: /^Criar token/ }).click();
  await dialog.waitFor({ state: 'detached' });
  const tokens = page.getByRole('region', { name: 'Tokens' });
  const token = (await tokens.getByText(/^prm_[\w-]{43}$/).textContent()) ?? '';
  await tokens.getByText(/^em nome de Power BI da diretoria, criado por /).waitFor();
  await check(page, 'service-integrations');
  const call = async () => {
    const response = await fetch(`${app.url}/api/v1/security/session`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data?: { user: { name: string }; admin: boolean } };
    return [response.status, data?.user.name, data?.admin];
  };
  expect(await call()).toEqual([200, 'Power BI da diretoria', false]);

  // Renato loses his access: the accounts that he answered for say so.
  await tokens.getByRole('link', { name: 'Contas de serviço' }).click();
  await page.waitForURL('**/settings/user?service=true');
  await page.getByText('Conta de serviço: sim').waitFor();
  const [renato] = await app.services.seed.sql<{ id: number }>("select id from users where name like 'Renato%'");
  await page.goto(`${app.url}${USERS}?id=${renato?.id}`);
  await page.getByRole('button', { name: 'Desativar' }).click();
  // Told once it is stored; to leave before would take the command back on its way.
  await page.getByRole('button', { name: 'Desfazer' }).waitFor();
  await page.goto(`${app.url}${USERS}?service=true`);
  await eventually(row).toContain('Sem responsável');
  const phone = await app.open(`${USERS}?service=true`, { as: 'admin', width: 390, dark: true });
  await phone.getByText('Power BI da diretoria').first().waitFor();
  await check(phone, 'service-phone');
  await phone.getByText('Power BI da diretoria').first().click();
  await phone.getByText(/^Sem responsável: os tokens desta conta valem até /).waitFor();
  await check(phone, 'service-phone-form');
  const dark = await app.open(USERS, { as: 'admin', dark: true });
  await dark.getByRole('gridcell', { name: 'Power BI da diretoria' }).waitFor();
  await check(dark, 'service-dark');
  const small = await app.open(INTEGRATIONS, { as: 'admin', width: 390 });
  await small
    .getByRole('region', { name: 'Tokens' })
    .getByText(/sem responsável: vale até/)
    .waitFor();
  await check(small, 'service-phone-integrations');
  await page.goto(app.url + INTEGRATIONS);
  await tokens.getByText(/^em nome de Power BI da diretoria, sem responsável: vale até /).waitFor();
  expect((await call())[0]).toBe(200);

  await page.goto(`${app.url}${USERS}?service=true`);
  await page.getByText('Power BI da diretoria').first().click();
  await saved.getByRole('combobox', { name: /^Responsável/ }).fill('Marina');
  await page.getByRole('option', { name: /Marina/ }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Conta de serviço salva').first().waitFor();
  await saved.getByRole('button', { name: 'Fechar' }).click();
  await eventually(row).toContain('responsável: Marina');
}, 180_000);
