import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';

const SUPPLIERS = '/home/forms/supplier';
const WIDGET = 'document.documentElement.dataset.updates = `at ${location.pathname}`;';

/** A third-party host: one script that works, and one that each test controls. */
let host: Server;
let origin: string;
let survey: (response: ServerResponse) => void;
const requestedHosts: string[] = [];
let app: TestApp | undefined;

beforeAll(async () => {
  host = createServer(({ url = '' }, response) => {
    requestedHosts.push(url);
    if (url === '/survey.js') return survey(response);
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(WIDGET);
  });
  await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
  requestedHosts.length = 0;
});
afterAll(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

/** Opens the suppliers and records all requests and the response; returns once the list is shown. */
const openSuppliers = async (product: TestApp) => {
  const page = await product.open('/', { as: 'financeiro' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const answer = await page.goto(product.url + SUPPLIERS);
  await page.getByRole('gridcell', { name: 'Concreteira Paulista Ltda' }).waitFor();
  return { page, requests, policy: answer?.headers()['content-security-policy'] ?? '' };
};

const works = async (page: Page) => {
  await page.getByRole('gridcell', { name: 'Concreteira Paulista Ltda' }).click();
  await page.getByRole('dialog').getByLabel('Nome ou razão social').waitFor();
};

describe('External integrations', () => {
  test('are not loaded, nor allowed by the policy, unless they are configured', async () => {
    app = await startApp();
    const { requests, policy } = await openSuppliers(app);
    expect(requests.filter((url) => !url.startsWith(`${app?.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(requests.filter((url) => /enterprise/i.test(url))).toEqual([]);
    expect(policy).not.toMatch(/https?:/);
    expect(requestedHosts).toEqual([]);
  }, 60_000);

  test('run after the login, from their own host only, and the page does not wait for one that hangs', async () => {
    survey = () => undefined;
    app = await startApp({
      integrations: { productUpdates: { url: `${origin}/updates.js` }, survey: { url: `${origin}/survey.js` } },
    });
    const visitor = await app.open('/prumoid', { as: null });
    await visitor.getByLabel('E-mail ou login').waitFor();
    expect(requestedHosts).toEqual([]);

    const { page, policy } = await openSuppliers(app);
    await page.waitForFunction('document.documentElement.dataset.updates !== undefined');
    expect(await page.evaluate('document.documentElement.dataset.updates')).toBe(`at ${SUPPLIERS}`);
    expect(new Set(requestedHosts)).toEqual(new Set(['/updates.js', '/survey.js']));
    const foreign = policy.match(/https?:\/\/[^\s;]+/g) ?? [];
    expect(new Set(foreign)).toEqual(new Set([origin]));
    await works(page);
  }, 60_000);

  test('do not break the page by their errors', async () => {
    survey = (response) => void response.writeHead(500).end();
    app = await startApp({
      integrations: {
        productUpdates: { url: 'http://127.0.0.1:9/updates.js' },
        survey: { url: `${origin}/survey.js` },
      },
    });
    const { page } = await openSuppliers(app);
    expect(requestedHosts).toContain('/survey.js');
    await works(page);
  }, 60_000);

  test('keep the community grid where its licence is configured and the package is not in the build', async () => {
    app = await startApp({ integrations: { gridLicense: { key: 'chave' } } });
    const notices: string[] = [];
    const page = await app.open('/', { as: 'financeiro' });
    page.on('console', (message) => notices.push(message.text()));
    await page.goto(app.url + SUPPLIERS);
    await page.getByRole('gridcell', { name: 'Concreteira Paulista Ltda' }).waitFor();
    expect(notices.filter((text) => text.startsWith('GRID_LICENSE_KEY'))).toHaveLength(1);
    await works(page);
  }, 60_000);
});
