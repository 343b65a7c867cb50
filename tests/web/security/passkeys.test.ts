import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { typeLogin } from '#tests/support/logIn.ts';
import { addAuthenticator } from '#tests/support/virtualAuthenticator.ts';
import { codeAt } from '../../security/authenticatorApp.ts';

const ACCOUNT = '/home/account';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // Keys are bound to a name: 127.0.0.1 has none.
  app.gateway.url = app.url.replace('127.0.0.1', 'localhost');
  app.services.publicAt(app.gateway.url);
}, 120_000);
afterAll(() => app.stop());

const check = async (page: Page, name: string): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

const logIn = async (page: Page, user: string) => {
  await page.goto(`${app.gateway.url}/prumoid`);
  await typeLogin(page, `${user}@demo.prumo`, DEMO_PASSWORD);
};

const confirmPassword = async (page: Page) => {
  const question = page.getByRole('dialog', { name: 'Confirme a sua senha' });
  await question.getByLabel('Senha').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
};

const keysOf = (page: Page) => page.getByRole('region', { name: 'Chaves de acesso' });

test('A user makes a passkey, logs in by it alone and after the password, and removes it', async () => {
  const desk = await app.open(ACCOUNT, { as: 'pagador' });
  const laptop = await addAuthenticator(desk);
  await check(desk, 'account-none');
  await keysOf(desk).getByRole('button', { name: 'Criar chave de acesso' }).click();
  await confirmPassword(desk);
  await desk.getByRole('list', { name: 'Códigos de reserva' }).waitFor();
  await check(desk, 'account-codes');
  await desk.getByRole('button', { name: 'Guardei os códigos' }).click();
  await keysOf(desk)
    .getByRole('button', { name: /^Renomear/ })
    .click();
  await desk.getByLabel('Nome da chave').fill('Notebook da obra');
  await desk.keyboard.press('Enter');
  await keysOf(desk).getByText('Notebook da obra').waitFor();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.getByText('Ligada', { exact: true }).waitFor();
  await check(desk, 'account-one');
  // The same device makes no second one.
  await keysOf(desk).getByRole('button', { name: 'Criar chave de acesso' }).click();
  await desk.getByText('Este aparelho já tem uma chave de acesso sua.').first().waitFor();

  // Alone, on a phone that the key was synchronised to.
  const phone = await app.open('/prumoid', { as: null, width: 390, dark: true });
  const pocket = await addAuthenticator(phone);
  await phone.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await phone.getByText('A chave de acesso não foi usada. Tente de novo, ou entre de outro modo.').waitFor();
  await check(phone, 'login-alone');
  const [key] = await laptop.keys();
  if (!key) throw new Error('the laptop has no key');
  await pocket.bring({ ...key, signCount: key.signCount + 10 });
  await phone.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await phone.waitForURL('**/home/**');
  await phone.goto(app.gateway.url + ACCOUNT);
  await eventually(phone.getByRole('region', { name: 'Sessões abertas' })).toContain('chave de acesso');
  await check(phone, 'account-phone');

  // After the password: the person who cannot unlock the phone is not let in.
  await pocket.unlocks(false);
  await phone.evaluate(() => localStorage.clear());
  await logIn(phone, 'pagador');
  const use = phone.getByRole('button', { name: 'Usar a chave de acesso' });
  await use.waitFor();
  await check(phone, 'login-second');
  await use.click();
  await phone.getByText('A chave de acesso não foi usada. Tente de novo, ou entre de outro modo.').waitFor();
  await pocket.unlocks(true);
  await use.click();
  await phone.waitForURL('**/home/**');

  // The key confirms who one is, and is then removed by itself.
  await phone.goto(app.gateway.url + ACCOUNT);
  await keysOf(phone).getByRole('button', { name: 'Remover Notebook da obra' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  const question = phone.getByRole('dialog', { name: 'Confirme a sua senha' });
  await question.getByLabel('Senha').waitFor();
  await check(phone, 'reauthentication');
  await question.getByRole('button', { name: 'Usar a chave de acesso' }).click();
  await phone.getByText('Desligada', { exact: true }).waitFor();
  await eventually(() => keysOf(phone).getByRole('listitem').count()).toBe(0);
  await eventually(phone.getByRole('region', { name: 'Acessos' })).toContain('Chave de acesso removida');
}, 120_000);

test('An account demands a second factor: a user without one sets it up at login, loses the phone, and is let in again', async () => {
  const admin = await app.open('/home/forms/settings/sso', { as: 'admin' });
  await addAuthenticator(admin);
  const rule = admin.getByRole('region', { name: 'Verificação em duas etapas' });
  await rule.getByRole('switch').click();
  await rule.getByLabel('A partir de').fill('20/11/2026');
  await rule.getByRole('button', { name: 'Salvar verificação' }).click();
  await confirmPassword(admin);
  await rule.getByText('Ligue antes a sua própria verificação, em Minha conta: assim se sabe que funciona.').waitFor();
  await check(admin, 'rule-refused');
  await admin.goto(app.gateway.url + ACCOUNT);
  await keysOf(admin).getByRole('button', { name: 'Criar chave de acesso' }).click();
  await admin.getByRole('button', { name: 'Guardei os códigos' }).click();
  await admin.goto(`${app.gateway.url}/home/forms/settings/sso`);
  await rule.getByRole('switch').click();
  await rule.getByLabel('A partir de').fill('20/11/2026');
  await rule.getByRole('button', { name: 'Salvar verificação' }).click();
  await admin.getByText('Verificação em duas etapas exigida').first().waitFor();
  await eventually(rule).toContain('financeiro@demo.prumo');
  await rule.getByRole('button', { name: 'Salvar verificação' }).scrollIntoViewIfNeeded();
  await check(admin, 'rule');

  const user = await app.open('/', { as: null, width: 390 });
  await logIn(user, 'financeiro');
  await user.getByRole('heading', { name: 'Ligue a verificação em duas etapas' }).waitFor();
  await check(user, 'set-up');
  const wide = await app.open('/', { as: null, dark: true });
  await logIn(wide, 'comprador');
  await wide.getByRole('heading', { name: 'Ligue a verificação em duas etapas' }).waitFor();
  await check(wide, 'set-up-wide');
  await user.getByRole('button', { name: 'Usar aplicativo autenticador' }).click();
  await confirmPassword(user);
  const secret = (await user.getByText('Ou digite a chave').locator('..').locator('code').innerText()).replaceAll(
    /\s/g,
    '',
  );
  await check(user, 'set-up-app');
  const field = user.getByRole('textbox', { name: 'Código do aplicativo' });
  await field.pressSequentially(codeAt(secret, app.services.clock.now()));
  await user.getByRole('list', { name: 'Códigos de reserva' }).waitFor();
  await check(user, 'set-up-codes');
  await user.getByRole('button', { name: 'Guardei os códigos' }).click();
  await user.getByRole('button', { name: /conta de/ }).waitFor();

  await admin.goto(`${app.gateway.url}/home/forms/settings/user`);
  await admin.getByRole('gridcell', { name: 'financeiro@demo.prumo' }).click();
  const small = await app.open('/home/forms/settings/user', { as: 'admin', width: 390, dark: true });
  await small.getByText('financeiro@demo.prumo').click();
  await small.getByRole('button', { name: 'Remover verificação em duas etapas' }).waitFor();
  await check(small, 'reset-phone');
  const drawer = admin.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Remover verificação em duas etapas' }).click();
  await admin
    .getByRole('alertdialog')
    .or(admin.getByRole('dialog', { name: /^Remover a verificação/ }))
    .first()
    .waitFor();
  await check(admin, 'reset');
  await admin.getByRole('button', { name: 'Remover', exact: true }).click();
  await admin.getByText('Verificação removida').first().waitFor();
  await user.getByText('Sua sessão expirou. Acesse novamente').waitFor();
  await logIn(user, 'financeiro');
  await user.getByRole('heading', { name: 'Ligue a verificação em duas etapas' }).waitFor();
}, 120_000);
