import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { DEMO_PASSWORD, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { codeAt } from '../../security/authenticatorApp.ts';

/** As a password manager makes them. */
const PASSWORD = 'k7#Qw9!zR2 mV5$xT8é';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 120_000);
afterAll(() => app.stop());

/** Copies a text on a page of its own, as out of another program. */
const copy = async (page: Page, text: string): Promise<void> => {
  const other = await page.context().newPage();
  await other.setContent('<textarea aria-label="Texto"></textarea>');
  await other.getByLabel('Texto').fill(text);
  await other.keyboard.press('Control+a');
  await other.keyboard.press('Control+c');
  await other.close();
  await page.bringToFront();
};

/** Drags a text out of another program and drops it on a field. */
const drop = async (field: Locator, text: string): Promise<void> => {
  const page = field.page();
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const browser = await page.context().newCDPSession(page);
  const at = { x: x + width / 4, y: y + height / 2 };
  const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  await browser.detach();
};

type AutoComplete = 'new-password' | 'current-password' | 'one-time-code' | 'off';

/** Pastes by Ctrl+V. */
const paste = async (field: Locator, text: string, autoComplete: AutoComplete): Promise<void> => {
  await field.waitFor();
  expect(await field.getAttribute('autocomplete')).toBe(autoComplete);
  await copy(field.page(), text);
  await field.focus();
  await field.page().keyboard.press('Control+v');
};

/** Drops a password on its field, then pastes it there. */
const pastePassword = async (field: Locator, text: string, autoComplete: AutoComplete): Promise<void> => {
  await field.waitFor();
  await drop(field, text);
  await eventually(() => field.inputValue()).toBe(text);
  await field.fill('');
  await paste(field, text, autoComplete);
  await eventually(() => field.inputValue()).toBe(text);
};

const password = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
const go = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const linkTo = async (login: string): Promise<string> => (await mailTo(app.services.app.platform.dataDir, login)).link;

test.each<[string, () => Promise<void>]>([
  [
    'of a new account, asked again after a reload and when it is activated',
    async () => {
      const page = await app.open('/onboarding', { as: null });
      await page.getByLabel('Seu nome').fill('Rute Lima');
      await page.getByLabel('E-mail').fill('rute@exemplo.com.br');
      await pastePassword(password(page, 'Senha'), PASSWORD, 'new-password');
      await page.getByText('Senha aceita.').waitFor();
      await go(page, 'Continuar');
      await page.getByLabel('Nome da empresa').fill('Rute Obras');
      await go(page, 'Continuar');
      await go(page, 'Pular por agora');
      await heading(page, 'A primeira carteira');
      await page.reload();
      await page.getByLabel('Nome da carteira').fill('Caixinha');
      await pastePassword(password(page, 'Senha de novo'), PASSWORD, 'new-password');
      await go(page, 'Criar conta');
      await heading(page, 'Verifique o seu e-mail');
      await page.goto(app.url + (await linkTo('rute@exemplo.com.br')));
      await pastePassword(password(page, 'Senha'), PASSWORD, 'current-password');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/home/first-access');
    },
  ],
  [
    'that an invited user creates',
    async () => {
      await app.giveAgain('admin');
      const input = { login: 'bia@exemplo.com.br', name: 'Bia Ramos', admin: true };
      const query = 'mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }';
      expect((await app.ask('admin', query, { variables: { input } })).errors).toBeUndefined();
      const page = await app.open(await linkTo(input.login), { as: null });
      await pastePassword(password(page, 'Nova senha'), PASSWORD, 'new-password');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/home**');
    },
  ],
  [
    'in place of a forgotten one, and at the login with it',
    async () => {
      const login = 'pagador@demo.prumo';
      await fetch(`${app.url}/api/v1/security/recover-password`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: login,
      });
      const page = await app.open(await linkTo(login), { as: null });
      await pastePassword(password(page, 'Nova senha'), PASSWORD, 'new-password');
      await page.keyboard.press('Enter');
      await page.getByText('Senha alterada. Entre com o seu e-mail e a nova senha.').waitFor();
      await page.getByLabel('E-mail ou login').fill(login);
      await page.keyboard.press('Enter');
      await pastePassword(password(page, 'Senha'), PASSWORD, 'current-password');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/home**');
    },
  ],
  [
    'of the own account: the one before and the new one',
    async () => {
      const page = await app.open('/home/account', { as: 'comprador' });
      await pastePassword(password(page, 'Senha atual'), DEMO_PASSWORD, 'current-password');
      await pastePassword(password(page, 'Nova senha'), PASSWORD, 'new-password');
      await go(page, 'Trocar senha');
      await page.getByText('Senha trocada', { exact: true }).first().waitFor();
    },
  ],
  [
    'that confirms who one is, and the codes of the second step',
    async () => {
      const page = await app.open('/home/account', { as: 'engenheiro' });
      const code = (secret: string) => codeAt(secret, app.services.clock.now());
      await go(page, 'Ligar verificação');
      await pastePassword(password(page, 'Senha'), DEMO_PASSWORD, 'current-password');
      await page.keyboard.press('Enter');
      const key = page.getByText('Ou digite a chave').locator('..').locator('code');
      const secret = (await key.innerText()).replaceAll(/\s/g, '');
      await paste(page.getByRole('textbox', { name: 'Código do aplicativo' }), code(secret), 'one-time-code');
      const codes = page.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
      await eventually(() => codes.count()).toBe(10);
      const [recovery = ''] = await codes.allInnerTexts();

      // Each code counts once.
      app.services.clock.advance(30_000);
      const enter = async (): Promise<Page> => {
        const login = await app.open('/prumoid', { as: null });
        await login.getByLabel('E-mail ou login').fill('engenheiro@demo.prumo');
        await login.keyboard.press('Enter');
        await pastePassword(password(login, 'Senha'), DEMO_PASSWORD, 'current-password');
        await login.keyboard.press('Enter');
        return login;
      };
      const byApp = await enter();
      const parted = `${code(secret).slice(0, 3)} ${code(secret).slice(3)}`;
      await paste(byApp.getByRole('textbox', { name: 'Código do aplicativo' }), parted, 'one-time-code');
      await byApp.waitForURL('**/home**');
      const byPaper = await enter();
      await byPaper.getByRole('button', { name: /Usar um código de reserva/ }).click();
      // No browser keeps a code that works once.
      await pastePassword(byPaper.getByLabel('Código de reserva'), recovery, 'off');
      await byPaper.keyboard.press('Enter');
      await byPaper.waitForURL('**/home**');
    },
  ],
  [
    'that an identity provider gave for single sign-on',
    async () => {
      const page = await app.open('/home/forms/settings/sso', { as: 'admin' });
      await page.getByRole('button', { name: 'Nova organização' }).first().click();
      await pastePassword(password(page, 'Segredo do cliente'), PASSWORD, 'new-password');
    },
  ],
])('A password %s may be pasted and dropped', (_which, story) => story(), 60_000);
