import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { renderPdf } from '#services/platform/pdf/pdf.ts';
import { accessibilityProblems, leaveScreen, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
/** Three pages with text on each. */
let bill: Buffer;
let photo: Buffer;
let stored: string;

const pdf = (...pages: string[]): Promise<Buffer> =>
  renderPdf({
    ...{ title: 'Carnê', createdAt: '2026-11-20T12:00:00Z', landscape: false, footer: '', header: { text: '' } },
    pageMargins: [40, 60, 40, 40],
    content: pages.map((text, index) => ({ text, fontSize: 60, ...(index > 0 && { pageBreak: 'before' as const }) })),
  });

beforeAll(async () => {
  app = await startApp();
  bill = await pdf('Parcela um', 'Parcela dois', 'Parcela três');
  const picture = { width: 300, height: 200, channels: 3 as const, background: '#0a6b83' };
  photo = await sharp({ create: picture }).png().toBuffer();
  const [row] = await app.services.seed.sql<{ id: string }>(
    `select t.id from transactions t where t.type = 'DEBIT' and t.status = 'OPEN' and t.description not like 'Retenção%' and not exists
        (select from attachments f where f.transaction_id = t.id) order by t.id desc limit 1`,
  );
  stored = row?.id ?? '';
});
afterAll(() => app.stop());

const drawer = (page: Page): Locator => page.locator('section[data-drawer]');
const see = (page: Page, name: string): Locator => drawer(page).getByRole('button', { name: `Ver ${name}` });
const preview = (page: Page, name: string): Locator => drawer(page).getByRole('region', { name: `Anexo ${name}` });
const field = (page: Page): Locator => drawer(page).getByLabel('Descrição');

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
  drawer(page).getByLabel('Arquivos para anexar').setInputFiles(files);
const billFile = () => ({ name: 'carne.pdf', mimeType: 'application/pdf', buffer: bill });
const photoFile = () => ({ name: 'canhoto.png', mimeType: 'image/png', buffer: photo });

/** How many pixels of a page are dark. */
const ink = (page: Page, number: number): Promise<number> =>
  drawer(page)
    .getByRole('img', { name: `Página ${number} de` })
    .evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.width === 0) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100 && (data[at + 3] ?? 0) > 200) dark += 1;
      return dark;
    });

const isDrawn = (page: Page, number: number) => eventually(async () => (await ink(page, number)) > 100).toBe(true);

describe('An attachment of a stored expense', () => {
  test('is shown beside the form, which stays as it was typed when Esc closes the attachment', async () => {
    const page = await app.shared(`${OUTCOME}?id=${stored}`, { as: 'financeiro' });
    await choose(page, [
      billFile(),
      photoFile(),
      { name: 'dados.txt', mimeType: 'text/plain', buffer: Buffer.from('dados') },
    ]);
    await drawer(page).getByRole('button', { name: 'Baixar canhoto.png' }).waitFor();
    await field(page).fill('Escrito antes');
    await see(page, 'carne.pdf').focus();
    await page.keyboard.press('Enter');
    await isDrawn(page, 1);

    await field(page).fill('Escrito ao lado');
    const [form, shown] = await Promise.all([field(page).boundingBox(), preview(page, 'carne.pdf').boundingBox()]);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0);
    expect(await accessibilityProblems(page)).toEqual([]);

    await drawer(page).getByRole('button', { name: 'Fechar o anexo (Esc)' }).focus();
    await page.keyboard.press('Escape');
    await preview(page, 'carne.pdf').waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('Escrito ao lado');
    await eventually(() => see(page, 'carne.pdf').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('is turned to the next and the previous one, and only the files that can be shown take part', async () => {
    const page = await app.shared(`${OUTCOME}?id=${stored}`, { as: 'financeiro' });
    await see(page, 'carne.pdf').click();
    await preview(page, 'carne.pdf').getByText('1 de 2').waitFor();
    await page.keyboard.press('ArrowRight');
    const picture = preview(page, 'canhoto.png').getByRole('img', { name: 'canhoto.png' });
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    await drawer(page).getByRole('button', { name: 'Próximo anexo (→)' }).click();
    await isDrawn(page, 1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preview(page, 'carne.pdf').getByRole('button', { name: 'Baixar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('carne.pdf');
  });

  test('is scrolled without moving the form, draws its pages as they come near, and is enlarged', async () => {
    const page = await app.shared(`${OUTCOME}?id=${stored}`, { as: 'financeiro' });
    await see(page, 'carne.pdf').click();
    await isDrawn(page, 1);
    const beside = drawer(page).getByRole('group', { name: 'Anexo', exact: true });
    const scrolled = () => field(page).evaluate((input) => input.closest('[role="group"]')?.scrollTop ?? 0);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await beside.hover();
    await page.mouse.wheel(0, 20_000);
    await isDrawn(page, 3);
    expect(await scrolled()).toBe(before);

    const sheet = drawer(page).getByRole('img', { name: 'Página 3 de 3' });
    const width = async () => Math.round((await sheet.boundingBox())?.width ?? 0);
    const whole = await width();
    await drawer(page).getByRole('button', { name: 'Ampliar' }).click();
    await eventually(async () => Math.abs((await width()) - whole * 1.5) < 5).toBe(true);
  });

  test('tells what is wrong with a file that cannot be shown, and reads it again', async () => {
    const page = await app.shared(`${OUTCOME}?id=${stored}`, { as: 'financeiro' });
    await page.route('**/attachments/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await see(page, 'carne.pdf').click();
    const again = preview(page, 'carne.pdf').getByRole('button', { name: 'Tentar novamente' });
    await again.waitFor();
    await page.unroute('**/attachments/*');
    await page.route('**/attachments/*', (route) =>
      route.fulfill({ status: 200, contentType: 'application/pdf', body: '%PDF-1.7 nada' }),
    );
    await again.click();
    await preview(page, 'carne.pdf').getByText('Não foi possível mostrar este PDF.').waitFor();
    await page.unroute('**/attachments/*');
  });

  test('covers the form of a phone until the form is gone back to', async () => {
    const page = await app.shared(`${OUTCOME}?id=${stored}`, { as: 'financeiro', width: 390, dark: true });
    // Nothing can be dropped there, and there is a camera.
    const adding = drawer(page).getByRole('button', { name: /^(Tirar foto|Galeria ou arquivo)$/ });
    await eventually(() => adding.count()).toBe(2);
    expect(await drawer(page).getByLabel('Foto para anexar').getAttribute('capture')).toBe('environment');
    await see(page, 'carne.pdf').click();
    await isDrawn(page, 1);
    expect(await field(page).isVisible()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await drawer(page).getByRole('button', { name: 'Despesa', exact: true }).click();
    await field(page).waitFor();
    await drawer(page).getByRole('button', { name: 'Ver canhoto.png' }).click();
    await preview(page, 'canhoto.png').getByRole('button', { name: 'Fechar o anexo (Esc)' }).click();
    await field(page).waitFor();
    await leaveScreen(page);
  });
});

test('a file that waits is shown before it is stored, and nothing that could run is shown at all', async () => {
  const page = await app.shared(`${OUTCOME}?id=new`, { as: 'financeiro' });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await choose(page, [
    billFile(),
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg },
    { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
  ]);
  await see(page, 'carne.pdf').click();
  await isDrawn(page, 1);
  expect(await drawer(page).getByRole('button', { name: /^Ver / }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await preview(page, 'carne.pdf').waitFor({ state: 'detached' });
  await drawer(page).waitFor();
  await leaveScreen(page);
});
