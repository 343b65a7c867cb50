import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { holdAnswers } from '#tests/support/holdAnswers.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await startApp();
  companyId = (await app.ask('admin', '{ session { companies { id } } }')).data.session.companies[0].id;
}, 60_000);
afterAll(() => app.stop());
beforeEach(() => app.services.seed.sql('delete from saved_views'));

const EXPENSES = '/home/forms/transactions/outcome';
const open = (address: string, as: DemoUser, options: { width?: 390; dark?: boolean } = {}): Promise<Page> =>
  app.open(address, { as, place: { companyId, buildingId: null }, ...options });
const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const menu = (page: Page) => page.getByRole('button', { name: 'Visões', exact: true });
const item = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: typeof name === 'string' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const views = () =>
  app.services.seed.sql<{ name: string; list: string; address: string; shared: boolean }>(
    'select name, list, address, shared from saved_views order by name',
  );

const save = async (page: Page, name: string, shared = false): Promise<void> => {
  await menu(page).click();
  await item(page, 'Salvar esta visão…').click();
  const asked = dialog(page, 'Salvar esta visão');
  await asked.getByLabel(/^Nome/).fill(name);
  if (shared) await asked.getByLabel('Compartilhar com os usuários da conta').check();
  await page.keyboard.press('Control+s');
  await asked.waitFor({ state: 'detached' });
};

describe('A view of a list', () => {
  test('keeps filters and sort, and is opened from the menu, by keyboard alone', async () => {
    const page = await open(`${EXPENSES}?status=OVERDUE&sort=value:desc&valueFrom=1000.00`, 'financeiro');
    await page.getByText('Valor a partir de:').waitFor();
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await item(page, 'Salvar esta visão…').waitFor();
    await item(page, 'Salvar esta visão…').press('Enter');
    await dialog(page, 'Salvar esta visão').getByLabel(/^Nome/).waitFor();
    await page.keyboard.type('Atrasadas grandes');
    await page.keyboard.press('Enter');
    await page.getByText('Visão salva').first().waitFor();
    expect(await views()).toEqual([
      {
        ...{ name: 'Atrasadas grandes', list: 'EXPENSES', shared: false },
        address: 'status=OVERDUE&valueFrom=1000.00&sort=value:desc',
      },
    ]);
    await page.getByRole('tab', { name: /^Quitadas/ }).click();
    await page.getByRole('button', { name: 'Limpar Valor a partir de' }).click();
    await eventually(() => search(page)).toBe('?status=PAID&sort=value:desc');
    await menu(page).click();
    await item(page, 'Atrasadas grandes').click();
    await eventually(() => search(page)).toBe('?status=OVERDUE&valueFrom=1000.00&sort=value:desc');
    await eventually(() => page.getByRole('tab', { name: /^Vencidas/ }).getAttribute('aria-selected')).toBe('true');
    await page.goBack();
    await eventually(() => search(page)).toBe('?status=PAID&sort=value:desc');
    await page.context().close();
  });

  test('is renamed, shared, opened by another user with their own rows, and deleted for all', async () => {
    const page = await open(`${EXPENSES}?status=PAID`, 'financeiro');
    await save(page, 'Pagas');
    await menu(page).click();
    await item(page, 'Organizar visões…').click();
    await dialog(page, 'Visões salvas').getByRole('button', { name: 'Mudar Pagas' }).click();
    const changing = dialog(page, 'Mudar visão');
    await changing.getByLabel(/^Nome/).fill('Quitadas do mês');
    await changing.getByLabel('Compartilhar com os usuários da conta').check();
    await changing.getByRole('button', { name: /^Salvar/ }).click();
    await dialog(page, 'Visões salvas').getByText('Compartilhada').waitFor();
    await eventually(async () => (await views())[0]).toEqual({
      ...{ name: 'Quitadas do mês', list: 'EXPENSES', address: 'status=PAID', shared: true },
    });

    const other = await open(EXPENSES, 'pagador');
    await menu(other).click();
    await item(other, /^Quitadas do mês \(de .+\)$/).click();
    await eventually(() => search(other)).toBe('?status=PAID');
    const ask = `query ($companyId: ID!) { transactions(companyId: $companyId, type: DEBIT, size: 1,
      filter: { status: PAID }) { totalElements } }`;
    const { data } = await app.ask('pagador', ask, { variables: { companyId } });
    await other
      .getByText(new RegExp(`^${data.transactions.totalElements.toLocaleString('pt-BR')} documento`))
      .waitFor();
    await menu(other).click();
    await item(other, 'Organizar visões…').click();
    const organised = dialog(other, 'Visões salvas');
    await organised.getByText(/^de /).waitFor();
    expect(await organised.getByRole('button', { name: /^(Mudar|Excluir) / }).count()).toBe(0);
    // It is a view of expenses alone.
    const suppliers = await open('/home/forms/supplier', 'pagador');
    await menu(suppliers).click();
    await item(suppliers, 'Salvar esta visão…').waitFor();
    expect(await item(suppliers, /^Quitadas/).count()).toBe(0);

    await dialog(page, 'Visões salvas').getByRole('button', { name: 'Excluir Quitadas do mês' }).click();
    await page.getByText('deixa de existir para todos').waitFor();
    await page.getByRole('button', { name: 'Excluir', exact: true }).click();
    await dialog(page, 'Visões salvas').getByText('Nenhuma visão salva nesta lista.').waitFor();
    expect(await views()).toEqual([]);
    for (const one of [page, other, suppliers]) await one.context().close();
  });

  test('without a name is refused at its field, and stays open', async () => {
    const page = await open('/home/forms/product-brand', 'comprador');
    await menu(page).click();
    await item(page, 'Salvar esta visão…').click();
    await page.keyboard.press('Control+s');
    await dialog(page, 'Salvar esta visão').getByText('Informe um nome').waitFor();
    expect(await views()).toEqual([]);
    await page.context().close();
  });

  test.each([
    { width: undefined, dark: false },
    { width: 390, dark: true },
  ] as const)('is accessible: %j', async ({ width, dark }) => {
    const page = await open(`${EXPENSES}?status=OPEN`, 'financeiro', { dark, ...(width && { width }) });
    await save(page, 'Abertas', true);
    await menu(page).click();
    await item(page, 'Abertas').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await item(page, 'Organizar visões…').click();
    await dialog(page, 'Visões salvas').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/views-${width ?? 1440}.png` });
    await page.context().close();
  });
});

describe('The columns of a list', () => {
  /** Columns in their order, as the grid shows them, without those of the grid itself. */
  const columns = (page: Page): Promise<string> =>
    page.locator('.ag-header-cell').evaluateAll((cells) =>
      cells
        .map((cell) => ({ id: cell.getAttribute('col-id') ?? '', x: cell.getBoundingClientRect().x }))
        .filter(({ id }) => !/^(ag-Grid|actions)/.test(id))
        .sort((one, other) => one.x - other.x)
        .map(({ id }) => id)
        .join(' '),
    );
  const widthOf = async (page: Page, id: string): Promise<number> =>
    Math.round((await page.locator(`.ag-header-cell[col-id="${id}"]`).boundingBox())?.width ?? 0);
  const kept = async () => {
    const rows = await app.services.seed.sql<{
      columns: { id: string; shown: boolean | null; width: number | null }[];
    }>('select columns from list_columns');
    return rows.map((row) =>
      row.columns
        .filter(({ shown, width }) => shown !== null || width !== null)
        .map(({ id, shown, width }) => `${id} ${shown} ${width}`),
    );
  };
  const choose = async (page: Page, place: string): Promise<void> => {
    await page.getByTitle('Trocar de empresa ou obra').click();
    await page.getByRole('button', { name: place }).click();
  };
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
  const ALL = 'dueDate status partner description documentNumber category building installments value';

  test('are chosen, moved and resized by keyboard and mouse, and stay so at the next visit, from its first picture on', async () => {
    const page = await app.shared(EXPENSES, { as: 'financeiro', place: { companyId, buildingId: null } });
    await page.locator('.ag-row').first().waitFor();
    expect(await columns(page)).toBe(ALL);
    await page.getByRole('button', { name: 'Colunas' }).press('Enter');
    await box(page, 'Categoria').press('Space');
    // Both before the first is rendered, as a fast hand or a slow machine has it.
    await box(page, 'Obra').evaluate((element) => {
      element.focus();
      const options = { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true };
      for (let pressed = 0; pressed < 2; pressed += 1) element.dispatchEvent(new KeyboardEvent('keydown', options));
    });
    await eventually(() => box(page, 'Obra').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await box(page, 'Fornecedor').isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const chosen = 'dueDate status partner description building documentNumber installments value';
    await eventually(() => columns(page)).toBe(chosen);

    const edge = await page.locator('.ag-header-cell[col-id="partner"] .ag-header-cell-resize').boundingBox();
    const [x, y] = [(edge?.x ?? 0) + (edge?.width ?? 0) / 2, (edge?.y ?? 0) + 10];
    const before = await widthOf(page, 'partner');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 5 });
    await page.mouse.up();
    const wide = before + 60;
    await eventually(kept).toEqual([['partner null ' + wide, 'category false null']]);
    await page.locator('.ag-header-cell[col-id="status"]').press('Alt+ArrowRight');
    await eventually(async () => (await kept())[0]?.[0]).toMatch(/^status null 1\d\d$/);
    const status = await widthOf(page, 'status');

    // Columns that come after the rows: what was shown meanwhile would be seen.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Reflect.set(window, 'seen', seen);
      new MutationObserver(() =>
        document.querySelectorAll('.ag-header-cell').forEach((cell) => seen.add(cell.getAttribute('col-id') ?? '')),
      ).observe(document, { childList: true, subtree: true });
    });
    await holdAnswers(
      page,
      'ListColumns',
      (response) => response.request().postData()?.includes('"Transactions"') ?? false,
    );
    await page.reload();
    await page.locator('.ag-row').first().waitFor();
    expect(await columns(page)).toBe(chosen);
    expect([await widthOf(page, 'partner'), await widthOf(page, 'status')]).toEqual([wide, status]);
    expect(await page.evaluate<boolean>("window.seen.has('partner') && !window.seen.has('category')")).toBe(true);
    // The page lives on, and what it asks last may be on its way when the suite ends.
    await page.unrouteAll({ behavior: 'wait' });
    // They are of this list alone, and of this user.
    const { listColumns } = (await app.ask('admin', '{ listColumns { list } }')).data;
    expect(listColumns).toEqual([]);

    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('button', { name: 'Restaurar padrão' }).click();
    await page.keyboard.press('Escape');
    await eventually(() => columns(page)).toBe(ALL);
    await eventually(kept).toEqual([]);
  });

  test('hide the obra while one is chosen, unless the user wants to see it', async () => {
    const page = await app.shared(EXPENSES, { as: 'financeiro', place: { companyId, buildingId: null } });
    await page.locator('.ag-row').first().waitFor();
    await choose(page, 'Clínica São Lucas – reforma');
    const ofOne = ALL.replace(' building', '').replace(' value', ' wholeValue value');
    await eventually(() => columns(page)).toBe(ofOne);
    await page.getByRole('button', { name: 'Colunas' }).click();
    await box(page, 'Obra').check();
    await page.keyboard.press('Escape');
    await eventually(() => columns(page)).toBe(ALL.replace(' value', ' wholeValue value'));
    await eventually(kept).toEqual([['building true null']]);
    await page.getByRole('button', { name: 'Colunas' }).click();
    await box(page, 'Obra').uncheck();
    await page.keyboard.press('Escape');
    await eventually(() => columns(page)).toBe(ofOne);
    await choose(page, 'Todas as obras');
    await eventually(() => columns(page)).toBe(ALL);
  });
});
