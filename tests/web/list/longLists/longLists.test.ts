import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, visit as visitIn, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { seedManyPlaces, seedManyRows, seedManyWallets, STATEMENT_OF } from '#tests/support/manyRows.ts';
import { lists, placeLists, walletLists, type LongList } from './lists.ts';
import { crowding, scrolledTo, scrollTo, STALL, stallOf } from './measure.ts';

/** Milliseconds from the last keystroke until the filtered rows are shown. */
const ANSWER = 3_000;

let app: TestApp;
let statementOf: string;
/** One page for all lists, so that only the tests of loading pay for loading. */
let page: Page;
beforeAll(async () => {
  app = await startApp();
  await seedManyRows(app.services.seed);
  const [wallet] = await app.services.seed.sql<{ id: string }>('select id from wallets where identifier = $1', [
    STATEMENT_OF,
  ]);
  statementOf = wallet?.id ?? '';
  page = await open('/home/forms/supplier', 1440);
}, 60_000);
afterAll(() => app.stop());

/** Milliseconds for a first page, sufficient on a loaded machine. */
const TIMEOUT = 25_000;
jest.setTimeout(120_000);
const open = async (address: string, width: 1440 | 390): Promise<Page> => {
  const opened = await app.open(address, { as: 'admin', width });
  opened.setDefaultTimeout(TIMEOUT);
  return opened;
};

const visit = (address: string): Promise<void> => visitIn(page, address);

/** Adds rows and reloads the page, to bypass its cache. */
const seeded = async (seedMany: typeof seedManyRows): Promise<void> => {
  await seedMany(app.services.seed);
  await page.reload();
};

const report: string[] = [];
afterAll(() => {
  process.stdout.write(`${report.join('\n')}\n`);
});

const proves = (list: LongList): void => {
  const { name, scroller } = list;
  let path: string;
  beforeAll(() => {
    path = list.path.replace('{wallet}', statementOf);
  });
  /** The scroll position is restored to the pixel where rows have one height, else to the row. */
  const isAt = (top: number) => eventually(() => scrolledTo(page, scroller)).toBeCloseTo(top, -2);

  test('scrolls to its last row without long tasks, and applies a filter at once', async () => {
    // Goes through a screen without rows, because the list before looks the same.
    await visitAnew(page, `${path}${list.all}size=500`);
    await list.shown(page);
    const stall = await stallOf(page, scroller);
    await list.last(page);
    const begin = Date.now();
    await list.filter(page);
    const took = Date.now() - begin;
    report.push(`${name}: longest task while scrolling ${stall} ms, filtered after ${took} ms`);
    expect(stall).toBeLessThan(STALL);
    expect(took).toBeLessThan(ANSWER * (await crowding(page)));
  });

  // useListPage, useListQuery and useKeptScroll do the rest for all screens of a kind.
  if (!list.stands) return;

  test('is restored by back, forward and reload: filters, scroll position and selection', async () => {
    await visit(`${path}${list.all}size=100`);
    await list.shown(page, 100);
    // Again until it is there: the rows that a filter left are not tall enough.
    await eventually(async () => {
      await scrollTo(page, scroller, 1_440);
      return scrolledTo(page, scroller);
    }).toBe(1_440);
    await list.choose?.(page);
    const left = new URL(page.url()).search;
    const place = await scrolledTo(page, scroller);
    expect(place).toBeGreaterThan(500);

    await list.onwards(page);
    await list.there(page);
    await isAt(0);
    await scrollTo(page, scroller, 720);
    const elsewhere = name === 'Fornecedores' ? 'Clientes' : 'Fornecedores';
    await page.getByRole('link', { name: elsewhere }).click();
    await page.getByRole('heading', { level: 1, name: elsewhere }).waitFor();

    await page.goBack();
    await list.there(page);
    await isAt(720);
    await page.goBack();
    await eventually(() => new URL(page.url()).search).toBe(left);
    await list.chosen?.(page);
    await isAt(place);
    await page.goForward();
    await list.there(page);
    await isAt(720);
    await page.reload();
    await list.there(page);
    await isAt(720);
  });

  test('opens from a link with a period, a sort, and unknown keys and values', async () => {
    await page.goto(`${app.url}${path}${list.link}from=2026-11-01&to=2026-11-30&nada=1&size=9999`);
    await list.linked(page);
    expect(new URL(page.url()).searchParams.get('nada')).toBe('1');
  });
};

describe.each(lists)('$name with 5,000 rows', proves);

test('shows the last page for a page beyond it', async () => {
  await visit('/home/forms/supplier?search=lista+longa&size=100&page=9999');
  await page.getByText('4.901–5.000 de 5.000').waitFor();
  await page.locator('.ag-row').first().waitFor();
  await page.waitForURL(/page=49/);
});

test('thousands of categories are offered in a form, and found by typing', async () => {
  await visit('/home/forms/transactions/outcome?id=new');
  const field = page.getByRole('combobox', { name: 'Categoria' });
  await field.click();
  await page.keyboard.type('longa 04999');
  await page.getByRole('option', { name: 'Lista longa 04999' }).waitFor();
});

test('scrolls as cards on a phone without long tasks, with the last clear of the round button', async () => {
  const phone = await open('/home/forms/transactions/debit-installments?building=-1&size=500&search=lista+longa', 390);
  await phone.getByRole('listitem').first().waitFor();
  const stall = await stallOf(phone, 'main [class*="scroll"]:has([role="list"])');
  report.push(`Despesas beta on a phone: longest task while scrolling ${stall} ms`);
  expect(stall).toBeLessThan(STALL);
  const last = await phone.getByRole('listitem').last().boundingBox();
  const fab = await phone.getByRole('button', { name: 'Nova despesa' }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(fab?.y ?? 0);
  await phone.context().close();
});

describe('Wallets', () => {
  beforeAll(() => seeded(seedManyWallets), 60_000);

  describe.each(walletLists)('$name with 5,000 rows', proves);
});

describe('Places', () => {
  beforeAll(() => seeded(seedManyPlaces), 60_000);

  describe.each(placeLists)('$name with 5,000 rows', proves);

  test('the last of 5,000 companies can be granted, by search and by scrolling, and few are rendered', async () => {
    await visit('/home/forms/settings/user?id=new');
    const matrix = page.getByRole('table', { name: 'Permissões por obra' });
    await matrix.getByText('Todas as empresas', { exact: true }).waitFor();
    const drawn = () => matrix.getByRole('checkbox').count();
    expect(await drawn()).toBeLessThan(1_000);
    const box = (name: string) => matrix.getByRole('checkbox', { name, exact: true });
    await scrollTo(page, '[role="dialog"] [role="group"][tabindex="0"]', 10_000_000);
    await box('Despesas, Sem obra, Lista longa 05000').click();
    expect(await drawn()).toBeLessThan(1_000);
    const search = page.getByRole('dialog').getByRole('searchbox', { name: 'Buscar empresa ou obra' });
    await search.fill('longa 05000');
    await eventually(() => matrix.getByRole('rowheader').allInnerTexts()).toEqual([
      'Todas as encontradas',
      expect.stringContaining('Ipê'),
      'Sem obra',
      'Lista longa 05000',
      'Lista longa 05000',
      'Sem obra',
    ]);
    expect(await box('Despesas, Sem obra, Lista longa 05000').isChecked()).toBe(true);
    await box('Compras, todas as encontradas').click();
    await search.fill('');
    // One place in each of two companies, and a building: the checkbox of all companies is indeterminate.
    await eventually(() => box('Compras, todas as empresas').evaluate((input) => input.matches(':indeterminate'))).toBe(
      true,
    );
    await page.getByRole('dialog').getByLabel('Nome').fill('Dona de tudo');
    await page.getByRole('dialog').getByLabel('E-mail').fill('dona@exemplo.com.br');
    await app.giveAgain('admin');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Dona de tudo', exact: true }).waitFor();
    const granted = await app.services.seed.sql(
      `select c.name, p.permission from user_permissions p join companies c on c.id = p.company_id
       where p.user_id = (select id from users where login = 'dona@exemplo.com.br') order by c.name, p.permission, p.building_id`,
    );
    expect(granted).toEqual([
      { name: 'Construtora Ipê Demo', permission: 'PURCHASE' },
      { name: 'Construtora Ipê Demo', permission: 'PURCHASE' },
      { name: 'Lista longa 05000', permission: 'DEBIT' },
      { name: 'Lista longa 05000', permission: 'PURCHASE' },
    ]);
  });
});
