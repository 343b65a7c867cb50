import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Describes the focused element: "row 3 dueDate", "button Nova despesa", "card 12". */
const focus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'nowhere';
    const cell = at.closest('[col-id]');
    if (cell) return `row ${cell.closest('[row-id]')?.getAttribute('row-id')}`;
    const card = at.getAttribute('data-card');
    if (card !== null) return `card ${card}`;
    const drawer = at.getAttribute('role') === 'dialog' ? 'drawer' : at.tagName.toLowerCase();
    return `${drawer} ${at.getAttribute('aria-label') ?? at.textContent?.trim() ?? ''}`.replaceAll(/\s+/g, ' ');
  });

const rowIds = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.ag-center-cols-container .ag-row, .ag-row')
    .evaluateAll((rows) =>
      [...new Map(rows.map((row) => [Number(row.getAttribute('row-index')), row.getAttribute('row-id')]))]
        .sort(([a], [b]) => a - b)
        .map(([, id]) => id),
    );
const cardIds = (page: Page): Promise<string[]> =>
  page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));

const openList = async (address: string, as: 'financeiro' | 'admin' = 'financeiro'): Promise<Page> => {
  const page = await app.open(address, { as });
  await page.locator('.ag-row').first().waitFor();
  return page;
};
/** Moves the focus to the first row; returns the row's id. */
const enterFirstRow = async (page: Page): Promise<string> => {
  const [first = ''] = (await rowIds(page)) as string[];
  await page.locator('.ag-row[row-index="0"] [col-id="partner"]').focus();
  await eventually(() => focus(page)).toBe(`row ${first}`);
  return first;
};
const drawer = (page: Page) => page.locator('[data-drawer]');
const gone = (page: Page) => drawer(page).waitFor({ state: 'detached' });

describe('The focus', () => {
  test('returns to the opened row, and to the one that J opened', async () => {
    const page = await openList(OUTCOME);
    const [first, second] = await rowIds(page);
    await enterFirstRow(page);
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Dados', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    await eventually(() => focus(page)).toBe(`row ${first}`);
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Dados', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await eventually(() => new URL(page.url()).searchParams.get('id')).toBe(second);
    await drawer(page).getByText('Dados', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    await eventually(() => focus(page)).toBe(`row ${second}`);
    await page.context().close();
  });

  test('returns to the button that opened a new transaction, also after saving it', async () => {
    const page = await openList(OUTCOME);
    const button = page.locator('main').getByRole('button', { name: 'Nova despesa' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    await eventually(() => focus(page)).toBe('button Nova despesa');
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Valor bruto/).fill('100');
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    await eventually(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
    await drawer(page).getByText('Em aberto', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    await eventually(() => focus(page)).toBe('button Nova despesa');
    await page.context().close();
  });

  test('moves to the next row when the row was deleted', async () => {
    const page = await openList(`${OUTCOME}?status=OPEN&sort=dueDate:desc`);
    const [first, second] = await rowIds(page);
    await enterFirstRow(page);
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByRole('dialog', { name: 'Excluir a despesa?' }).getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Despesa excluída').first().waitFor();
    await gone(page);
    await eventually(() => rowIds(page)).not.toContain(first);
    await eventually(() => focus(page)).toBe(`row ${second}`);
    await page.context().close();
  });

  test('stays in the drawer after a payment, and continues from its row', async () => {
    const page = await openList(`${OUTCOME}?status=OVERDUE&sort=dueDate:desc`);
    const [first, second] = await rowIds(page);
    await enterFirstRow(page);
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Registrar pagamento' }).click();
    const dialog = page.getByRole('dialog', { name: /^Registrar pagamento/ });
    await dialog.waitFor();
    if ((await page.getByRole('combobox', { name: 'Carteira' }).last().inputValue()) === '') {
      await page.keyboard.type('Itaú');
      await page.getByRole('option', { name: 'Itaú' }).waitFor();
      await page.keyboard.press('Enter');
    }
    await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
    await page.getByText('Pagamento registrado').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('[data-drawer]') !== null && document.activeElement !== null),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await gone(page);
    await eventually(async () => [`row ${first}`, `row ${second}`].includes(await focus(page))).toBe(true);
    await page.context().close();
  });

  test('returns to the list after a bulk payment', async () => {
    const page = await openList('/home/forms/transactions/debit-installments?status=PLANNED');
    await page.locator('.ag-row[row-index="1"] input[type="checkbox"]').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Registrar pagamento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrar pagamento · 1 parcela' });
    await dialog.getByRole('button', { name: 'As mesmas para todas' }).click();
    await dialog.getByRole('combobox', { name: 'Carteira' }).focus();
    await page.keyboard.type('Itaú');
    await page.getByRole('option', { name: 'Itaú' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
    await page.getByText('1 parcela paga').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => focus(page)).toMatch(/^row \d+$/);
    await page.context().close();
  });

  test('is at once in the field of a dialog that is to be typed in first, and in no other one before', async () => {
    const page = await openList('/home/forms/transactions/bank?wallet=1');
    await page.evaluate(() => {
      const seen: string[] = [];
      Reflect.set(window, 'focused', seen);
      // A key can come when the work that moved the focus has ended, and not before.
      document.addEventListener('focusin', () =>
        queueMicrotask(() => seen.push(document.activeElement?.getAttribute('id') ?? '')),
      );
    });
    await page.locator('body').press('n');
    const target = page.getByRole('dialog', { name: 'Nova transferência' }).getByRole('combobox', { name: 'Para' });
    await target.waitFor();
    const own = await target.getAttribute('id');
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(own);
    const seen: string[] = await page.evaluate(() => Reflect.get(window, 'focused'));
    expect(new Set(seen)).toEqual(new Set([own]));
    await page.context().close();
  });

  test('returns to "Nova transferência" after a transfer, and to the next line after a deletion', async () => {
    const page = await openList('/home/forms/transactions/bank');
    const transfer = async (amount: string) => {
      const button = page.locator('main').getByRole('button', { name: 'Nova transferência' });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor();
      await page.getByRole('combobox', { name: 'Para' }).focus();
      await page.keyboard.type('Caixinha');
      await page.getByRole('option', { name: 'Caixinha da obra' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByLabel(/^Valor\s*\*?$/).fill(amount);
      await page.keyboard.press('Enter');
      await page.getByText('Transferência registrada').first().waitFor();
      await page.getByRole('dialog', { name: 'Nova transferência' }).waitFor({ state: 'detached' });
      await eventually(() => focus(page)).toBe('button Nova transferência');
    };
    await transfer('10');
    const line = page.getByRole('row', { name: /Transferência para Caixinha da obra/ }).first();
    await line.waitFor();
    const id = (await line.getAttribute('row-id')) ?? '';
    const ids = await rowIds(page);
    const next = ids[ids.indexOf(id) + 1] ?? ids.at(-2);
    await line.locator('[col-id]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Transferência' }).getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Transferência excluída').first().waitFor();
    await page.getByRole('dialog', { name: 'Transferência' }).waitFor({ state: 'detached' });
    await eventually(() => focus(page)).toBe(`row ${next}`);
    await page.context().close();
  });

  test('returns to the card on a phone, and to the next one after a deletion', async () => {
    const page = await app.open(`${OUTCOME}?status=OPEN&sort=dueDate:desc`, { as: 'financeiro', width: 390 });
    await page.locator('[data-card]').first().waitFor();
    const [first, second] = await cardIds(page);
    await page.locator('[data-card]').first().focus();
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Dados', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Fechar', exact: true }).first().click();
    await gone(page);
    await eventually(() => focus(page)).toBe(`card ${first}`);
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByRole('dialog', { name: 'Excluir a despesa?' }).getByRole('button', { name: 'Excluir' }).click();
    await gone(page);
    await eventually(() => cardIds(page)).not.toContain(first);
    await eventually(() => focus(page)).toBe(`card ${second}`);
    await page.context().close();
  });

  test('moves to the next installment or building after a removal from a form', async () => {
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'financeiro' });
    await page.getByLabel(/^Valor bruto/).fill('300');
    await page.getByLabel('Número de parcelas').fill('3');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ações da parcela 2' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Remover parcela' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Valor da parcela 3').waitFor({ state: 'detached' });
    await eventually(() => focus(page)).toBe('button Ações da parcela 2');
    // The building of the place is filled in already.
    await page.getByRole('button', { name: 'Obra', exact: true }).click();
    await page.getByRole('button', { name: 'Remover obra do rateio 2' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => focus(page)).toBe('button Remover obra do rateio 1');
    await page.keyboard.press('Enter');
    await eventually(() => focus(page)).toBe('button Obra');
    await page.context().close();
  });
});

describe('A rejected save', () => {
  test.each([1440, 390] as const)('focuses the first problem however far it is scrolled, at %i px', async (width) => {
    const page = await app.open(`${OUTCOME}?id=new`, { as: 'financeiro', width });
    await page.getByLabel(/^Valor bruto/).fill('4000');
    await page.getByLabel('Número de parcelas').fill('40');
    await page.keyboard.press('Enter');
    const last = page.getByLabel('Vencimento da parcela 40');
    await last.fill('31/2');
    await page.getByLabel('Descrição').focus();
    await page.keyboard.press('Control+s');
    await eventually(() => last.evaluate((field) => field === document.activeElement)).toBe(true);
    await eventually(() =>
      last.evaluate((field) => {
        const { top, bottom } = field.getBoundingClientRect();
        const body = field.closest('[role="group"]')?.getBoundingClientRect();
        return body !== undefined && top >= body.top && bottom <= body.bottom;
      }),
    ).toBe(true);
    await last.fill('30/04/2030');
    await page.keyboard.press('Tab');
    // An error about several fields has its own element.
    await page.getByLabel('Valor da parcela 40').fill('90');
    await page.keyboard.press('Control+s');
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Valor da parcela 40',
    );
    await page.context().close();
  });

  test('of the services focuses the field that they name, whose problem stays until it changes', async () => {
    const page = await app.open('/home/forms/supplier?id=new', { as: 'financeiro', width: 390 });
    await page.getByLabel(/^Nome ou razão social/).fill('Areal Boa Vista');
    await page.getByLabel('E-mail').fill('areal@');
    await page.getByLabel('Anotações').focus();
    await page.keyboard.press('Control+s');
    const mail = page.getByLabel('E-mail');
    await eventually(() => mail.evaluate((field) => field === document.activeElement)).toBe(true);
    await eventually(() => mail.getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Anotações').fill('Entrega às segundas');
    await eventually(() => mail.getAttribute('aria-invalid')).toBe('true');
    await mail.fill('areal@exemplo.com.br');
    await eventually(() => mail.getAttribute('aria-invalid')).not.toBe('true');
    await page.context().close();
  });
});
