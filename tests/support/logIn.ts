import type { Page } from 'playwright-core';

/** Types a login and its password on the login page, in its two steps, and sends them. */
export const typeLogin = async (page: Page, login: string, password: string): Promise<void> => {
  await page.getByLabel('E-mail ou login').fill(login);
  await page.keyboard.press('Enter');
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};
