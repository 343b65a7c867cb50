import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const FORMS = '/home/forms/transactions';
const INSTALLMENTS = `${FORMS}/debit-installments?status=DUE&sort=dueDate`;
const DOCUMENTS = `${FORMS}/outcome?status=OPEN&sort=dueDate`;

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(INSTALLMENTS, { as: 'financeiro' });
  await page.locator('.ag-row').first().waitFor();
}, 60_000);
afterAll(() => app.stop());

const bar = () => page.getByRole('toolbar', { name: 'Ações para os selecionados' });
const tick = (index: number) => page.locator(`.ag-row[row-index="${index}"] input[type="checkbox"]`).click();
const focusedName = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const isInBar = () => page.evaluate(() => document.activeElement?.closest('[role="toolbar"]') != null);
const isInList = () => page.evaluate(() => document.activeElement?.closest('.ag-row') != null);
const toast = (text: RegExp | string) => page.getByText(text).first().waitFor();
const undo = () => page.getByRole('button', { name: 'Desfazer', exact: true }).first().click();
const selected = () => (new URL(page.url()).searchParams.get('sel') ?? '').split(',').filter(Boolean);

/** The due dates of these installments as they are stored. */
const dueDatesOf = async (ids: readonly string[]): Promise<string[]> => {
  const found = await app.services.seed.sql<{ day: string }>(
    'select due_date::text as day from installments where id = any($1) order by array_position($1::bigint[], id)',
    [ids.map(Number)],
  );
  return found.map(({ day }) => day);
};

describe('The bar of selected rows', () => {
  test('is reached by Alt+B, gone through by arrows, left by Esc, and cleared by another one', async () => {
    await tick(0);
    await tick(1);
    await page.keyboard.press('Alt+b');
    await eventually(focusedName).toBe('Registrar pagamento');
    // "Desfazer pagamentos" is off: nothing of the selection is paid.
    await page.keyboard.press('ArrowRight');
    await eventually(focusedName).toBe('Mudar vencimento');
    await page.keyboard.press('ArrowRight');
    await eventually(focusedName).toBe('Exportar');
    await page.keyboard.press('Tab');
    await eventually(isInBar).toBe(false);
    await page.keyboard.press('Shift+Tab');
    await eventually(focusedName).toBe('Exportar');
    await page.keyboard.press('Escape');
    await eventually(isInList).toBe(true);
    expect(selected()).toHaveLength(2);
    await page.keyboard.press('Escape');
    await eventually(() => bar().count()).toBe(0);
    await eventually(selected).toEqual([]);
  });

  test('saves the chosen rows alone, in the formats of the list, by keyboard', async () => {
    await tick(0);
    await tick(2);
    await eventually(selected).toHaveLength(2);
    const expected = await app.services.seed.sql<{ number: string }>(
      `select t.document_number as number from installments i join transactions t on t.id = i.transaction_id
        where i.id = any($1) order by array_position($1::bigint[], i.id)`,
      [selected().map(Number)],
    );
    await page.keyboard.press('Alt+b');
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Excel (XLSX)', 'CSV', 'Imprimir / PDF']);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Esc closes the menu alone.
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await eventually(focusedName).toBe('Exportar');
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('ArrowDown');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n');
    const at = head.split(';').indexOf('Documento');
    expect(rows.map((row) => row.split(';')[at])).toEqual(expected.map(({ number }) => number));
    await toast('2 linhas exportadas');
    await page.getByRole('button', { name: 'Limpar seleção' }).click();
    await eventually(selected).toEqual([]);
  });

  test('is named in the help of the keyboard', async () => {
    await page.locator('body').press('?');
    await page.getByRole('dialog').getByText('Ações para as linhas selecionadas').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('Due dates of parcelas', () => {
  test('are moved by months for several at once, by keyboard, and back by one undo', async () => {
    await tick(0);
    await tick(1);
    await eventually(selected).toHaveLength(2);
    const ids = selected();
    const before = await dueDatesOf(ids);
    await page.keyboard.press('Alt+b');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mudar vencimento · 2 parcelas' });
    await dialog.getByRole('button', { name: 'Mover' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Quanto' }).fill('2');
    await dialog.getByRole('button', { name: 'Mudar' }).click();
    await toast('2 parcelas com vencimento adiado em 2 meses');
    // By hand: two months later in the same calendar.
    const later = (day: string) => {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const last = new Date(Date.UTC(year, month + 2, 0)).getUTCDate();
      return new Date(Date.UTC(year, month + 1, Math.min(date, last))).toISOString().slice(0, 10);
    };
    expect(await dueDatesOf(ids)).toEqual(before.map(later));
    await undo();
    await eventually(() => dueDatesOf(ids)).toEqual(before);
    expect(selected()).toEqual([]);
  });
});

test('A bulk payment goes by the wallet of each, with the balance of each before and after', async () => {
  await visitAnew(page, INSTALLMENTS);
  await page.locator('.ag-row').first().waitFor();
  const first = await page.locator('.ag-row[row-index="0"]').first().getAttribute('row-id');
  await app.services.seed.sql(
    `update transactions set expected_wallet_id = (select min(id) from wallets where identifier = 'Caixinha da obra')
      where id = (select transaction_id from installments where id = $1)`,
    [Number(first)],
  );
  await page.reload();
  await page.locator('.ag-row').first().waitFor();
  for (const index of [0, 1, 2, 3, 4, 5]) await tick(index);
  await eventually(selected).toHaveLength(6);
  const ids = selected().map(Number);
  const expected = await app.services.seed.sql<{ name: string; count: string; value: string; balance: string }>(
    `select w.identifier as name, count(*), sum(i.value) as value, w.initial_balance
        + coalesce((select sum(case p.type when 'CREDIT' then p.value else -p.value end) from installments p
                     where p.wallet_id = w.id and not p.forecast and p.payment_date between w.balance_date and $2), 0)
        + coalesce((select sum(x.amount) from transfers x
                     where x.target_wallet_id = w.id and x.date between w.balance_date and $2), 0)
        - coalesce((select sum(x.amount) from transfers x
                     where x.source_wallet_id = w.id and x.date between w.balance_date and $2), 0) as balance
       from installments i join transactions t on t.id = i.transaction_id join wallets w on w.id = t.expected_wallet_id
      where i.id = any($1) group by w.id order by w.identifier`,
    [ids, '2026-11-20'],
  );
  expect(expected.length).toBeGreaterThan(1);
  await bar().getByRole('button', { name: 'Registrar pagamento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar pagamento · 6 parcelas' });
  const cents = (text: string) => BigInt(text.replace('.', ''));
  const shown = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
    return `${whole},${digits.slice(-2)}`;
  };
  for (const { name, count, value, balance } of expected) {
    const line = dialog.getByRole('listitem').filter({ hasText: `${name} ${count} parcela` });
    await eventually(line).toContain(`${count} parcela`);
    await eventually(line).toContain(shown(cents(balance)));
    await eventually(line).toContain(shown(cents(balance) - cents(value)));
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
  await toast('6 parcelas pagas');
  const paid = await app.services.seed.sql<{ own: boolean }>(
    `select i.wallet_id = t.expected_wallet_id as own from installments i join transactions t on t.id = i.transaction_id
      where i.id = any($1)`,
    [ids],
  );
  expect(paid.map(({ own }) => own)).toEqual(ids.map(() => true));
  await undo();
  await toast('6 pagamentos desfeitos');
});

describe('Documents', () => {
  const rows = () =>
    app
      .ask('financeiro', '{ transactions(companyId: 1, type: DEBIT, size: 500) { content { id category { name } } } }')
      .then(({ data }) => data.transactions.content as { id: string; category: { name: string } | null }[]);
  const categoriesOf = async (ids: readonly string[]) => {
    const all = await rows();
    return ids.map((id) => all.find((one) => one.id === id)?.category?.name ?? null);
  };

  test('go to another category at once, and back to the one that each had', async () => {
    await visitAnew(page, DOCUMENTS);
    await page.locator('.ag-row').first().waitFor();
    await tick(0);
    await tick(1);
    await eventually(selected).toHaveLength(2);
    const ids = selected();
    const before = await categoriesOf(ids);
    await bar().getByRole('button', { name: 'Mudar categoria' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mudar categoria · 2 documentos' });
    await dialog.getByRole('button', { name: 'Mudar' }).click();
    await dialog.getByText('Escolha a categoria').waitFor();
    await dialog.getByRole('combobox', { name: 'Categoria' }).click();
    const option = page.getByRole('option').last();
    const name = (await option.textContent()) ?? '';
    await option.click();
    await dialog.getByRole('button', { name: 'Mudar' }).click();
    await toast(`2 documentos em ${name}`);
    expect(await categoriesOf(ids)).toEqual([name, name]);
    await undo();
    await eventually(() => categoriesOf(ids)).toEqual(before);
  });

  test('are deleted after a question with their number and sum; one with a payment stays, with the reason', async () => {
    await visitAnew(page, `${FORMS}/outcome?status=PARTIAL`);
    await page.locator('.ag-row').first().waitFor();
    await tick(0);
    await eventually(selected).toHaveLength(1);
    const [partial = ''] = selected();
    await bar().getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('alertdialog', { name: 'Excluir 1 documento?' });
    await question.getByText(/Vale R\$/).waitFor();
    await question.getByRole('button', { name: 'Excluir 1 documento' }).click();
    const report = page.getByRole('dialog', { name: '0 de 1 documento excluídos' });
    await report.getByText(/Há parcela paga neste lançamento/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await report.getByRole('button', { name: 'Fechar' }).click();
    expect(selected()).toEqual([partial]);
  });
});

test('On a phone the bar is whole, and each of its buttons large enough for a finger', async () => {
  const phone = await app.open(`${FORMS}/debit-installments?status=DUE`, { as: 'financeiro', width: 390 });
  await phone.getByRole('checkbox').first().click();
  const toolbar = phone.getByRole('toolbar', { name: 'Ações para os selecionados' });
  await toolbar.waitFor();
  const boxes = await toolbar
    .getByRole('button')
    .evaluateAll((list) =>
      list
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right, width, height }) => ({ left, right, width, height })),
    );
  expect(boxes).toHaveLength(5);
  for (const { left, right, width, height } of boxes) {
    expect([left >= 0, right <= 390, width >= 44, height >= 44]).toEqual([true, true, true, true]);
  }
  await phone.context().close();
});
