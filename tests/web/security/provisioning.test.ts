import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';

const DOMAIN = 'construtoraipe.com.br';
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // The gateway has chosen its port by now.
  app.services.publicAt(app.url);
  const [account] = await app.services.seed.sql<{ id: number }>(
    `select account_id::integer as id from users where login = 'admin@demo.prumo'`,
  );
  await app.services.seed.insert('organizations', {
    account_id: account?.id,
    name: 'Construtora Ipê',
    domain: DOMAIN,
    issuer: 'https://login.microsoftonline.com/3f2a/v2.0',
    client_id: 'prumo',
    proof: 'prova-de-teste-com-24-letras',
    proven_at: '2026-11-01T12:00:00Z',
    proof_missing_since: '2026-11-18T12:00:00Z',
    groups_unknown_at: '2026-11-19T12:00:00Z',
  });
}, 60_000);
afterAll(() => app.stop());

const check = async (page: Page, name: string): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

/** The first sensitive act of a session asks for the password; waits for it when it comes. */
const confirm = async (page: Page): Promise<void> => {
  await page.getByLabel('Senha', { exact: true }).fill('prumo-demo');
  await page.keyboard.press('Enter');
};

/** One call of the directory, through the public address. */
const scim = (token: string, method: string, path: string, body?: object) =>
  fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test.each([
  { width: 1440, dark: false, template: 'Comprador' },
  { width: 390, dark: true, template: 'Engenheiro' },
] as const)(
  'At $width pixels, an administrator gives permissions by a template, by hand and by a group',
  async ({ width, dark, template }) => {
    const name = `${width}${dark ? '-dark' : ''}`;
    const page = await app.open('/home/forms/settings/user', { as: 'admin', width, dark });
    await page.getByRole('button', { name: 'Modelos de permissões' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Novo modelo' }).click();
    await dialog.getByLabel('Nome do modelo').fill(template);
    await check(page, `template-form-${name}`);
    await dialog
      .getByLabel(/^Compras, toda a empresa/)
      .first()
      .check();
    await page.keyboard.press('Control+s');
    // Both widths share one session.
    if (width === 1440) await confirm(page);
    await dialog.getByText(template, { exact: true }).waitFor();
    await check(page, `templates-${name}`);
    await dialog.getByRole('button', { name: 'Fechar' }).click();

    // By hand: a new user gets the cells of the template.
    await page.goto(`${app.url}/home/forms/settings/user?id=new`);
    await page.getByRole('button', { name: 'Aplicar modelo' }).click();
    await page.getByRole('menuitem', { name: template }).click();
    const cell = page.getByLabel(/^Compras, toda a empresa/).first();
    await cell.waitFor();
    expect(await cell.isChecked()).toBe(true);

    await page.goto(`${app.url}/home/forms/settings/sso`);
    const groups = page.getByRole('region', { name: 'Grupos' });
    await groups.getByRole('button', { name: /Mapear|Editar/ }).click();
    await page.getByRole('button', { name: 'Incluir grupo' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Informe o grupo').waitFor();
    const last = page.getByRole('dialog');
    await last
      .getByRole('textbox', { name: /^Grupo/ })
      .last()
      .fill(`/obras/${template}`);
    await last
      .getByRole('combobox', { name: /^Modelo/ })
      .last()
      .selectOption({ label: template });
    await check(page, `groups-form-${name}`);
    await page.keyboard.press('Control+s');
    await groups.getByText(`/obras/${template} → ${template}`).waitFor();

    const provisioning = page.getByRole('region', { name: 'Provisionamento (SCIM)' });
    await provisioning.getByRole('button', { name: /(Criar|Trocar) token/ }).click();
    const replaces = page.getByRole('button', { name: 'Trocar', exact: true });
    if (width === 390) await replaces.click();
    await page.getByText('Copie agora: o token não é mostrado de novo.').waitFor();
    await check(page, `token-${name}`);
    const token = (await page.getByRole('alertdialog').locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Já copiei' }).click();
    expect(await page.content()).not.toContain(token);

    const made = await scim(token, 'POST', '/Users', {
      userName: `${template}@${DOMAIN}`,
      displayName: `Ana ${template}`,
    });
    const { id } = (await made.json()) as { id: string };
    const group = { displayName: `/obras/${template}`, members: [] };
    const { id: groupId } = (await (await scim(token, 'POST', '/Groups', group)).json()) as { id: string };
    const added = await scim(token, 'PATCH', `/Groups/${groupId}`, {
      Operations: [{ op: 'Add', path: 'members', value: [{ value: id }] }],
    });
    expect([made.status, made.headers.get('content-type'), added.status]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
      204,
    ]);
    await page.reload();
    await provisioning.getByText(/O diretório gerencia \d usuários? e \d grupos?\./).waitFor();
    await provisioning.getByText(`${app.url}/scim/v2`).waitFor();
    await provisioning.scrollIntoViewIfNeeded();
    await check(page, `sso-card-${name}`);

    await page.goto(`${app.url}/home/forms/settings/user?id=${id}`);
    await page.getByText('O diretório de Construtora Ipê gerencia esta pessoa').waitFor();
    await page.getByText(/Pelos grupos da organização: Compras/).waitFor();
    await check(page, `managed-user-${name}`);
    await page.goto(`${app.url}/home/forms/settings/user`);
    await page
      .getByText(/gerenciado por Construtora Ipê/)
      .first()
      .waitFor();
    await check(page, `users-${name}`);
    await page.context().close();
  },
  90_000,
);
