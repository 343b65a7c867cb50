import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { smallMonth } from '#tests/engineering/sinapi/importKit.ts';
import { startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Composition, type Month, STATES } from '#tests/support/sinapi/model.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';
import { lines, openFound, price, quantity, search, TASKS, toast } from './taskPage.ts';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open('/home/forms/product-table/import?origem=sinapi', { as: 'engenheiro' });
}, 60_000);
afterAll(() => app.stop());

const GOIAS = STATES.indexOf('GO');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Ten-thousandths of a real, of a coefficient with seven places and a price in cents; a half goes to the even one. */
const lineOf = (coefficient: bigint, cents: bigint): bigint => {
  const product = coefficient * cents;
  const [whole, rest] = [product / 100_000n, product % 100_000n];
  return whole + (rest > 50_000n || (rest === 50_000n && whole % 2n === 1n) ? 1n : 0n);
};
const written = (tenThousandths: bigint): string => {
  const digits = String(tenThousandths).padStart(5, '0');
  const reais = digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, '.');
  return `R$ ${reais},${digits.slice(-4)}`;
};

const cents = (value: bigint | null | undefined): string => String(value ?? 0n).replace(/(\d\d)$/, '.$1');

/** A composition of two to four different inputs, all of which have a price in Goiás. */
const simple = ({ inputs, compositions }: Month): { composition: Composition; prices: bigint[]; names: string[] } => {
  const byCode = new Map(inputs.map((input) => [input.code, input]));
  for (const composition of compositions) {
    const found = composition.lines.map(({ kind, code }) => (kind === 'INSUMO' ? byCode.get(code) : undefined));
    const prices = found.map((input) => input?.prices[0]?.[GOIAS]).filter((one) => typeof one === 'bigint');
    const different = new Set(found).size === found.length;
    if (found.length > 1 && found.length < 5 && different && prices.length === found.length) {
      return { composition, prices, names: found.map((input) => input?.name ?? '') };
    }
  }
  throw new Error('no such composition');
};

const month = smallMonth(7);
const { composition, prices, names } = simple(month);
const costs = composition.lines.map(({ coefficient }, index) => lineOf(coefficient, prices[index] ?? 0n));
const total = costs.reduce((sum, cost) => sum + cost, 0n);
const [first = ''] = names;
/** With two of the first input. */
const changed = total - (costs[0] ?? 0n) + lineOf(20_000_000n, prices[0] ?? 0n);

test('an engineer imports a month of SINAPI', async () => {
  const buffer = workbookOf(month, { month: '02/2027', emission: '12/03/2027' });
  await page.setInputFiles('input[type=file]', {
    name: 'SINAPI_2027_02.xlsx',
    mimeType: 'application/octet-stream',
    buffer,
  });
  await page.getByRole('heading', { level: 1, name: 'Importar SINAPI 02/2027' }).waitFor();
  await page.getByRole('checkbox', { name: 'GO', exact: true }).check();
  await button('Ler a planilha').click();
  await page.getByText('Importação dos insumos concluída com sucesso.').first().waitFor({ timeout: 20_000 });
}, 60_000);

test('she searches a service of it, and copies it to her own', async () => {
  await visitAnew(page, TASKS);
  const number = composition.code.replace('87', '').replace(/^0*(?=\d)/, '');
  await page.getByRole('searchbox').fill(`${number} serviço`);
  // The demo's published month has the same code: the row of this one has its name too.
  const row = page.locator('.ag-row').filter({ hasText: composition.code }).filter({ hasText: composition.name });
  await row.first().waitFor();
  await row.first().click();
  await page.getByText('As composições do SINAPI só mudam por importação.', { exact: false }).first().waitFor();
  await button('Duplicar').click();
  const dialog = page.getByRole('dialog', { name: `Duplicar ${composition.code}` });
  await dialog.getByLabel('Código').fill('MINHA-1');
  await dialog.getByRole('button', { name: 'Duplicar' }).click();
  await toast(page, 'Composição duplicada');
  await eventually(() => page.getByLabel('Código').inputValue()).toBe('MINHA-1');
  await eventually(() => price(page)).toBe(written(total));
  expect(await lines(page)).toHaveLength(composition.lines.length);
}, 60_000);

test('she makes another one with it', async () => {
  await visitAnew(page, `${TASKS}?id=new`);
  await page.getByLabel('Código').fill('MINHA-2');
  await page.getByLabel('Descrição').fill('Serviço completo');
  await page.getByRole('combobox', { name: 'Unidade' }).focus();
  await page.keyboard.type('m²');
  await page.getByRole('option', { name: /^m²/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await search(page).fill('MINHA-1');
  await page.getByRole('option', { name: /MINHA-1/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/id=\d+/);
  await eventually(() => price(page)).toBe(written(total * 3n));
}, 60_000);

test('she changes the copy, overwrites it, and the one that uses it follows', async () => {
  await openFound(page, 'MINHA-1');
  await quantity(page, first).fill('2');
  await eventually(() => price(page)).toBe(written(changed));
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sobrescrever MINHA-1?' });
  await dialog.getByText('1 composição que a usa').waitFor();
  await dialog.getByRole('button', { name: 'Sobrescrever' }).click();
  await toast(page, 'Composição salva');
  await openFound(page, 'MINHA-2');
  await eventually(() => price(page)).toBe(written(changed * 3n));
  // What was published stays as it was.
  const { data } = await app.ask(
    'engenheiro',
    `{ tasks(filter: { code: "${composition.code}" }) { content { unitPrice } } }`,
  );
  const published = data.tasks.content.map(({ unitPrice }: { unitPrice: string }) => unitPrice.replace(/00$/, ''));
  expect(published).toContain(cents(composition.prices[0]?.[GOIAS]));
}, 60_000);
