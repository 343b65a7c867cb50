import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#tests/support/eventually.ts';

const FORMS = '/home/forms';
/** Name of the row that the filters find. */
export const ROW = 'Lista longa 04321';
const GRID = '[data-scroller]';

/** A list of 5,000 rows, with its address and user actions. */
export interface LongList {
  name: string;
  /** Address of the list, which takes more keys. */
  path: string;
  /** Keys that select the rows of this suite, and where possible only these. */
  all: string;
  scroller: string;
  /** Resolves once the rows are shown: all of them, or the first page. */
  shown: (page: Page, size?: number) => Promise<unknown>;
  /** Resolves once the last row is rendered. */
  last: (page: Page) => Promise<unknown>;
  /** Filters the list and waits for the result. */
  filter: (page: Page) => Promise<unknown>;
  /** Whether the screen stands for its kind in the tests of restoring and of links. */
  stands?: boolean;
  /** Selects or opens a visible row 1,440 px down. */
  choose?: (page: Page) => Promise<unknown>;
  /** Resolves once that row is selected or open again. */
  chosen?: (page: Page) => Promise<unknown>;
  /** Opens another page or view of the list. */
  onwards: (page: Page) => Promise<unknown>;
  /** Resolves once that page is shown. */
  there: (page: Page) => Promise<unknown>;
  /** Keys of a link into the list, without the common ones. */
  link: string;
  /** Resolves once the list shows the link's rows. */
  linked: (page: Page) => Promise<unknown>;
}

const rows = (page: Page) => page.locator('.ag-row');
const cells = (page: Page, column: string) => rows(page).locator(`[col-id="${column}"]`);
const range = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
const search = async (page: Page): Promise<void> => page.getByRole('searchbox').fill(ROW);

/** Actions that all paged lists share. */
const paged = {
  scroller: GRID,
  shown: async (page: Page, size = 500) => {
    await range(page, `1–${size} de 5.000`);
    await rows(page).first().waitFor();
  },
  last: (page: Page) => page.locator('.ag-row[row-index="499"]').getByText(/\S/).first().waitFor(),
  onwards: (page: Page) => page.getByRole('button', { name: 'Ir para a próxima página' }).click(),
  there: (page: Page) => range(page, '101–200 de 5.000'),
};

const searched = async (page: Page): Promise<void> => {
  await search(page);
  await range(page, '1–1 de 1');
  await rows(page).getByText(ROW).first().waitFor();
};

/** Transactions and installments without a building; by default a session is on the first building. */
const transactions = (name: string, path: string, selects: boolean): LongList => ({
  ...paged,
  name,
  path: `${FORMS}/transactions/${path}?building=-1&`,
  all: 'search=lista+longa&sort=dueDate:desc&',
  filter: searched,
  ...(selects && {
    stands: true,
    choose: async (page: Page) => {
      await page.locator('.ag-row[row-index="42"] input[type="checkbox"]').click();
      await page.getByText('1 selecionada').waitFor();
    },
    chosen: async (page: Page) => {
      await page.getByText('1 selecionada').waitFor();
      await page.locator('.ag-row[row-index="42"] input[type="checkbox"]:checked').first().waitFor();
    },
  }),
  link: 'search=lista+longa&sort=dueDate:desc,nada&',
  linked: async (page) => {
    await range(page, '1–30 de 30');
    await eventually(page.locator('.ag-row[row-index="0"] [col-id="dueDate"]')).toBe('30/11/2026');
    const due = () => cells(page, 'dueDate').allInnerTexts();
    await eventually(due).toEqual(expect.arrayContaining(['29/11/2026', '28/11/2026']));
    expect((await due()).filter((text) => !text.endsWith('/11/2026'))).toEqual([]);
  },
});

/** A register, by name. */
const register = (name: string, path: string, stands = false): LongList => ({
  ...paged,
  name,
  stands,
  path: `${FORMS}/${path}?`,
  all: 'search=lista+longa&sort=name:desc&',
  filter: searched,
  link: 'search=lista+longa&sort=name:desc,nada&',
  linked: async (page) => {
    await range(page, '1–500 de 5.000');
    await eventually(page.locator('.ag-row[row-index="0"]').first()).toContain('Lista longa 05000');
  },
});

const category = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const categories: LongList = {
  name: 'Categorias',
  stands: true,
  path: `${FORMS}/transactions/category?`,
  all: '',
  scroller: 'main [class*="tree"]',
  shown: async (page) => {
    await page.getByText(/^5\.\d+ categorias/).waitFor();
    await page.getByRole('region', { name: 'Não classificado' }).waitFor();
  },
  last: (page) => category(page, 'Lista longa 05000').waitFor(),
  filter: async (page) => {
    await search(page);
    await category(page, ROW).waitFor();
    await category(page, 'Lista longa 05000').waitFor({ state: 'detached' });
  },
  choose: async (page) => {
    const items = page.getByRole('region', { name: 'Não classificado' }).getByRole('listitem');
    // In one step: chunks of the list come and go while it scrolls.
    const clicked = () =>
      items.evaluateAll((rows) => {
        const isSeen = ({ top, bottom }: DOMRect) => top > 300 && bottom < window.innerHeight;
        const seen = rows.find((row) => isSeen(row.getBoundingClientRect()));
        seen?.querySelector('button')?.click();
        return seen !== undefined;
      });
    await eventually(clicked).toBe(true);
    await page.waitForURL(/id=\d+/);
  },
  chosen: (page) => page.getByRole('dialog').first().waitFor(),
  onwards: (page) => page.getByRole('tab', { name: /Despesas/ }).click(),
  there: (page) => page.getByRole('tab', { name: /Despesas/, selected: true }).waitFor(),
  link: 'search=longa+04321&sort=name:desc&',
  linked: async (page) => {
    await category(page, ROW).waitFor();
    await eventually(() => page.locator('main [class*="tree"]').getByRole('listitem').count()).toBe(1);
  },
};

const wallet = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const wallets: LongList = {
  name: 'Carteiras',
  stands: true,
  path: `${FORMS}/transactions/bank?`,
  all: '',
  scroller: '[aria-label="Saldos de hoje"] [role="list"]',
  shown: async (page) => {
    await page.getByText(/^5\.\d+ carteiras/).waitFor();
    await page.getByRole('region', { name: 'Saldos de hoje' }).waitFor();
  },
  last: (page) => wallet(page, 'Lista longa 05000').waitFor(),
  filter: async (page) => {
    await page.getByRole('tab', { name: /Inativas/ }).click();
    await wallet(page, ROW).waitFor();
    await wallet(page, 'Lista longa 05000').waitFor({ state: 'detached' });
  },
  choose: async (page) => {
    await wallet(page, 'Lista longa 00025').click();
    await page.waitForURL(/wallet=\d+/);
  },
  chosen: (page) => page.locator('a[aria-current="true"]', { hasText: 'Lista longa 00025' }).waitFor(),
  onwards: (page) => page.getByRole('tab', { name: /Ativas/ }).click(),
  there: (page) => page.getByRole('tab', { name: /Ativas/, selected: true }).waitFor(),
  link: 'active=false&sort=identifier:desc&',
  linked: async (page) => {
    await wallet(page, ROW).waitFor();
    await wallet(page, 'Lista longa 00001').waitFor({ state: 'detached' });
  },
};

/** Five thousand transfers of one wallet, ten a day. */
const statement: LongList = {
  ...paged,
  name: 'Extrato',
  stands: true,
  path: `${FORMS}/transactions/bank?wallet={wallet}&`,
  all: 'from=2020-01-01&to=2026-11-20&',
  filter: async (page) => {
    await page.getByRole('button', { name: /Período/ }).click();
    await page.getByRole('button', { name: 'Mês passado' }).click();
    await range(page, '1–310 de 310');
    await page.keyboard.press('Escape');
  },
  link: 'sort=amount:desc&',
  linked: async (page) => {
    await range(page, '1–200 de 200');
    await eventually(cells(page, 'date').first()).toMatch(/\/11\/2026$/);
  },
};

/**
 * Every screen with a list, except those of wallets and of places; screens that differ only in the type of their rows
 * once: revenues are listed like expenses, customers like suppliers.
 */
export const lists: LongList[] = [
  transactions('Despesas', 'outcome', false),
  transactions('Despesas beta', 'debit-installments', true),
  register('Fornecedores', 'supplier', true),
  register('Usuários', 'settings/user'),
  register('Marcas', 'product-brand'),
  categories,
  statement,
];

/** The wallets are listed beside every statement, so their rows are created after the statements' tests. */
export const walletLists: LongList[] = [wallets];

/**
 * Companies and buildings are part of every admin's session, so their rows are created after the other lists' tests.
 */
export const placeLists: LongList[] = [
  register('Empresas', 'settings/company'),
  register('Obras', 'engineering/building'),
];
