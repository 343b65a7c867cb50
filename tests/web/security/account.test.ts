import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, DEMO_PASSWORD, startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { typeLogin } from '#tests/support/logIn.ts';
import { codeAt } from '../../security/authenticatorApp.ts';
import { looksRight } from './looks.ts';

const ACCOUNT = '/home/account';
const NEW_PASSWORD = 'um muro de tijolo aparente';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const code = (secret: string, later = 0) => codeAt(secret, app.services.clock.now(), later);

/** Waits for the next half minute, on the services' clock and the page's. */
const nextCode = async (page: Page) => {
  app.services.clock.advance(30_000);
  await page.clock.setFixedTime(app.services.clock.now());
};

const logIn = async (page: Page, user: DemoUser) => {
  await page.goto(`${app.url}/prumoid`);
  await typeLogin(page, `${user}@demo.prumo`, DEMO_PASSWORD);
};

const turnOn = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
  await page.getByRole('button', { name: 'Ligar verificação' }).click();
  // The second time, the password that was given a moment ago still counts.
  const question = page.getByRole('dialog', { name: 'Confirme a sua senha' });
  const key = page.getByText('Ou digite a chave').locator('..').locator('code');
  await question.or(key).first().waitFor();
  if (await question.isVisible()) {
    await question.getByLabel('Senha').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
  }
  await key.waitFor();
  await page.getByText('Falta confirmar').waitFor();
  await page.getByRole('img', { name: 'Código QR da chave' }).waitFor();
  const secret = (await key.innerText()).replaceAll(/\s/g, '');
  const field = page.getByRole('textbox', { name: 'Código do aplicativo' });
  await field.pressSequentially(code(secret, 7));
  await page.getByText('Código incorreto. Confira a hora do celular e tente o próximo.').waitFor();
  await looksRight(page, `totp-${page.viewportSize()?.width}`);
  await field.pressSequentially(code(secret));
  const listed = page.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
  await eventually(() => listed.count()).toBe(10);
  const codes = await listed.allInnerTexts();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('Restam 10 códigos de reserva.').waitFor();
  return { secret, codes };
};

test('A user changes the own name and time zone, which the menu and the times follow', async () => {
  const page = await app.open(ACCOUNT, { as: 'comprador', dark: true });
  await page.getByRole('button', { name: 'Editar nome e fuso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nome e fuso horário' });
  await dialog.getByLabel('Nome').fill('Rosa Lima');
  await dialog.getByLabel('Fuso horário').selectOption({ label: 'Manaus e Cuiabá (−04:00)' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'RL, conta de Rosa Lima' }).waitFor();
  await eventually(page.getByRole('region', { name: 'Sessões abertas' })).toContain('20/11/2026, 11:00');
});

test.each([
  { user: 'pagador', width: 1440, dark: false },
  { user: 'financeiro', width: 390, dark: true },
] as const)(
  'At $width pixels, a user with a lost phone logs in by a recovery code and sets it up anew',
  async (row) => {
    const { user, width, dark } = row;
    const desk = await app.open(ACCOUNT, { as: user, width, dark });
    await desk.getByText('esta sessão').waitFor();
    await looksRight(desk, `account-${width}`);
    const { secret, codes } = await turnOn(desk);
    await nextCode(desk);

    // The right password is not enough any more; the sixth digit sends, and a wrong code is told.
    const phone = await app.open('/', { as: null, width: 390, dark });
    await logIn(phone, user);
    const field = phone.getByRole('textbox', { name: 'Código do aplicativo' });
    await field.waitFor();
    await looksRight(phone, `second-factor-${width}`);
    await field.fill(code(secret, 5));
    await phone.getByText('Código incorreto. Confira a hora do celular e tente o próximo.').waitFor();
    await field.fill(`${code(secret).slice(0, 3)} ${code(secret).slice(3)}`);
    await phone.waitForURL('**/home/**');

    // Without the phone: a recovery code, once.
    const lost = await app.open('/', { as: null, width, dark });
    await logIn(lost, user);
    await lost.getByRole('button', { name: /Usar um código de reserva/ }).click();
    await lost.getByLabel('Código de reserva').fill(codes[3] ?? '');
    await looksRight(lost, `recovery-code-${width}`);
    await lost.keyboard.press('Enter');
    await lost.waitForURL('**/home/**');
    await lost.goto(app.url + ACCOUNT);
    await lost.getByText('Restam 9 códigos de reserva.').waitFor();
    await looksRight(lost, `nine-codes-${width}`);
    await lost.getByRole('button', { name: 'Desligar' }).click();
    const question = lost.getByRole('dialog', { name: 'Desligar a verificação em duas etapas?' });
    await question.getByLabel('Senha').fill('errada');
    await lost.keyboard.press('Enter');
    await question.getByText('Senha incorreta.').waitFor();
    await question.getByLabel('Senha').fill(DEMO_PASSWORD);
    await lost.keyboard.press('Enter');
    await lost.getByText('Desligada', { exact: true }).waitFor();
    const anew = await turnOn(lost);
    expect(anew.secret).not.toBe(secret);
    await eventually(lost.getByRole('region', { name: 'Acessos' })).toContain('Verificação desligada');

    // The other sessions end with one button; a changed password needs the one before.
    await lost.getByRole('button', { name: 'Encerrar as outras 2' }).click();
    await lost.getByText('2 sessões encerradas').first().waitFor();
    await lost.getByLabel('Senha atual').fill(DEMO_PASSWORD);
    await lost.getByLabel('Nova senha').fill(`${user}@2026`);
    await lost.getByRole('button', { name: 'Trocar senha' }).click();
    await lost.getByText('A senha não pode ser o seu e-mail.').waitFor();
    await lost.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await lost.getByText('Boa: 26 caracteres, sem o seu nome nem o seu e-mail').waitFor();
    await lost.getByRole('button', { name: 'Trocar senha' }).click();
    await lost.getByText('Senha trocada', { exact: true }).first().waitFor();
    await lost.getByText('trocada em 20/11/2026').waitFor();

    // The ended session of the desk lands on the landing page by itself.
    await desk.getByText('Sua sessão expirou. Acesse novamente').waitFor();
    app.forget(user);
  },
  120_000,
);

test('A user takes along the own data, and is made nameless by two administrators', async () => {
  const own = await app.open(ACCOUNT, { as: 'engenheiro', width: 390 });
  await own.getByRole('button', { name: 'Preparar arquivo' }).click();
  await own.getByText(/^Pronto\. Pode ser baixado até 21\/11\/2026/).waitFor();
  const download = own.waitForEvent('download');
  await own.getByRole('button', { name: 'Baixar', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('meus-dados.zip');
  await own.getByRole('button', { name: 'Pedir', exact: true }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Pedir', exact: true }).click();
  const password = own.getByRole('dialog', { name: 'Confirme a sua senha' });
  await password.getByLabel('Senha').fill(DEMO_PASSWORD);
  await own.keyboard.press('Enter');
  await own.getByText(/^Pedido em 20\/11\/2026/).waitFor();
  expect(await accessibilityProblems(own)).toEqual([]);

  const admin = await app.open('/home/forms/supplier', { as: 'admin' });
  await admin.getByRole('gridcell', { name: 'Aço Forte Distribuidora S.A.' }).click();
  await admin.getByRole('dialog').waitFor();
  await admin.goto(`${app.url}/home/forms/settings/privacy`);
  const seen = admin.getByRole('region', { name: 'Quem viu' });
  await eventually(seen).toContain('Aço Forte Distribuidora S.A.');
  const requests = admin.getByRole('region', { name: 'Pedidos de anonimização' });
  await eventually(requests).toContain('À espera');
  expect(await accessibilityProblems(admin)).toEqual([]);
  await requests.getByRole('button', { name: 'Anonimizar' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Anonimizar' }).click();
  const confirmation = admin.getByRole('dialog', { name: 'Confirme a sua senha' });
  await confirmation.getByLabel('Senha').fill(DEMO_PASSWORD);
  await admin.keyboard.press('Enter');
  await eventually(requests).toMatch(/Usuário anonimizado \d+/);
  await own.getByText('Sua sessão expirou. Acesse novamente').waitFor();
  app.forget('engenheiro');
}, 120_000);
