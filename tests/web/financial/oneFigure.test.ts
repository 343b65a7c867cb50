import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { EXPENSES, TRANSACTIONS, type PlaceName } from '#tests/financial/oneFigure/books.ts';
import { openSite, type Site } from '#tests/financial/oneFigure/kit.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const INSTALLMENTS = '/home/forms/transactions/debit-installments';
const CASH_FLOW = '/home/forms/transactions/cashflow';

let app: TestApp;
let site: Site;

beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('admin', '{ session { accountId } }');
  site = await openSite(app.services.seed, Number(data.session.accountId), TRANSACTIONS);
}, 90_000);
afterAll(() => app.stop());

type ChosenBuilding = Exclude<PlaceName, 'none'>;
const BUILDINGS: ChosenBuilding[] = ['all', 'a', 'b'];

const show = (address: string, building: ChosenBuilding, options: { width?: 1440 | 390; dark?: boolean } = {}) =>
  app.shared(address, {
    ...options,
    as: 'admin',
    place: { companyId: String(site.companyId), buildingId: building === 'all' ? null : String(site[building]) },
  });

/** Formats "3359.99" as "3.359,99". */
const shown = (amount = '') => {
  const [whole = '', cents = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('−', '-').replaceAll(/\s+/g, ' ');
const readIn = (page: Page) => async () => plain(await page.getByRole('main').innerText());

/** Returns the views of a list with their counts: "Todas8". */
const tabsOf = (page: Page) => async () =>
  plain(await page.getByRole('tablist', { name: 'Situação' }).innerText()).trim();

describe.each(BUILDINGS)('With the building "%s" chosen,', (building) => {
  const { figures, counts, installments, thirtyDays } = EXPENSES[building];
  const [value, , , openValue, overdue] = figures;

  test('Despesas, its tabs and the menu show the same figure', async () => {
    const page = await show(OUTCOME, building);
    await eventually(readIn(page)).toContain(`Total filtrado R$ ${shown(value)}`);
    await eventually(readIn(page)).toContain(`Em aberto R$ ${shown(openValue)}`);
    await eventually(readIn(page)).toContain(`Vencidas R$ ${shown(overdue)}`);
    const [all, open_, partial, paid, late] = counts;
    await eventually(tabsOf(page)).toBe(
      `Todas${all} Abertas${open_} Vencidas${late} Parciais${partial} Quitadas${paid}`,
    );
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await eventually(() => menu.getByRole('link', { name: 'Despesas', exact: true }).getAttribute('title')).toContain(
      `${late} vencidas`,
    );
  });

  test('the installments show the same', async () => {
    const page = await show(INSTALLMENTS, building);
    await eventually(readIn(page)).toContain(`Total filtrado R$ ${shown(value)}`);
    await eventually(readIn(page)).toContain(`Em aberto R$ ${shown(openValue)}`);
    await eventually(readIn(page)).toContain(`Vencidas R$ ${shown(overdue)}`);
    const [all, due, late, paid, planned] = installments;
    await eventually(tabsOf(page)).toBe(
      `Todas${all} A vencer em 30 dias${due} Vencidas${late} Pagas${paid} A vencer depois${planned}`,
    );
  });

  test('the dashboard shows the same, and its figures open lists of the same sum', async () => {
    const page = await show('/home/dashboard', building);
    const card = page.getByRole('region', { name: 'A pagar', exact: true });
    const [amount, count] = thirtyDays;
    await eventually(async () => plain(await card.innerText())).toContain(
      `R$ ${shown(amount)} ${count} parcelas · ${installments[2]} vencidas`,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole('link', { name: /vencidas/ }).click();
    await eventually(async () => plain(await page.getByRole('dialog').innerText())).toContain(
      `Total R$ ${shown(overdue)}`,
    );
    await page.getByRole('button', { name: 'Abrir em Despesas beta' }).click();
    await eventually(readIn(page)).toContain(`Total filtrado R$ ${shown(overdue)}`);
  });

  test('the dashboard folds the overdue into one line, whose count and sum are those of the list it opens', async () => {
    const page = await show('/home/dashboard', building);
    const due = page.getByRole('region', { name: 'Próximos vencimentos', exact: true });
    const line = due.getByRole('listitem').first();
    await eventually(async () => plain(await line.innerText())).toMatch(
      new RegExp(`^${installments[2]} vencidas .*R\\$ ${shown(overdue).replaceAll('.', '\\.')}$`),
    );
    expect(await due.getByRole('listitem').filter({ hasText: 'vencidas' }).count()).toBe(1);
    await line.getByRole('link').click();
    await eventually(readIn(page)).toContain(`Total filtrado R$ ${shown(overdue)}`);
    await eventually(readIn(page)).toContain(`${installments[2]} parcelas · R$ ${shown(overdue)}`);
  });

  test('a supplier’s open amount is the same, and its link leads to it', async () => {
    const page = await show('/home/forms/supplier', building);
    await eventually(readIn(page)).toContain(`Vencido R$ ${shown(overdue)}`);
    await page.getByRole('row').filter({ hasText: 'Oráculo Materiais' }).getByText('Oráculo Materiais').click();
    const drawer = page.getByRole('dialog');
    await eventually(async () => plain(await drawer.innerText())).toContain(`R$ ${shown(openValue)}`);
    await drawer.getByRole('link', { name: /despesas/i }).click();
    await eventually(readIn(page)).toContain(`Em aberto R$ ${shown(openValue)}`);
  });

  test('the cash flow shows the same', async () => {
    const page = await show(`${CASH_FLOW}?from=2026-11-20&to=2026-12-19`, building);
    const period = page.getByRole('region', { name: 'Período escolhido' });
    await eventually(async () => plain(await period.innerText())).toContain(
      `Saídas R$ ${shown(thirtyDays[0])} R$ ${shown(overdue)} vencido`,
    );
  });
});

test('A row with a building chosen shows the share, and beside it the whole value where that differs', async () => {
  const page = await show(`${OUTCOME}?status=OVERDUE`, 'b');
  const row = page.getByRole('row').filter({ hasText: 'trinta por cento' });
  await eventually(async () => plain(await row.innerText())).toContain('300,00');
  await eventually(async () => plain(await row.innerText())).toContain('210,00');
  await eventually(readIn(page)).toContain('Líquido total (R$)');
  const phone = await show(`${OUTCOME}?status=OVERDUE`, 'b', { width: 390, dark: true });
  await eventually(readIn(phone)).toContain('de R$ 300,00');
  await eventually(readIn(phone)).toContain('210,00');
  expect(await accessibilityProblems(phone)).toEqual([]);
});

test('A list of a month shows the due date of that month, not the next one of the transaction', async () => {
  const page = await show(`${OUTCOME}?from=2026-10-01&to=2026-10-31`, 'all');
  const row = page.getByRole('row').filter({ hasText: 'trinta por cento' });
  await eventually(async () => plain(await row.innerText())).toContain('15/10/2026');
});
