import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { increment, setAnalytics, track, trackLink, trackPage, type Properties } from '#web/shell/analytics.ts';
import { routes } from '#web/session/routes.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

describe('The analytics interface', () => {
  afterEach(() => setAnalytics(null));

  const record = () => {
    const events: [string, Properties][] = [];
    const increments: [string, number][] = [];
    setAnalytics({
      track: async (event, properties) => void events.push([event, properties]),
      increment: (property, by) => void increments.push([property, by]),
    });
    return { events, increments };
  };

  test('tracks visits under the labels of the routes, and other pages as not mapped', () => {
    const { events } = record();
    for (const path of [
      '/home/dashboard/index',
      '/home/forms/transactions/cashflow?group=day',
      '/home/tutorials',
      '/nada',
    ]) {
      trackPage(path);
    }
    expect(events.map(([, { page }]) => page)).toEqual([
      'dashboard',
      'cash flow',
      'page not mapped',
      'page not mapped',
    ]);
    const known = ['dashboard', 'customers', 'buildings', 'cost estimates', 'products', 'brands', 'product groups'];
    const more = [
      'product table',
      'product types',
      'orders and receipts',
      'purchase overview',
      'suppliers',
      'companies',
    ];
    const rest = ['users', 'tasks', 'bank wallets', 'cash flow', 'categories', 'incomes', 'outcomes'];
    for (const { analytics } of routes) expect([null, ...known, ...more, ...rest]).toContain(analytics);
  });

  test('cuts texts to 255 characters and keeps numbers', () => {
    const { events } = record();
    track('busca', { text: 'x'.repeat(300), rows: 12 });
    expect(events).toEqual([['busca', { text: 'x'.repeat(255), rows: 12 }]]);
  });

  test('follows a link after reporting it, and after 300 ms at the latest', async () => {
    const waited = async (report: Promise<void>) => {
      setAnalytics({ track: () => report, increment: () => undefined });
      const start = performance.now();
      let followed = 0;
      await trackLink('ajuda', {}, () => (followed += 1));
      expect(followed).toBe(1);
      return performance.now() - start;
    };
    expect(await waited(Promise.resolve())).toBeLessThan(200);
    expect(await waited(Promise.reject(new Error('down')))).toBeLessThan(200);
    expect(await waited(new Promise(() => undefined))).toBeGreaterThanOrEqual(290);
  });

  test('increments by numbers only', () => {
    const { increments } = record();
    increment('despesas');
    increment('despesas', 3);
    expect(increments).toEqual([
      ['despesas', 1],
      ['despesas', 3],
    ]);
    for (const by of ['3', null, Number.NaN]) expect(() => increment('despesas', by)).toThrow(TypeError);
  });
});

describe('In the browser', () => {
  let app: TestApp;
  let collector: Server;
  const received: { path: string; message: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const [message] = JSON.parse(new URLSearchParams(body).get('data') ?? '[{}]');
        received.push({ path: request.url ?? '', message });
        response.end();
      });
    });
    await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    app = await startApp({ integrations: { analytics: { url: `http://127.0.0.1:${port}`, token: 'casa' } } });
  });
  afterAll(async () => {
    await app.stop();
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  });

  test('a visit is sent to the configured service, with a visitor id for a year and no personal name', async () => {
    const page = await app.open('/home/dashboard', { as: 'admin' });
    await page.getByRole('region', { name: 'A pagar', exact: true }).waitFor();
    await eventually(() => received.length).toBeGreaterThan(0);
    const [visit] = received;
    expect(visit?.path).toBe('/track');
    expect(visit?.message).toMatchObject({ event: 'page', properties: { page: 'dashboard', token: 'casa' } });
    expect(JSON.stringify(visit)).not.toMatch(/demo\.prumo|Marina/);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'prumo_visitor');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
  });
});
