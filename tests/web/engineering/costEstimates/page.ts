import type { Page } from 'playwright-core';
import { eventually } from '#tests/support/eventually.ts';

export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
/** Rows as the tree shows them: item, description, quantity, total. */
export const rows = (page: Page): Promise<string[]> =>
  page.locator('[data-row]').evaluateAll((all) =>
    all
      .map((row) => {
        const text = (id: string) => {
          const cell = row.querySelector(`[data-column="${id}"]`);
          return cell?.querySelector('input')?.value ?? cell?.textContent ?? '';
        };
        return { top: row.getBoundingClientRect().top, line: ['item', 'description', 'quantity', 'total'].map(text) };
      })
      .sort((a, b) => a.top - b.top)
      .map(({ line }) => line.join(' | ')),
  );
export const foot = (page: Page): Promise<string> =>
  page
    .locator('footer')
    .innerText()
    .then((text) => text.replaceAll('\u00a0', ' '));
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
export const cell = (page: Page, name: string, column: string) =>
  page.locator('[data-row]').filter({ hasText: name }).locator(`[data-column="${column}"]`);
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
export const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await toast(page, 'Orçamento salvo');
  await eventually(() => page.getByText('não salvo', { exact: true }).count()).toBe(0);
};
