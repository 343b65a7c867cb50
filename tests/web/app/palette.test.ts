import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
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

describe('the palette', () => {
  test('goes to a screen that was typed', async () => {
    const page = await openPalette('financeiro');
    await page.keyboard.type('carteir');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bank');
  });

  test('loses no key that was typed while it was on its way', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.route('**/Palette-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('concre');
    await page.getByPlaceholder('O que você quer fazer?').waitFor();
    await page.keyboard.type('to');
    await eventually(() => page.getByPlaceholder('O que você quer fazer?').inputValue()).toBe('concreto');
    expect(page.url()).not.toContain('id=new');
    await page.keyboard.press('Escape');
    // Fetched by now: what is typed meets the field at any moment of its coming.
    await page.getByPlaceholder('O que você quer fazer?').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('concreto usinado para a laje', { delay: 15 });
    await eventually(() => page.getByPlaceholder('O que você quer fazer?').inputValue()).toBe(
      'concreto usinado para a laje',
    );
  });

  test('leaves ? to show the keys', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    await page.getByText('Total filtrado').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
  });

  test('finds the latest documents by words of them, in any obra, and opens one', async () => {
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

  test('shows all that were found in their list', async () => {
    const page = await openPalette('financeiro');
    await page.keyboard.type('concreto usinado');
    await page.getByRole('option', { name: /^Ver as \d+ despesas/ }).click();
    await page.waitForURL('**/outcome?search=concreto%20usinado');
    await page.getByText('Total filtrado').waitFor();
  });

  test('finds nothing that the person may not see', async () => {
    const page = await openPalette('engenheiro');
    await page.keyboard.type('concreto usinado');
    await page.getByText('Nada encontrado para “concreto usinado”.').waitFor();
  });
});
