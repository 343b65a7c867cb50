import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { routes } from '#web/session/routes.ts';
import { mailText } from '#services/security/mail/texts.ts';
import { startApp, visit, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { fillWithPayloads } from './fill.ts';
import { PAYLOADS } from './payloads.ts';

/** Runs before the page's scripts: records calls by payloads and violations of the content security policy. */
const GUARD = `window.hits = []; window.X = () => { hits.push(location.href); }; window.alert = window.X;
  addEventListener('securitypolicyviolation', (event) => hits.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** Returns attributes with script addresses, because the test does not click on every link. */
const PROGRAMS = `[...document.querySelectorAll('[href], [src], [action], [formaction], [data], [srcdoc]')].flatMap((element) =>
  ['href', 'src', 'action', 'formaction', 'data', 'srcdoc'].flatMap((name) => {
    const value = (element.getAttribute(name) ?? '').replace(/[\\s\\0]/g, '');
    return name === 'srcdoc' ? (value ? [value] : []) : /^(javascript|vbscript):|^data:(?!image\\/|,$)/i.test(value) ? [name + ' ' + value] : [];
  }))`;

const PATHS = routes.map(({ path }) => path).filter((path) => !path.includes(':') && path !== '/home');

/** What the suite opens: rows and menus per screen, and whether new forms and public pages are included. */
export interface Extent {
  rows: number;
  menus: number;
  all: boolean;
  widths: readonly (1440 | 390)[];
}

/** SQL for the rows that a screen opens by `?id=`. */
const ROWS: readonly [RegExp, string][] = [
  [/\/outcome$/, "select id from transactions where type = 'DEBIT'"],
  [/\/income$/, "select id from transactions where type = 'CREDIT'"],
  [/\/bank$/, 'select id from wallets'],
  [/\/building$/, 'select id from buildings'],
  [/\/category$/, 'select id from categories'],
  [/\/supplier$/, "select id from partners where type = 'SUPPLIER'"],
  [/\/customer$/, "select id from partners where type = 'CUSTOMER'"],
  [/\/settings\/company$/, 'select id from companies'],
  [/\/settings\/user$/, 'select id from users'],
];

/** Opens every screen, its first drawers, menus and option lists, with payloads in all texts of the rows. */
export const describeHostileTexts = ({ rows: most, menus, all, widths }: Extent): void => {
  let app: TestApp;
  let filled: string[];
  const seen = { views: 0, opened: 0 };

  beforeAll(async () => {
    app = await startApp();
    filled = await fillWithPayloads(app.services);
  }, 120_000);
  afterAll(async () => {
    process.stdout.write(
      `hostile texts: ${PAYLOADS.length} payloads in ${filled.length} columns, ${seen.views} views, ${seen.opened} menus and choices\n`,
    );
    await app.stop();
  });

  /** The page's requests without an answer, and when the last one began or ended. */
  const traffic = { open: new Set<Request>(), last: 0 };
  const watchTraffic = (page: Page): void => {
    page.on('request', (request) => Object.assign(traffic, { open: traffic.open.add(request), last: Date.now() }));
    const ended = (request: Request) => traffic.open.delete(request) && (traffic.last = Date.now());
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  };

  /** Waits until the page has asked nothing for 150 ms. */
  const settled = async (): Promise<void> => {
    traffic.last = Date.now();
    await eventually(() => [
      [...traffic.open].map((request) => request.url()),
      Date.now() - traffic.last > 150,
    ]).toEqual([[], true]);
    seen.views += 1;
  };

  const expectNothingRan = async (page: Page, where: string): Promise<void> =>
    expect([where, await page.evaluate('window.hits'), await page.evaluate(PROGRAMS)]).toEqual([where, [], []]);

  /** Opens menus, option lists, the palette and the assistant. */
  const openAll = async (page: Page): Promise<void> => {
    const openers = page.locator(
      'button[aria-haspopup]:visible, [role="combobox"]:visible, button[aria-expanded]:visible',
    );
    const count = Math.min(await openers.count(), menus);
    for (let index = 0; index < count; index += 1) {
      const clicked = await openers
        .nth(index)
        .click({ timeout: 800 })
        .then(
          () => true,
          () => false,
        );
      if (!clicked) continue;
      seen.opened += 1;
      await page.waitForTimeout(60);
      await page.keyboard.press('Escape');
    }
  };

  /** A page load in the long form; the short form stays in the application, which renders the same rows. */
  const open = async (page: Page, address: string): Promise<void> => {
    if (all) await page.goto(app.url + address);
    else await visit(page, address);
    await settled();
    await expectNothingRan(page, address);
  };

  test('Forty payloads are in every column of free text', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(40);
    expect(filled).toEqual(
      expect.arrayContaining(['partners.name', 'transactions.description', 'companies.name', 'attachments.name']),
    );
  });

  test('A payload runs where nothing prevents it, and is blocked in our pages', async () => {
    const ours = await app.open('/', { as: null });
    // A separate page, whose errors are expected.
    const page = await ours.context().newPage();
    await page.addInitScript(GUARD);
    await page.goto('about:blank');
    await page.setContent(PAYLOADS.slice(0, 12).join('\n'));
    await page.waitForTimeout(200);
    expect(await page.evaluate('window.hits.length')).toBeGreaterThan(3);
    await page.setContent(
      '<a href="java\tscript:X()">a</a><form action=" JavaScript:X()"></form><iframe srcdoc=a></iframe>',
    );
    expect(await page.evaluate(PROGRAMS)).toHaveLength(3);
    const policy = (await page.goto(app.url))?.headers()['content-security-policy'];
    expect(policy).toMatch(/(^|; )script-src 'self' 'nonce-[\w+/=]{20,}'(;|$)/);
    expect(policy).not.toMatch(/unsafe-|\*/);
    const sink = `(() => { try { document.body.innerHTML = '<img src=x onerror=X()>'; return 'taken'; } catch (error) { return String(error); } })()`;
    expect(await page.evaluate(sink)).toContain('TrustedHTML');
    const inline = `(() => { const s = document.createElement('img'); s.setAttribute('onerror', 'X()'); s.src = 'data:,'; document.body.append(s); })()`;
    await page.evaluate(inline).catch(() => undefined);
    await page.waitForTimeout(100);
    expect(await page.evaluate(`window.hits.some((hit) => hit.startsWith('http'))`)).toBe(false);
    await page.close();
  });

  test.each(widths)(
    'No screen runs a payload at %d px, nor do its drawers, menus and choices',
    async (width) => {
      const page = await app.open('/home/tutorials', { as: 'admin', width });
      await page.setViewportSize({ width, height: 2_400 });
      await page.addInitScript(GUARD);
      watchTraffic(page);
      await page.reload();
      page.on('dialog', (dialog) => {
        throw new Error(`a payload ran: ${dialog.message()}`);
      });
      for (const path of PATHS) {
        if (!all && !path.startsWith('/home')) continue;
        await open(page, path);
        if (!path.startsWith('/home')) continue;
        await openAll(page);
        await expectNothingRan(page, `${path}, opened`);
        const [, statement] = ROWS.find(([pattern]) => pattern.test(path)) ?? [];
        if (!statement) continue;
        // A run without hits proves something only where a payload is visible.
        await page.getByText('X()').filter({ visible: true }).first().waitFor();
        const rows = await app.services.seed.sql<{ id: string }>(`${statement} order by id desc limit ${most}`);
        for (const { id } of all ? [...rows, { id: 'new' }] : rows) await open(page, `${path}?id=${id}`);
        if (!all) continue;
        await openAll(page);
        await expectNothingRan(page, `${path}, a drawer opened`);
      }
      await open(page, '/home/forms/transactions/outcome?search=%3Cimg%20src%3Dx%20onerror%3DX()%3E');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('<img src=x onerror=X()>');
      await settled();
      await expectNothingRan(page, 'the palette');
    },
    900_000,
  );

  test('No mail runs a payload', async () => {
    const page = await (await app.open('/', { as: null })).context().newPage();
    await page.addInitScript(GUARD);
    await page.goto('about:blank');
    for (const text of PAYLOADS) {
      for (const kind of ['INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'NEW_DEVICE'] as const) {
        const { html } = mailText(kind, {
          name: text,
          account: text,
          about: text,
          login: text,
          access: text,
          link: 'https://prumo.example/x',
        });
        await page.setContent(html);
        await expectNothingRan(page, `${kind} ${text}`);
      }
    }
    await page.close();
  }, 120_000);
};

/** Returns uses of the sinks that Trusted Types guard; the product must have none. */
export const sinksIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|srcdoc|document\.write|\beval\(|new Function/i.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    );
