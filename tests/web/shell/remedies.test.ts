import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const FORMS = '/home/forms';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const again = { name: 'Tentar novamente' } as const;

test.each([
  ['transactions/outcome?id=999999', 'Voltar à lista', 'transactions/outcome'],
  ['transactions/debit-installments?id=999999', 'Voltar à lista', 'transactions/debit-installments'],
  ['supplier?id=999999', 'Voltar à lista', 'supplier'],
  ['purchase/orders-and-receipts?id=999999', 'Voltar à lista', 'purchase/orders-and-receipts'],
  ['purchase/quotes?id=999999', 'Voltar à lista', 'purchase/quotes'],
  ['task?id=999999', 'Voltar à lista', 'task'],
  ['transactions/bank?wallet=999999', 'Ver todas as carteiras', 'transactions/bank'],
])('An id that does not exist (%s) offers the way out, and not what would fail again', async (path, label, list) => {
  const page = await app.shared(`${FORMS}/${path}`, { as: 'admin' });
  const alert = page.getByRole('alert').filter({ hasText: 'O registro pode ter sido excluído' });
  await alert.getByRole('button', { name: label }).waitFor();
  expect(await page.getByRole('button', again).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await alert.getByRole('button', { name: label }).click();
  await eventually(() => `${new URL(page.url()).pathname}${new URL(page.url()).search}`).toBe(`${FORMS}/${list}`);
  await alert.waitFor({ state: 'detached' });
});

test('A list whose period ends before it begins offers to clear the filters', async () => {
  const page = await app.shared(`${FORMS}/transactions/outcome?from=2026-12-01&to=2026-11-01`, { as: 'admin' });
  const main = page.getByRole('main');
  await main.getByText('O fim do período deve ser depois do início.').waitFor();
  expect(await main.getByRole('button', again).count()).toBe(0);
  await main.getByRole('button', { name: 'Limpar filtros' }).last().click();
  await page.locator('.ag-row').first().waitFor();
});

test('A cash flow whose period ends before it begins offers the usual one', async () => {
  const page = await app.shared(`${FORMS}/transactions/cashflow?from=2026-12-01&to=2026-11-01`, { as: 'admin' });
  const main = page.getByRole('main');
  await main.getByText('A data final vem antes da inicial.').waitFor();
  await main.getByRole('button', { name: 'Usar o período de costume' }).click();
  await page.getByRole('region', { name: 'Período escolhido' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await main.getByRole('button', again).count()).toBe(0);
});
