import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { exportOf } from '#tests/support/exportedFile.ts';

const OUTCOME = '/home/forms/transactions/outcome';
const INCOME = '/home/forms/transactions/income';
const EXPORT = '**/api/v1/lists/export';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

const open = async (address: string): Promise<Page> => {
  const page = await app.open(address, { as: 'admin' });
  // The head counts the rows once they are there.
  await page
    .getByText(/^[\d.]+ \p{L}+( |$)/u)
    .first()
    .waitFor();
  return page;
};
const exporting = async (page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<void> => {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
};
const saved = async (page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), exporting(page, format)]);
  return readFile(await download.path());
};
/** The variables of the page that the screen asks for, as it sends them. */
const variablesOf = async (address: string, operation: string) => {
  const page = await app.open('/home', { as: 'admin' });
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/graphql') && request.postDataJSON()?.operationName === operation,
  );
  await page.goto(app.url + address);
  const {
    page: _page,
    size: _size,
    withDays: _days,
    byBuilding: _parts,
    ...variables
  } = (await asked).postDataJSON().variables;
  await page.close();
  return variables;
};

describe.each([
  ['CSV', 'csv'],
  ['Excel (XLSX)', 'xlsx'],
] as const)('As %s', (name, format) => {
  test.each([
    ['Transactions', `${INCOME}?building=all`],
    ['Purchases', '/home/forms/purchase/purchases?building=all'],
    ['Installments', '/home/forms/transactions/credit-installments?building=all&status=PAID'],
    ['Partners', '/home/forms/supplier?building=all&active=all'],
    ['Partners', '/home/forms/customer?building=all&sort=openValue:desc'],
    ['Products', '/home/forms/product?productTable=1&search=cimento'],
    ['Orders', '/home/forms/purchase/orders-and-receipts?building=all'],
  ])('a list of %s that the browser writes has the bytes of the server', async (list, address) => {
    const page = await open(address);
    let isAsked = false;
    await page.route(EXPORT, (route) => {
      isAsked = true;
      return route.continue();
    });
    const ofBrowser = await saved(page, name);
    expect(isAsked).toBe(false);
    const variables = await variablesOf(address, list);
    const ofServer = await exportOf(app.url, await app.token('admin'), { list, format, variables });
    const told = ofServer.lines.at(-1);
    expect(told && 'file' in told ? told.file.rows : 0).toBeGreaterThan(3);
    expect(ofBrowser.equals(ofServer.file)).toBe(true);
    await page.close();
  });

  test('a longer one is written by the server, with all rows of the filter', async () => {
    const page = await open(`${OUTCOME}?building=all`);
    const answered = page.waitForResponse(EXPORT);
    const file = await saved(page, name);
    expect((await answered).status()).toBe(200);
    const [{ count } = { count: 0 }] = await app.services.seed.sql<{ count: number }>(
      `select count(*)::integer as count from transactions
        where type = 'DEBIT' and company_id = (select min(id) from companies)`,
    );
    expect(count).toBeGreaterThan(500);
    await page.getByText(`${count} linhas exportadas`).first().waitFor();
    if (format === 'csv') expect(file.toString('utf8').trimEnd().split('\r\n').length).toBeGreaterThan(count);
    await page.close();
  });
});

/** Answers with lines, and keeps the rest of the answer. */
const answering = (lines: string) => (route: Route) =>
  route.fulfill({ status: 200, contentType: 'application/octet-stream', body: lines });

describe('A file that does not come whole is not saved, and the screen says why', () => {
  test.each([
    [
      'a failure',
      '{"failure":{"status":500,"error":"INTERNAL","message":"O disco está cheio."}}\n',
      'O disco está cheio.',
    ],
    ['an answer that ends before the file', '{"rows":500,"of":632}\n', 'A conexão caiu antes do fim do arquivo.'],
    ['a file that is cut', '{"file":{"size":9,"rows":1}}\nabc', 'A conexão caiu antes do fim do arquivo.'],
  ])('%s', async (_what, lines, text) => {
    const page = await open(`${OUTCOME}?building=all`);
    await page.route(EXPORT, answering(lines));
    let hasDownload = false;
    page.on('download', () => (hasDownload = true));
    await exporting(page, 'CSV');
    await page.getByText(text).first().waitFor();
    await page.getByRole('button', { name: 'Exportar', exact: true }).waitFor();
    expect(hasDownload).toBe(false);
    await page.close();
  });
});

test('A running export is cancelled where it was begun, by keyboard', async () => {
  const page = await open(`${OUTCOME}?building=all`);
  await page.route(EXPORT, () => undefined);
  await exporting(page, 'CSV');
  const button = page.getByRole('button', { name: 'Exportar', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Cancelar exportação' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Exportação cancelada').first().waitFor();
  await page.getByRole('button', { name: 'Exportar', exact: true }).waitFor();
  await page.close();
});
