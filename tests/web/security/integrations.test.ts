import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const SCREEN = '/home/forms/settings/integrations';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 120_000);
afterAll(() => app.stop());

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

/** Reads the answer to its end, so that its connection is free. */
const statusOf = async (path: string, headers: Record<string, string>): Promise<number> => {
  const response = await fetch(app.url + path, { headers });
  await response.arrayBuffer();
  return response.status;
};

const tokens = (page: Page) => page.getByRole('region', { name: 'Tokens' });

test('An administrator makes a token for an obra, sees it once, sees its use, and revokes it', async () => {
  const page = await app.open(SCREEN, { as: 'admin' });
  await page.getByText('Nenhum token ainda').waitFor();
  await check(page, 'integrations-empty');
  await page.getByRole('button', { name: 'Criar o primeiro token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo token' });
  await eventually(() => dialog.getByLabel('Vale até').inputValue()).toBe('18/02/2027');
  await page.keyboard.press('Control+s');
  await dialog.getByText('Informe o nome do token').waitFor();
  await dialog.getByText('Escolha ao menos uma área').waitFor();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Planilha do canteiro');
  await dialog.getByRole('checkbox', { name: 'financeiro' }).check();
  await dialog.getByLabel('Vale até').fill('26/11/2026');
  await dialog.getByLabel('Endereços IP permitidos').fill('127.0.0.0/8\ncasa');
  await check(page, 'integrations-dialog');
  await page.keyboard.press('Control+s');
  await dialog.getByText('Informe um endereço ou uma rede, como 203.0.113.7 ou 203.0.113.0/24.').waitFor();
  await dialog.getByLabel('Endereços IP permitidos').fill('127.0.0.0/8');
  await dialog.getByLabel('Empresas e obras').click();
  const option = page.getByRole('menuitemcheckbox').nth(1);
  const obra = (await option.textContent()) ?? '';
  await option.click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: /^Criar token/ }).click();
  await confirmPassword(page);
  await dialog.waitFor({ state: 'detached' });

  const shown = tokens(page).getByText(/^prm_[\w-]{43}$/);
  const token = (await shown.textContent()) ?? '';
  const row = tokens(page).getByRole('row', { name: /Planilha do canteiro/ });
  await eventually(row).toContain(`prm_…${token.slice(-4)}`);
  for (const text of ['Leitura', 'financeiro', obra, 'nunca', 'em 6 dias']) await eventually(row).toContain(text);
  await check(page, 'integrations-made');
  await tokens(page).getByRole('button', { name: 'Fechar' }).click();
  await shown.waitFor({ state: 'detached' });

  const call = () => statusOf('/api/v1/security/session', { authorization: `Bearer ${token}` });
  expect(await call()).toBe(200);
  await app.services.seed.sql('update api_usage set calls = 41000, files = 168');
  await eventually(async () => {
    await page.reload();
    await page.getByRole('meter', { name: 'REST' }).waitFor();
    return (await page.getByRole('meter', { name: 'REST' }).getAttribute('aria-valuetext')) ?? '';
  }).toBe('41.000 de 50.000 chamadas');
  await page.getByText('Perto do limite de hoje').waitFor();
  expect(await page.getByRole('meter', { name: 'CSV' }).getAttribute('aria-valuetext')).toBe('168 de 1.000 arquivos');
  await eventually(row).toContain('De 127.0.0.1');
  await check(page, 'integrations-used');

  const phone = await app.open(SCREEN, { as: 'admin', width: 390, dark: true });
  await tokens(phone).getByText('Planilha do canteiro').waitFor();
  await check(phone, 'integrations-phone');

  await row.getByRole('button', { name: 'Ações de Planilha do canteiro' }).click();
  await page.getByRole('menuitem', { name: 'Revogar' }).click();
  await page.getByRole('button', { name: 'Revogar', exact: true }).click();
  await page.getByText('Nenhum token ainda').waitFor();
  expect(await call()).toBe(401);
}, 120_000);

test('Its links lead to the guide and the reference, on a desk and on a phone, in light and dark', async () => {
  const page = await app.open(SCREEN, { as: 'admin' });
  const links = page.getByRole('region', { name: 'Documentação' }).getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(paths).toEqual(['/docs', '/graphql', '/api/v1/schema.graphql', '/api/v1/openapi.json', '/docs#csv']);
  for (const path of paths) expect([path, await statusOf(path, { accept: 'text/html' })]).toEqual([path, 200]);
  for (const path of ['/docs', '/docs/rest/security'])
    for (const look of [{}, { width: 390, dark: true }] as const) {
      const docs = await app.open(path, { as: null, ...look });
      await docs.getByRole('heading', { level: 1 }).waitFor();
      await docs.locator('details').nth(1).locator('summary').click();
      await check(docs, `docs-${path.split('/').length}-${'width' in look ? 'phone' : 'desk'}`);
    }
}, 120_000);

test('GraphiQL opens a saved query with the ids of one’s own company, and it runs', async () => {
  const page = await app.open('/graphql', { as: 'financeiro' });
  await page.locator('.view-line', { hasText: 'companies' }).waitFor();
  await page.getByRole('button', { name: 'Exemplos' }).click();
  await page.getByRole('menuitem', { name: 'Carteiras e saldos' }).click();
  await page.locator('.view-line', { hasText: 'Carteiras' }).first().waitFor();
  await page.getByRole('button', { name: /Execute query/ }).click();
  await page
    .getByText(/"identifier"/)
    .first()
    .waitFor();
}, 60_000);

test('Others than administrators find no such screen', async () => {
  const page = await app.open(SCREEN, { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Sem acesso a Integrações' }).waitFor();
  await page.goto(`${app.url}/home`);
  expect(await page.getByRole('link', { name: 'Integrações' }).count()).toBe(0);
});
