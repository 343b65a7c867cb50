import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '../../support/app.ts';
import { boxOf, overlap } from '#tests/support/boxes.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const DEBIT = '/home/forms/transactions/debit-installments';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

const rowsOf = (page: Page) => page.locator('.ag-row');
const rowAt = (page: Page, index: number) => page.locator(`.ag-row[row-index="${index}"]`);
const tick = (page: Page, index: number) => rowAt(page, index).locator('input[type="checkbox"]').click();

/** Opens the list and waits for its rows. */
const openList = async (address: string, width: 1440 | 390 = 1440): Promise<Page> => {
  const page = await app.open(address, { as: 'financeiro', width });
  if (width === 1440) await rowsOf(page).first().waitFor();
  return page;
};

/** Changes a transaction as another user. */
const changeElsewhere = async (documentNumber: string): Promise<void> => {
  const list = `query ($filter: TransactionFilter) { transactions(companyId: 1, type: DEBIT, filter: $filter) { content {
    id version grossValue emissionDate category { id } partner { id } installments { id dueDate grossValue }
    apportionments { building { id } stage { id } grossValue isCustomerCharged } } } }`;
  const found = await app.ask('admin', list, { variables: { filter: { documentNumber } } });
  const { id, version, category, partner, installments, apportionments, ...rest } = found.data.transactions.content[0];
  const change = `mutation ($id: ID!, $version: Int!, $input: TransactionInput!) {
    updateTransaction(companyId: 1, type: DEBIT, id: $id, version: $version, input: $input) { transaction { id } } }`;
  const input = {
    ...rest,
    documentNumber,
    description: 'Mudou enquanto isso',
    categoryId: category?.id,
    partnerId: partner?.id,
    installments,
    apportionments: apportionments.map(({ building, stage, ...share }: Record<string, { id: string }>) => ({
      ...share,
      buildingId: building?.id,
      stageId: stage?.id,
    })),
  };
  const { errors } = await app.ask('admin', change, { variables: { id, version, input } });
  if (errors) throw new Error(JSON.stringify(errors));
};

/** Pays one installment as another user. */
const payElsewhere = async (installmentId: string): Promise<void> => {
  const list = `{ installments(companyId: 1, type: DEBIT, size: 500, filter: { status: DUE }) {
    content { id transaction { id version } } } wallets(companyId: 1) { content { id } } }`;
  const { data } = await app.ask('admin', list);
  const row = data.installments.content.find(({ id }: { id: string }) => id === installmentId);
  const pay = `mutation ($t: ID!, $i: ID!, $v: Int!, $input: PaymentInput!) {
    payInstallment(companyId: 1, type: DEBIT, transactionId: $t, installmentId: $i, version: $v, input: $input) {
      transaction { id } } }`;
  const input = { paymentDate: '2026-11-20', walletId: data.wallets.content[0].id, paymentMethod: 'PIX' };
  const variables = { t: row.transaction.id, i: installmentId, v: row.transaction.version, input };
  const { errors } = await app.ask('admin', pay, { variables });
  if (errors) throw new Error(JSON.stringify(errors));
};

/** Returns the rows that the next refresh removes. */
const leaving = (page: Page) =>
  page.locator('.ag-row').filter({ has: page.getByRole('img', { name: 'Mudou de lugar: sai daqui ao atualizar' }) });

/** Checks that the selection bar covers neither rows nor totals, and fits into the window. */
const standsApart = async (page: Page, rows: string): Promise<void> => {
  const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
  const measured = async () => {
    const [own, list, totals, pages] = await Promise.all(
      [
        bar,
        page.locator(rows),
        page.getByText('Total filtrado'),
        page.getByRole('navigation', { name: 'Paginação' }),
      ].map(boxOf),
    );
    if (!own || !list || !totals || !pages) return null;
    return {
      overRows: overlap(own, list),
      overTotals: overlap(own, totals),
      overPages: overlap(own, pages),
      belowRows: own.top >= list.bottom,
      aboveTotals: own.bottom <= totals.top,
      inWindow: own.left >= 0 && own.right <= (page.viewportSize()?.width ?? 0),
    };
  };
  await eventually(measured).toEqual({
    overRows: 0,
    overTotals: 0,
    overPages: 0,
    belowRows: true,
    aboveTotals: true,
    inWindow: true,
  });
};

const payIn = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Registrar pagamento' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'As mesmas para todas' }).click();
  await dialog.getByRole('combobox', { name: 'Carteira' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
};

describe('A list of installments', () => {
  test('pays eight at once: seven succeed, one shows why not and stays selected; the seven are undone', async () => {
    const page = await openList(`${DEBIT}?status=DUE`);
    expect(await accessibilityProblems(page)).toEqual([]);
    for (let index = 0; index < 8; index += 1) await tick(page, index);
    await page.getByText('8 selecionadas').waitFor();
    await standsApart(page, '.ag-root');
    await eventually(() => new URL(page.url()).searchParams.get('sel')?.split(',')).toHaveLength(8);

    const last = rowAt(page, 7);
    const documentNumber = await last.locator('[col-id="documentNumber"]').innerText();
    await changeElsewhere(documentNumber);
    await payIn(page);

    const results = page.getByRole('dialog', { name: '7 de 8 parcelas pagas' });
    await results.waitFor();
    await results.getByText('alterou este lançamento').waitFor();
    await results.getByRole('button', { name: 'Fechar' }).click();
    await page.getByText('1 selecionada').waitFor();
    const refused = page.locator('.ag-row').filter({ hasText: 'Recusada' });
    await eventually(refused).toContain('alterou este lançamento');
    await eventually(refused.locator('[col-id="documentNumber"]')).toBe(documentNumber);
    await eventually(() => refused.locator('input[type="checkbox"]').isChecked()).toBe(true);
    await eventually(() =>
      refused.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    ).toBe(true);
    // The seven paid rows stay in place, marked, until a refresh; the toast offers undo.
    await eventually(() => leaving(page).count()).toBe(7);
    // One notice has both numbers: none says that all were paid.
    await page.getByText('7 de 8 parcelas pagas').first().waitFor();
    expect(await page.getByText('7 parcelas pagas').count()).toBe(0);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('7 pagamentos desfeitos').first().waitFor();
    await eventually(() => leaving(page).count()).toBe(0);
    await eventually(refused).toContain('alterou este lançamento');
    await eventually(() => refused.locator('input[type="checkbox"]').isChecked()).toBe(true);
  });

  test('excludes installments that another user has paid, with the reason, and undoes the others in the dialog', async () => {
    const page = await openList(`${DEBIT}?status=DUE`);
    // Located by text, because elements behind an open dialog have no role.
    const count = page.locator('[role="tab"]').filter({ hasText: 'A vencer em 30 dias' });
    await eventually(count).toMatch(/\d/);
    const before = Number((await textOf(count)).replace('A vencer em 30 dias', ''));
    const ids = await Promise.all([0, 1, 2].map((index) => rowAt(page, index).getAttribute('row-id')));
    for (const index of [0, 1, 2]) await tick(page, index);
    await payElsewhere(ids[1] ?? '');
    await payIn(page);
    const results = page.getByRole('dialog', { name: '2 de 3 parcelas pagas' });
    await results.getByText(/registrou um pagamento neste lançamento/).waitFor();
    await eventually(count).toMatch(new RegExp(`^A vencer em 30 dias ?${before - 3}$`));
    await results.getByRole('button', { name: 'Desfazer 2 pagamentos' }).click();
    await page.getByText('2 pagamentos desfeitos').first().waitFor();
    await eventually(count).toMatch(new RegExp(`^A vencer em 30 dias ?${before - 1}$`));
    // The rejected installment stays, marked and selected, with its reason; it cannot be paid again.
    await eventually(() => leaving(page).getAttribute('row-id')).toBe(ids[1]);
    await eventually(leaving(page)).toContain('registrou um pagamento neste lançamento');
    await page.getByText('1 selecionada').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Registrar pagamento' }).isDisabled()).toBe(true);
    await eventually(() => page.getByRole('button', { name: 'Desfazer pagamentos' }).isDisabled()).toBe(false);
  });

  test('warns in the dialog about a date before the wallet’s opening balance', async () => {
    const page = await openList(`${DEBIT}?status=OVERDUE`);
    await tick(page, 0);
    await page.getByRole('button', { name: 'Registrar pagamento' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'As mesmas para todas' }).click();
    await dialog.getByRole('combobox', { name: 'Carteira' }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'Bradesco' }).click();
    expect(await dialog.getByText(/anterior ao saldo inicial/).count()).toBe(0);
    await dialog.getByLabel('Data').fill('31/08/2025');
    await page.keyboard.press('Tab');
    await dialog
      .getByText(
        'O pagamento é anterior ao saldo inicial de Bradesco (01/09/2025) e por isso não altera o saldo da carteira.',
      )
      .waitFor();
    await dialog.getByLabel('Data').fill('01/09/2025');
    await page.keyboard.press('Tab');
    await eventually(() => dialog.getByText(/anterior ao saldo inicial/).count()).toBe(0);
  });

  test('pays two and undoes that by the toast', async () => {
    const page = await openList(`${DEBIT}?status=OVERDUE`);
    const count = page.getByRole('tab', { name: /Vencidas/ });
    await eventually(count).toMatch(/\d/);
    const before = await textOf(count);
    await tick(page, 0);
    await tick(page, 1);
    await payIn(page);
    await page.getByText('2 parcelas pagas').first().waitFor();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('2 pagamentos desfeitos').first().waitFor();
    await eventually(count).toBe(before);
  });

  test('edits a due date inline, stores it on Enter, and undoes it', async () => {
    const page = await openList(`${DEBIT}?status=PLANNED&sort=dueDate:desc`);
    const cell = rowAt(page, 0).locator('[col-id="dueDate"]');
    const before = await textOf(cell);
    await cell.click();
    await page.locator('.ag-cell-inline-editing input').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('31/12/2027');
    await page.keyboard.press('Enter');
    await page
      .getByText(/Vencimento em 31\/12\/2027/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('Alteração desfeita').first().waitFor();
    await eventually(cell).toBe(before);
  });

  test('exports every filtered row, not only the page', async () => {
    const page = await openList(`${DEBIT}?size=10&status=PAID`);
    const paid = page.getByRole('tab', { name: /Pagas/ });
    await eventually(paid).toMatch(/\d/);
    const total = (await textOf(paid)).replace(/\D/g, '');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(Number(total) + 1);
  });

  test('selects and pays cards on a phone', async () => {
    const page = await openList(`${DEBIT}?status=DUE`, 390);
    await page.getByRole('checkbox').first().click();
    await page.getByText('1 selecionada').waitFor();
    await standsApart(page, 'main [class*="scroll"]:has([role="list"])');
    expect(await accessibilityProblems(page)).toEqual([]);
    await payIn(page);
    await page.getByText('1 parcela paga').first().waitFor();
  });
});
