import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '../../support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const LATEST = `query ($companyId: ID!) {
  transactions(companyId: $companyId, type: DEBIT, size: 1, sort: [{ id: "dueDate", desc: true }],
    filter: { search: "concreto usinado" }) { content { id } totalElements }
}`;

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const openPalette = async (as: 'financeiro' | 'engenheiro') => {
  const page = await app.open(as === 'financeiro' ? OUTCOME : '/home/welcome', { as });
  await page.getByRole('button', { name: /Buscar lançamentos/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('O que você quer fazer?').waitFor();
  return page;
};

/**
 * Presses Ctrl+K and types a text at a fixed interval of a few ms, with a throttled CPU, so that keystrokes arrive in
 * every phase of opening: while the chunk loads, before and after the field has the focus.
 */
const typeOn = async (page: Page, text: string): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const press = (key: string, more = {}) => [
    cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...more }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...more }),
  ];
  const sent = press('k', { code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 });
  for (const key of text) {
    sent.push(...press(key, { text: key }));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await Promise.all(sent);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
};

describe('The palette', () => {
  test('opens a screen by its typed name', async () => {
    const page = await openPalette('financeiro');
    await page.keyboard.type('carteir');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bank');
  });

  test('keeps every key typed while it opens', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.route('**/Palette-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    const field = page.getByPlaceholder('O que você quer fazer?');
    const text = 'concreto usinado para a laje do segundo pavimento '.repeat(2);
    await typeOn(page, text);
    await eventually(() => field.inputValue()).toBe(text);
    expect(page.url()).not.toContain('id=new');
    await page.keyboard.press('Escape');
    // The palette's chunk is loaded by now.
    await field.waitFor({ state: 'detached' });
    await typeOn(page, text);
    await eventually(() => field.inputValue()).toBe(text);
  });

  test('does not open on ?, which shows the keys', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
  });

  test('remembers G while the screen writes its address', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.keyboard.press('g');
    await visit(page, `${OUTCOME}?search=cimento`);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('main [type="search"]')?.value === 'cimento',
    );
    await page.keyboard.press('g');
    await page.waitForURL('**/home/welcome');
  });

  test('finds the latest transactions by their words, on any building, and opens one', async () => {
    const companyId = (await app.ask('financeiro', '{ session { companies { id } } }')).data.session.companies[0].id;
    const { transactions } = (await app.ask('financeiro', LATEST, { variables: { companyId } })).data;
    const page = await openPalette('financeiro');
    await page.keyboard.type('concreto usinado');
    await page.getByRole('option', { name: `Ver as ${transactions.totalElements} despesas` }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/outcome?id=${transactions.content[0].id}`);
    const description = page.getByRole('dialog').getByLabel('Descrição');
    await eventually(() => description.inputValue()).toContain('Concreto usinado');
  });

  test('shows all results in their list, on whatever building', async () => {
    const page = await openPalette('financeiro');
    await page.keyboard.type('concreto usinado');
    const all = page.getByRole('option', { name: /^Ver as \d+ despesas com “concreto usinado” em todas as obras$/ });
    const [, count] = /^Ver as (\d+)/.exec(await all.innerText()) ?? [];
    await all.click();
    await page.waitForURL('**/outcome?search=concreto%20usinado');
    await eventually(page.getByRole('main')).toContain(`${count} documentos · R$`);
  });

  test('finds a wallet by its name, and opens it', async () => {
    const [wallet] = await app.services.seed.sql(`select id::text, identifier from wallets order by id desc limit 1`);
    const page = await openPalette('financeiro');
    await page.keyboard.type(String(wallet?.identifier).toLowerCase());
    await page.getByRole('option', { name: String(wallet?.identifier) }).click();
    await page.waitForURL(`**/bank?wallet=${wallet?.id}`);
    await page.getByRole('heading', { name: String(wallet?.identifier) }).waitFor();
  });

  test('finds a document by what one of its installments is worth', async () => {
    const [row] = await app.services.seed.sql(`
      select i.transaction_id::text as id, to_char(i.value, 'FM999G999G990D00') as value from installments i
       where i.type = 'DEBIT' and (select count(*) from installments o where o.type = 'DEBIT' and o.value = i.value) = 1
         and not exists (select from transactions t where i.value in (t.value, t.gross_value))
       order by i.id limit 1`);
    const page = await openPalette('financeiro');
    await page.keyboard.type(String(row?.value).replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')));
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/outcome?id=${row?.id}`);
  });

  test('finds nothing that the user may not see', async () => {
    const page = await openPalette('engenheiro');
    await page.keyboard.type('concreto usinado');
    await page.getByText('Nada encontrado para “concreto usinado”.').waitFor();
  });
});
