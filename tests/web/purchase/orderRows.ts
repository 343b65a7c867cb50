import type { Page } from 'playwright-core';
import type { DemoUser, TestApp } from '#tests/support/app.ts';
import { textOf } from '#tests/support/eventually.ts';

export const param = (page: Page, key: string): string | null => new URL(page.url()).searchParams.get(key);
export const row = (page: Page, document: string) => page.locator('.ag-row', { hasText: document }).first();
export const cellText = (page: Page, number: string, column: string): Promise<string> =>
  page.evaluate(
    ([name, id]) => {
      const index = [...document.querySelectorAll('.ag-row')]
        .find((one) => one.textContent.includes(name ?? ''))
        ?.getAttribute('row-index');
      return (
        [...document.querySelectorAll(`.ag-row[row-index="${index}"]`)]
          .map((part) => part.querySelector(`[col-id="${id}"]`)?.textContent ?? '')
          .join('')
          .trim() ?? ''
      );
    },
    [number, column] as const,
  );
export const cells = async (page: Page, document: string, ...columns: string[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const column of columns) texts.push(await cellText(page, document, column));
  return texts;
};
export const documents = (page: Page): Promise<string[]> =>
  page.locator('.ag-row [col-id="document"]').evaluateAll((all) =>
    all
      .map((one) => [Number(one.closest('.ag-row')?.getAttribute('row-index')), one.textContent] as const)
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text),
  );
export const foot = async (page: Page): Promise<string> =>
  (await textOf(page.locator('footer').last())).replaceAll('\u00a0', ' ');
export const drawer = (page: Page) => page.getByRole('dialog', { name: /^(Receber|Notas de) PC-/ });
export const drawn = async (page: Page): Promise<string> => (await textOf(drawer(page))).replaceAll('\u00a0', ' ');
export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
export const act = async (page: Page, document: string, action: string): Promise<void> => {
  const index = await row(page, document).getAttribute('row-index');
  await page.locator(`.ag-row[row-index="${index}"]`).getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Asks database and services beside the screen. */
export const callsOf = (app: () => TestApp) => {
  const one = async (query: string, values: unknown[] = []): Promise<number> => {
    const [row] = await app().services.seed.sql<{ id: string }>(query, values);
    if (!row) throw new Error(`Nothing found by ${query}`);
    return Number(row.id);
  };

  const rest = async (user: DemoUser, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${app().url}/api/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app().token(user)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };

  const expenses = async (): Promise<string[]> => {
    const rows = await app().services.seed.sql<{ gross_value: string }>(
      `select gross_value from transactions where document_number = 'PC-0001'`,
    );
    return rows.map(({ gross_value }) => gross_value);
  };
  return { one, rest, expenses };
};
