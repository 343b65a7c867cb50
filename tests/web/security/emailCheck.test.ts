import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { looksRight } from './looks.ts';

const USERS = '/home/forms/settings/user';
const NO_EMAIL = 'Informe um e-mail válido.';
const TAKEN = 'Já existe um usuário com este e-mail.';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 120_000);
afterAll(() => app.stop());

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** The address that a request has checked; undefined for other requests. */
const checkedBy = (request: Request): string | undefined => {
  if (!request.url().endsWith('/graphql')) return undefined;
  const { operationName, variables } = request.postDataJSON() ?? {};
  return operationName === 'EmailCheck' ? variables.email : undefined;
};

const answerTo = (page: Page, email: string) =>
  page.waitForResponse((response) => checkedBy(response.request()) === email);

/** Holds the answer to the check of one address until the returned function lets it go. */
const holdCheck = async (page: Page, email: string): Promise<() => void> => {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/graphql', async (route) => {
    if (checkedBy(route.request()) !== email) return route.fallback();
    const response = await route.fetch();
    await released;
    return route.fulfill({ response });
  });
  return letGo;
};

test.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
] as const)(
  'At $width pixels, the address of a new user is checked as it is typed',
  async ({ width, dark }) => {
    await app.giveAgain('admin');
    const page = await app.open(`${USERS}?id=new`, { as: 'admin', width, dark });
    const checked: string[] = [];
    page.on('request', (request) => checked.push(...[checkedBy(request) ?? []].flat()));
    const form = drawer(page, 'Novo usuário');
    const email = form.getByLabel('E-mail');
    const problems = async () => [await form.getByText(NO_EMAIL).count(), await form.getByText(TAKEN).count()];
    await form.getByLabel('Nome').fill('Bia Ramos');

    // After a pause it says what is wrong; what is no address is asked of nobody.
    await email.focus();
    await page.keyboard.insertText('Financeiro@demo');
    await form.getByText(NO_EMAIL).waitFor();
    await page.keyboard.insertText('.prumo');
    await form.getByText(TAKEN).waitFor();
    expect([await problems(), checked]).toEqual([[0, 1], ['financeiro@demo.prumo']]);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await looksRight(page, `email-taken-${width}-${colorScheme}`);
    }

    // A free one is told nothing about.
    const free = answerTo(page, 'bia.ramos@exemplo.com.br');
    await email.fill('bia.ramos@exemplo.com.br');
    await eventually(problems).toEqual([0, 0]);
    await free;
    await looksRight(page, `email-free-${width}`);
    expect(await problems()).toEqual([0, 0]);

    // The answer for an older text comes last, and counts for nothing; no key is lost to it.
    const letGo = await holdCheck(page, 'pagador@demo.prumo');
    const asked = page.waitForRequest((request) => checkedBy(request) === 'pagador@demo.prumo');
    await email.fill('pagador@demo.prumo');
    const older = await asked;
    const newer = answerTo(page, 'pagador@demo.prumo.br');
    await page.keyboard.press('End');
    await page.keyboard.type('.br');
    await newer;
    letGo();
    await eventually(() => older.failure() !== null || older.existingResponse() !== null).toBe(true);
    await looksRight(page, `email-older-${width}`);
    expect([await problems(), await email.inputValue()]).toEqual([[0, 0], 'pagador@demo.prumo.br']);

    // A check that fails says nothing, and the save refuses.
    const lost = page.waitForEvent('requestfailed', (request) => checkedBy(request) === 'comprador@demo.prumo');
    await page.route('**/graphql', (route) =>
      checkedBy(route.request()) === 'comprador@demo.prumo' ? route.abort() : route.fallback(),
    );
    await email.fill('comprador@demo.prumo');
    await lost;
    await looksRight(page, `email-unchecked-${width}`);
    expect([await problems(), await page.getByText('Sem conexão').count()]).toEqual([[0, 0], 0]);
    await page.keyboard.press('Control+s');
    await form.getByText(TAKEN).waitFor();

    // A save does not wait for a check.
    const login = `bia.${width}@exemplo.com.br`;
    const last = await holdCheck(page, login);
    await email.fill(login);
    await page.keyboard.press('Control+s');
    await drawer(page, 'Bia Ramos')
      .getByText(/Convite (enviado em|a caminho desde)/)
      .waitFor();
    last();
    await eventually(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
    await looksRight(page, `email-saved-${width}`);
    expect(await drawer(page, 'Bia Ramos').getByText(TAKEN).count()).toBe(0);
  },
  120_000,
);

test('The changed address of a user is checked, and the own one is not', async () => {
  const page = await app.open(USERS, { as: 'admin' });
  const checked: string[] = [];
  page.on('request', (request) => checked.push(...[checkedBy(request) ?? []].flat()));
  await page.getByRole('gridcell', { name: 'financeiro@demo.prumo' }).click();
  const form = page.getByRole('dialog').first();
  const email = form.getByLabel('E-mail');
  await email.fill('Pagador@demo.prumo');
  await form.getByText(TAKEN).waitFor();
  await email.fill('FINANCEIRO@demo.prumo');
  await eventually(() => form.getByText(TAKEN).count()).toBe(0);
  const free = answerTo(page, 'fin@exemplo.com.br');
  await looksRight(page, 'email-own');
  await email.fill('fin@exemplo.com.br');
  await free;
  await looksRight(page, 'email-changed');
  expect(await form.getByText(TAKEN).count()).toBe(0);
  expect(checked).toEqual(['pagador@demo.prumo', 'fin@exemplo.com.br']);
}, 60_000);
