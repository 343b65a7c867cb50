import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const ASSETS = join(process.cwd(), 'dist', 'web', 'assets');
const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));

const source = (file: string): string => readFileSync(join(ASSETS, file), 'utf8');
const named = (name: string): string => {
  const [found, ...others] = scripts.filter((file) => file.replace(/-[\w-]{8}\.js$/, '') === name);
  if (!found || others.length > 0) throw new Error(`Not one chunk is named ${name}.`);
  return found;
};

/** Scripts that the page in index.html and these chunks load before they run. */
const loaded = (names: string[]): string[] => {
  const html = readFileSync(join(ASSETS, '..', 'index.html'), 'utf8');
  const started = [...html.matchAll(/<script [^>]*src="\/assets\/([^"]+)"/g)].map(([, file = '']) => file);
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, other = ''] of source(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) add(other);
  };
  for (const file of [...started, ...names.map(named)]) add(file);
  return [...files];
};

const kilobytes = (files: string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(source(file)).length, 0) / 1000;

// The budgets are those of 22 November 2026 with a margin of a tenth: 84, 83, 296, 296 and 632 kB. Lists have used theirs up with
// the operations of quotes, orders and statements, which stand in one module for each domain: 696 kB on 26 November; with
// those of notas and retentions, and the readers of boletos and Pix codes, which work as they are pasted, 755; with live lists,
// presence, and the operations of webhooks, schedules and service accounts, 781; with operations as texts (decision 95), 765; with
// the operations of bulk changes, history and deleted documents, and the bar's keys, 783; with those of the
// history of orders and quotes, and the bar's menu, 791.
test.each([
  ['the landing page', ['startPublic', 'LandingPage'], 8, 92],
  ['the login', ['startPublic', 'LoginPage'], 8, 92],
  ['a page to set a password', ['startPublic', 'RecoverPasswordPage'], 8, 92],
  // With the exact arithmetic of the answer; 120 kB is what its users on a slow connection were promised.
  ['the page of a supplier', ['startPublic', 'QuoteRequestPage'], 9, 120],
  ['the page of an order', ['startPublic', 'OrderConfirmationPage'], 9, 120],
  ['the first screen after the login', ['startApp', 'dashboard'], 10, 326],
  ['the list of expenses', ['startApp', 'OutcomeScreen', 'AgDataGrid'], 15, 795],
])('%s loads a few files within its budget', (_page, names, count, budget) => {
  const files = loaded(names);
  expect(files.length).toBeLessThanOrEqual(count);
  expect(kilobytes(files)).toBeLessThan(budget);
});

test('no page before the login loads the application, and only lists load the grid', () => {
  const application = named('application');
  const grid = named('ag-grid');
  const pages = scripts.filter((file) => /^(\w+Page|startPublic)-/.test(file)).map((file) => file.slice(0, -12));
  expect(pages).toContain('LoginPage');
  for (const page of pages) expect([page, loaded([page]).includes(application)]).toEqual([page, false]);
  expect(loaded(['startApp', 'dashboard', 'WalletsScreen', 'CategoriesScreen'])).not.toContain(grid);
  expect(loaded(['startApp', 'AgDataGrid'])).toEqual(expect.arrayContaining([application, grid]));
});
