import type { Page } from 'playwright-core';
import { visitAnew } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

export const TASKS = '/home/forms/task';

export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
export const price = (page: Page) =>
  page.getByRole('region', { name: 'Preço unitário' }).getByRole('status').innerText();
/** Lines as the grid shows them: what, coefficient, total. */
export const lines = (page: Page): Promise<string[]> =>
  page.locator('tr[data-line]').evaluateAll((rows) =>
    rows.map((row) => {
      const cell = (id: string) => row.querySelector(`[data-column="${id}"]`);
      const code = cell('item')?.querySelectorAll('span')[2]?.textContent;
      const quantity = cell('quantity')?.querySelector('input')?.value ?? cell('quantity')?.textContent;
      return [code, quantity, cell('total')?.textContent].join(' | ');
    }),
  );
/** Opens a composition from the list, once the search has left it alone. */
export const openFound = async (page: Page, code: string): Promise<void> => {
  await visitAnew(page, `${TASKS}?search=${code}`);
  await eventually(() => page.locator('.ag-row [col-id="code"]').allInnerTexts()).toEqual([code]);
  await page.locator('.ag-row').click();
  await eventually(() => page.getByLabel('Código').inputValue()).toBe(code);
};
export const search = (page: Page) => page.getByRole('combobox', { name: 'Incluir item' });
export const quantity = (page: Page, name: string) => page.getByLabel(`Coeficiente de ${name}`);
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
