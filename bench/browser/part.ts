import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { extractChromium, launchChromium } from '#tests/support/chromium.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { ROOT, startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { observe, observed, scrollGrid, type Observed } from './observe.ts';

interface Route {
  path: string;
  title: string;
  /** Budget for the page's scripts, in gzipped kB. */
  goal?: number;
  public?: boolean;
  /** Selector that appears once the screen has loaded. */
  shows: string;
}

const FORMS = '/home/forms/transactions';

const routes: readonly Route[] = [
  { path: '/', title: 'landing', goal: 100, public: true, shows: 'h1' },
  { path: '/prumoid', title: 'login', goal: 200, public: true, shows: 'input[name=username]' },
  { path: '/home/dashboard', title: 'dashboard', shows: 'main h1, main h2' },
  { path: `${FORMS}/outcome`, title: 'expenses', shows: '.ag-row' },
  { path: `${FORMS}/debit-installments`, title: 'installments', shows: '.ag-row' },
  { path: `${FORMS}/bank`, title: 'wallets', shows: 'main h1, main h2' },
  { path: `${FORMS}/cashflow`, title: 'cash flow', shows: 'main svg' },
  { path: '/home/forms/supplier', title: 'suppliers', shows: '.ag-row' },
];

interface Loaded extends Observed {
  /** Gzipped kB of scripts that the page needed, and that it prefetched for the next page. */
  needed: number;
  ahead: number;
}

const sizes = new Map<string, number>();

const gzipped = (path: string): number => {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(ROOT, 'dist/web', path)), { level: 9 }).length / 1000;
  sizes.set(path, size);
  return size;
};

/** The application's chunks, which public pages prefetch. */
const APPLICATION = /\/(startApp|application)-/;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const logIn = async (page: Page, { accountId, token }: Books): Promise<void> => {
  const login = `admin.${accountId}@bench.prumo`;
  const session = { user: login, type: 'Bearer', token, expires: 28_800, initialDate: new Date().toISOString() };
  await page.addInitScript(
    ([user, stored]) => {
      localStorage.setItem(`prumo.session.${user}`, stored);
      localStorage.setItem('prumo.user', JSON.stringify(user));
    },
    [login, JSON.stringify(session)] as const,
  );
};

/** esbuild wraps named functions in a call of __name, also in functions that run in the page. */
const KEEP_NAMES = 'globalThis.__name = (named) => named;';

const open = async (browser: Browser, url: string, route: Route, books: Books) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') && !scripts.includes(pathname)) scripts.push(pathname);
  });
  if (!route.public) await logIn(page, books);
  await page.addInitScript(KEEP_NAMES);
  await page.addInitScript(observe);
  await page.goto(url + route.path);
  await page.waitForSelector(route.shows);
  return { context, page, scripts };
};

const load = async (browser: Browser, url: string, route: Route, books: Books): Promise<Loaded> => {
  const { context, page, scripts } = await open(browser, url, route, books);
  // Leaves time for prefetching.
  await page.waitForTimeout(2_500);
  const figures = await page.evaluate(observed);
  await context.close();
  const first = route.public ? scripts.findIndex((path) => APPLICATION.test(path)) : -1;
  const cut = first === -1 ? scripts.length : first;
  return {
    ...figures,
    needed: sum(scripts.slice(0, cut).map(gzipped)),
    ahead: sum(scripts.slice(cut).map(gzipped)),
  };
};

const LOADS = 3;

const loadsTable = async (browser: Browser, url: string, books: Books): Promise<string> => {
  const rows = [];
  for (const route of routes) {
    const loads: Loaded[] = [];
    for (let turn = 0; turn < LOADS; turn += 1) loads.push(await load(browser, url, route, books));
    const of = (figure: keyof Loaded) => median(loads.map((one) => one[figure]));
    const needed = of('needed');
    if (route.goal !== undefined && needed > route.goal) process.exitCode = 1;
    rows.push([
      `${route.title} ${route.path}`,
      `${round(needed, 0)}${route.goal === undefined ? '' : ` (goal ≤ ${route.goal})`}`,
      round(of('ahead'), 0),
      round(of('largestPaint'), 0),
      of('longTasks'),
      round(of('longestTask'), 0),
    ]);
  }
  const head = [
    'first load, empty cache',
    'kB of gzipped JS needed',
    'fetched ahead',
    'LCP, ms',
    'long tasks',
    'longest, ms',
  ];
  return table(head, rows);
};

/** Measures the list of expenses with 500 rows: opens the drawer of a row and scrolls through all of them. */
const gridTable = async (browser: Browser, url: string, books: Books): Promise<string> => {
  const route: Route = { path: `${FORMS}/outcome?size=500`, title: '', shows: '.ag-row' };
  const { context, page } = await open(browser, url, route, books);
  await page.waitForTimeout(1_000);
  const frames = await page.evaluate(scrollGrid, 3_000);
  const before = await page.evaluate(observed);
  await page.locator('.ag-row').first().click();
  await page.waitForSelector('[role=dialog], aside form, form');
  await page.waitForTimeout(1_000);
  const { slowestInteraction } = await page.evaluate(observed);
  await context.close();
  return table(
    ['500 expenses in the grid', 'value'],
    [
      ['frames while it scrolls for 3 s', frames.length],
      [
        'frame p50 / p95 / longest, ms',
        `${round(median(frames), 1)} / ${round(quantile(frames, 0.95), 1)} / ${round(Math.max(...frames), 0)}`,
      ],
      ['long tasks until the end of the scroll', before.longTasks],
      ['slowest interaction when a row is opened, ms', round(slowestInteraction, 0)],
    ],
  );
};

/** (e) Measures downloads and rendering time of each screen, and scrolling of a long list. */
export const browserPart = async ({ seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  const [books] = await seedBooks(database.url, [{ installments: 30_000, seed }]);
  if (!books) throw new Error('no books');
  const services = await startServices(database.url);
  const gateway = await startGateway(services.url);
  process.env.PRUMO_TEST_CHROMIUM ??= await extractChromium();
  const browser = await launchChromium();
  try {
    return [await loadsTable(browser, gateway.url, books), await gridTable(browser, gateway.url, books)].join('\n\n');
  } finally {
    await browser.close();
    await gateway.stop();
    await services.stop();
    await database.stop();
  }
};
