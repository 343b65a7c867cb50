import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
let place: { companyId: string; buildingId: null };
beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('admin', '{ session { companies { id } } }');
  place = { companyId: data.session.companies[0].id, buildingId: null };
}, 60_000);
afterAll(() => app.stop());

const drawer = (page: Page) => page.locator('[data-drawer]');
/** Name of the focused field: its aria-label, or the text of its label. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement)) return '';
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at.textContent;
    return (at.getAttribute('aria-label') ?? label ?? '').replace('*', '').trim();
  });
const newExpense = async (as: 'financeiro' | 'admin' = 'financeiro'): Promise<Page> => {
  const page = await app.open(`${OUTCOME}?id=new`, { as, place });
  await drawer(page)
    .getByLabel(/^Valor bruto/)
    .waitFor();
  return page;
};

describe('The foot of a form', () => {
  test('counts the fields to be corrected, and a click or F8 goes to the first, then to the next', async () => {
    const page = await newExpense();
    const count = drawer(page).getByRole('button', { name: /precisa/ });
    await drawer(page)
      .getByLabel(/^Emissão/)
      .fill('99/99');
    await page.keyboard.press('Tab');
    await eventually(count).toContain('1 campo precisa de correção');
    await page.keyboard.press('Control+s');
    await eventually(count).toContain('2 campos precisam de correção');
    expect(await accessibilityProblems(page)).toEqual([]);

    await drawer(page).getByLabel('Descrição').focus();
    await page.keyboard.press('F8');
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    const first = await focused(page);
    await page.keyboard.press('F8');
    await eventually(() => focused(page)).not.toBe(first);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await count.click();
    await eventually(() => focused(page)).toBe(first);

    await drawer(page)
      .getByLabel(/^Emissão/)
      .fill('20/11/2026');
    await drawer(page)
      .getByLabel(/^Valor bruto/)
      .fill('100');
    await page.keyboard.press('Tab');
    await count.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('keeps its count and its buttons on a phone', async () => {
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'financeiro', place, width: 390, dark: true });
    await drawer(page).getByRole('button', { name: 'Salvar' }).click();
    await drawer(page).getByRole('button', { name: '1 campo precisa de correção' }).waitFor();
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });
});

describe('In the form of an expense', () => {
  test('Alt with a digit goes to that part of it, and to none behind a dialog', async () => {
    const page = await newExpense();
    const headings = await drawer(page)
      .locator('section[aria-labelledby] > * h3, section[aria-labelledby] > h3')
      .allTextContents();
    expect(headings.slice(0, 4)).toEqual(['Dados', 'Parcelas', 'Rateio por obra', 'Anexos']);
    const part = () =>
      page.evaluate(() => {
        const id = document.activeElement?.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby');
        return id == null ? '' : (document.getElementById(id)?.textContent ?? '');
      });
    for (const digit of [2, 4, 1, 3]) {
      await page.keyboard.press(`Alt+${digit}`);
      await eventually(part).toBe(headings[digit - 1] ?? '');
    }
    await page.context().close();
  });

  test('Enter on the last line of the rateio adds one, with the rest of the value; on another line it adds none', async () => {
    const page = await newExpense();
    await drawer(page)
      .getByLabel(/^Valor bruto/)
      .fill('100');
    const lines = drawer(page).getByRole('group', { name: /^Rateio \d/ });
    await drawer(page).getByRole('button', { name: 'Obra', exact: true }).click();
    await drawer(page).getByLabel('Valor do rateio 1').fill('30');
    await page.keyboard.press('Enter');
    await eventually(() => lines.count()).toBe(2);
    await eventually(() => focused(page)).toBe('Obra do rateio 2');
    await eventually(() => drawer(page).getByLabel('Valor do rateio 2').inputValue()).toBe('70,00');
    await drawer(page).getByLabel('Valor do rateio 1').focus();
    await page.keyboard.press('Enter');
    await drawer(page).getByLabel('Percentual do rateio 2').focus();
    await page.keyboard.press('Enter');
    await eventually(() => lines.count()).toBe(3);
    await page.context().close();
  });
});

describe('In a list without an open drawer', () => {
  test('J and K go from row to row, do not edit the cell that has the focus, and Enter opens the row', async () => {
    const page = await app.open('/home/forms/transactions/debit-installments?status=DUE', { as: 'financeiro' });
    await page.locator('.ag-row').first().waitFor();
    const row = () =>
      page.evaluate(() => document.activeElement?.closest('.ag-row')?.getAttribute('row-index') ?? 'none');
    const steps: [string, string][] = [
      ['j', '0'],
      ['j', '1'],
      ['j', '2'],
      ['k', '1'],
    ];
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      await eventually(row).toBe(index);
    }
    expect(await page.locator('.ag-cell-inline-editing').count()).toBe(0);
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Dados', { exact: true }).waitFor();
    await page.context().close();
  });

  test('a letter that is typed in the search stays there', async () => {
    const page = await app.open(OUTCOME, { as: 'financeiro' });
    const search = page.getByRole('searchbox', { name: 'Buscar em despesas' });
    await search.pressSequentially('jk');
    expect(await search.inputValue()).toBe('jk');
    await page.context().close();
  });
});

test('A phone shows the keys for digits at amounts, dates and counts', async () => {
  const page = await app.open(`${OUTCOME}?id=new`, { as: 'financeiro', place, width: 390 });
  const keys = (label: RegExp) => drawer(page).getByLabel(label).first().getAttribute('inputmode');
  expect([await keys(/^Valor bruto/), await keys(/^Emissão/), await keys(/^Vencimento/)]).toEqual([
    ...['decimal', 'numeric', 'numeric'],
  ]);
  await page.context().close();
});
