import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { makeSheet, type MadeSheet } from './site.ts';

let app: TestApp;
let page: Page;
let made: MadeSheet;

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const sent: string[] = [];
const watch = (one: Page) =>
  one.on('request', (request) => {
    if (request.postData()?.includes('SaveMeasurementLines')) sent.push(request.postData() ?? '');
  });
/** A red square as a PNG. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

describe('A measurement at 390 px', () => {
  beforeAll(async () => {
    app = await startApp();
    made = await makeSheet(app, 'MED-2');
    page = await app.open(made.address, { as: 'admin', width: 390, dark: true });
    watch(page);
    await button(/^1 Cerâmicas$/).waitFor();
  }, 60_000);
  afterAll(() => app.stop());

  test('goes from one open line to the next, by slider, chips and numeric fields', async () => {
    await button('Próximo').click();
    const field = page.getByRole('textbox', { name: 'Acumulado de Porcelanato' });
    expect(await field.getAttribute('inputmode')).toBe('decimal');
    await field.fill('120');
    await page.getByText('R$ 25.752,00').first().waitFor();
    await button('Próximo').click();
    await button('+25%').click();
    // A quarter of 212 m² is 53 m².
    await eventually(() => page.getByRole('textbox', { name: 'Acumulado de Revestimento' }).inputValue()).toBe('53,00');
    await page.getByRole('slider', { name: 'Percentual acumulado de Revestimento' }).press('ArrowRight');
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 55.1200, Rodapé 0.0000');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('keeps what is measured without a network, also when the tab is closed, and sends each line once', async () => {
    const context = page.context();
    sent.length = 0;
    await context.setOffline(true);
    await button('100%').click();
    await page.locator('input[type="file"]').setInputFiles({ name: 'obra.png', mimeType: 'image/png', buffer: PHOTO });
    await page.getByText('Sem internet.').waitFor();
    await page.getByText('1 lançamento e 1 foto guardados aqui.').waitFor();
    expect(await made.stored()).toBe('Porcelanato 120.0000, Revestimento 55.1200, Rodapé 0.0000');
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    sent.length = 0;
    watch(page);
    await page.goto(`${app.url}${made.address}`);
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 212.0000, Rodapé 0.0000');
    await eventually(async () =>
      (await made.sheet()).rows.map(({ photoCount }: { photoCount: number }) => photoCount).join(),
    ).toBe('0,0,1,0,0');
    expect(sent).toHaveLength(1);
    expect((await made.sheet()).rows[2].version).toBeGreaterThan(0);
  });

  test('tells of a photo that is refused, keeps it, and sends it again only when asked to', async () => {
    const photoCount = async () => (await made.sheet()).rows[2].photoCount;
    const before = await photoCount();
    const message = 'Este arquivo não é uma foto.';
    let posts = 0;
    await page.route('**/photos?*', (route) => {
      posts += 1;
      return route.fulfill({ status: 422, json: { status: 422, error: 'UNPROCESSABLE', message } });
    });
    const take = () =>
      page.locator('input[type="file"]').setInputFiles({ name: 'obra.png', mimeType: 'image/png', buffer: PHOTO });
    if ((await page.locator('input[type="file"]').count()) === 0)
      await button(/Revestimento/)
        .first()
        .click();
    await take();
    const refused = page.getByRole('group', { name: 'Foto que não foi aceita' });
    await refused.getByText(`Não foi aceita. ${message}`).waitFor();
    // A connection that is back sends what waits, but not this one.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await take();
    await eventually(() => refused.count()).toBe(2);
    expect(posts).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await refused.first().getByRole('button', { name: 'Descartar' }).click();
    await eventually(() => refused.count()).toBe(1);
    await page.unroute('**/photos?*');
    await refused.getByRole('button', { name: 'Tentar de novo' }).click();
    await eventually(() => refused.count()).toBe(0);
    await eventually(photoCount).toBe(before + 1);
  });

  test('is sent for checking when nothing waits any more', async () => {
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Enviar para conferência' }).click();
    await page.getByText('Em conferência', { exact: true }).waitFor();
    expect((await made.sheet()).measurement.status).toBe('REVIEW');
  });
});
