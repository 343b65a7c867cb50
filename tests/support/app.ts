import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fixedClock } from '#services/platform/clock.ts';
import { seedDemo } from '#services/demo/seed.ts';
import { launchChromium } from './chromium.ts';
import { startGateway, type Ask, type GraphQLReply, type TestGateway, type TestGatewayOptions } from './gateway.ts';
import { createFilledDatabase } from './postgres.ts';
import { slowDown } from './slowScreens.ts';
import { startServices, TEST_NOW, type TestServices, type TestServicesOptions } from './services.ts';

/** Password of every user of the demo company. */
export const DEMO_PASSWORD = 'prumo-demo';

export type DemoUser = 'admin' | 'financeiro' | 'pagador' | 'comprador' | 'engenheiro';

export interface PageOptions {
  /** User to log in; null opens public pages. */
  as: DemoUser | null;
  width?: 1440 | 390;
  dark?: boolean;
  /** Company and building to choose in the menu, by id; null means all buildings. By default the product chooses. */
  place?: { companyId: string; buildingId: string | null };
  /** Runs before the first load, to intercept its requests. */
  before?: (page: Page) => Promise<unknown>;
}

export interface TestApp {
  url: string;
  services: TestServices;
  gateway: TestGateway;
  /** Returns an access token of a demo user, the same one for the whole suite. */
  token(user: DemoUser): Promise<string>;
  /** Reauthenticates a demo user, whose token may then change users for 15 minutes. */
  giveAgain(user: DemoUser): Promise<void>;
  /** Drops the token of a demo user who has logged out; the next page logs in again. */
  forget(user: DemoUser): void;
  /** Sends a GraphQL operation as a demo user. */
  ask(user: DemoUser, query: string, options?: Omit<Ask, 'token'>): Promise<GraphQLReply>;
  /** Opens a page in a browser profile of its own, at the time of the services' clock. */
  open(address: string, options: PageOptions): Promise<Page>;
  /**
   * Shows an address in a page that the suite keeps for each user, width and place: the first call opens it, later ones
   * visit the address anew, in an eighth of the time. For rows of a table that differ in address or colours; leave it open.
   */
  shared(address: string, options: Omit<PageOptions, 'before'>): Promise<Page>;
  /** Call in `afterAll`. Fails if a page has thrown or logged an error during the suite. */
  stop(): Promise<void>;
}

/** Built by globalSetup. */
const WEB_ROOT = join(process.cwd(), 'dist', 'web');
const GRAPHIQL_ROOT = join(process.cwd(), 'dist', 'graphiql');

const HEIGHTS = { 1440: 900, 390: 844 };

/** Messages that the browser logs for error responses under test. */
const EXPECTED_LOGS = /^Failed to load resource/;

const watch = (page: Page, problems: string[]): void => {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || EXPECTED_LOGS.test(message.text())) return;
    problems.push(`${page.url()}: ${message.text()}`);
  });
};

/** What the pages of the suite show, for the report of a test that fails (`environment.mjs`). */
const openPages = new Set<() => Promise<string>>();
Object.assign(globalThis, { openPages });
const SHOWN_CHARACTERS = 900;
const tellOf = (page: Page): void => {
  const tell = async (): Promise<string> => {
    const texts = page.locator('main, [role="dialog"], [role="status"], [role="alert"]').allInnerTexts();
    const shown = await Promise.race([texts.then((all) => all.join(' | ')), sleep(2_000, 'The page is busy.')]);
    return `PAGE ${page.url()}\n${shown.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}`;
  };
  openPages.add(tell);
  page.once('close', () => openPages.delete(tell));
};

const contextOf = (browser: Browser, { width = 1440, dark = false }: PageOptions): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    hasTouch: width === 390,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });

const LOGIN =
  'mutation ($login: String!, $password: String!) { login(login: $login, password: $password) { accessToken } }';

const GIVE_AGAIN = 'mutation ($password: String!) { reauthenticate(password: $password) { until } }';

/** Less than a hook's timeout, which says only that something took too long. */
const STOP_WITHIN = 20_000;

/** Waits until a part has stopped; throws with its name when it does not. */
const named = async (part: string, stopped: Promise<unknown>): Promise<void> => {
  const late = new AbortController();
  const timeout = sleep(STOP_WITHIN, undefined, { signal: late.signal }).then(() => {
    throw new Error(`The ${part} did not stop within ${STOP_WITHIN / 1000} seconds.`);
  });
  await Promise.race([stopped, timeout]).finally(() => late.abort());
};

/** Creates the demo company for the day of TEST_NOW. */
export const createDemoDatabase = () =>
  createFilledDatabase('demo', (url) => seedDemo(url, { seedDate: fixedClock(TEST_NOW).today() }));

/** Takes the orders and quotes of the demo company away, their limits and what was told of them, for a story that begins without. */
export const withoutPurchases = async ({ services: { seed } }: Pick<TestApp, 'services'>): Promise<void> => {
  for (const table of ['orders', 'quotes', 'order_limits', 'assistant_messages'])
    await seed.sql(`delete from ${table}`);
};

/**
 * Starts the whole product: services, gateway and screens on a database of its own with the demo company for the day of
 * TEST_NOW, and a browser. Takes about three seconds.
 */
export const startApp = async (
  options: Pick<TestGatewayOptions, 'integrations' | 'timeouts'> &
    Pick<TestServicesOptions, 'addresses' | 'sso' | 'webhooks'> & {
      /**
       * Inserts a proxy between gateway and services: receives the services' address and returns the one for the
       * gateway.
       */
      between?: (services: string) => Promise<string>;
    } = {},
): Promise<TestApp> => {
  const { addresses, sso, webhooks, between = async (url) => url, ...gatewayOptions } = options;
  const services = await startServices({
    createDatabase: createDemoDatabase,
    ...(addresses && { addresses }),
    ...(sso && { sso }),
    ...(webhooks && { webhooks }),
  });
  const gateway = await startGateway({
    services: await between(await services.listen()),
    webRoot: WEB_ROOT,
    graphiqlRoot: GRAPHIQL_ROOT,
    ...gatewayOptions,
  });
  const browser = await launchChromium();
  const problems: string[] = [];
  const tokens = new Map<DemoUser, Promise<string>>();
  const logIn = async (user: DemoUser): Promise<string> => {
    const variables = { login: `${user}@demo.prumo`, password: DEMO_PASSWORD };
    const { data, errors } = await gateway.ask(LOGIN, { token: null, variables });
    if (!data?.login) throw new Error(`${user} could not log in: ${errors?.[0]?.message}`);
    return data.login.accessToken;
  };
  const token = (user: DemoUser): Promise<string> => {
    const known = tokens.get(user) ?? logIn(user);
    tokens.set(user, known);
    return known;
  };
  const remember = async (context: BrowserContext, user: DemoUser): Promise<void> => {
    const login = `${user}@demo.prumo`;
    const stored = { user: login, type: 'Bearer', token: await token(user), expires: 28_800, initialDate: TEST_NOW };
    await context.addInitScript(
      ([key, value]) => {
        if (sessionStorage.getItem('logged-in-once')) return;
        sessionStorage.setItem('logged-in-once', 'yes');
        localStorage.setItem(`prumo.session.${key}`, value);
        localStorage.setItem('prumo.user', JSON.stringify(key));
      },
      [login, JSON.stringify(stored)] as const,
    );
  };
  const choose = async (context: BrowserContext, user: DemoUser, place: PageOptions['place']): Promise<void> => {
    const { data } = await gateway.ask('{ session { user { id } } }', { token: await token(user) });
    await context.addInitScript(
      ([key, value]) => {
        if (sessionStorage.getItem('place-chosen-once')) return;
        sessionStorage.setItem('place-chosen-once', 'yes');
        localStorage.setItem(key, value);
      },
      [`prumo.place.${data.session.user.id}`, JSON.stringify(place)] as const,
    );
  };
  const open = async (address: string, options: PageOptions): Promise<Page> => {
    const context = await contextOf(browser, options);
    if (options.as) await remember(context, options.as);
    if (options.as && options.place) await choose(context, options.as, options.place);
    const page = await context.newPage();
    await page.clock.setFixedTime(services.clock.now());
    // Shorter than a test's timeout, so that the error names the locator.
    page.setDefaultTimeout(30_000);
    watch(page, problems);
    tellOf(page);
    await slowDown(page);
    await options.before?.(page);
    await page.goto(gateway.url + address);
    return page;
  };
  const kept = new Map<string, Page>();
  return {
    url: gateway.url,
    services,
    gateway,
    token,
    forget: (user) => void tokens.delete(user),
    giveAgain: async (user) => {
      const variables = { password: DEMO_PASSWORD };
      const { errors } = await gateway.ask(GIVE_AGAIN, { token: await token(user), variables });
      if (errors) throw new Error(`${user} could not confirm their password: ${errors[0]?.message}`);
    },
    ask: async (user, query, options = {}) => gateway.ask(query, { ...options, token: await token(user) }),
    open,
    shared: async (address, options) => {
      const { as, width = 1440, dark = false, place = null } = options;
      const key = JSON.stringify([as, width, place]);
      const page = kept.get(key) ?? (await open('/home/tutorials', options));
      kept.set(key, page);
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await visitAnew(page, address);
      return page;
    },
    stop: async () => {
      await named('browser', browser.close());
      await named('gateway', gateway.stop());
      await named('services', services.stop());
      if (problems.length > 0) throw new Error(`The screens reported errors:\n${problems.join('\n')}`);
    },
  };
};

/**
 * Navigates inside the application without a page load, in a fifth of its time. The screen reads the address as after a
 * link, and the application keeps its state: a test of a first load opens a page instead.
 */
export const visit = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // The router's own count: the question about unsaved work goes back by the difference.
    const idx = (Reflect.get(Object(window.history.state), 'idx') ?? 0) + 1;
    window.history.pushState({ usr: null, key: `visit-${idx}-${Date.now()}`, idx }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, address);

/** Navigates to a screen without a list or a form, and discards unsaved work. */
export const leaveScreen = async (page: Page): Promise<void> => {
  await visit(page, '/home/tutorials');
  const there = page.getByRole('heading', { level: 1, name: 'Tutoriais' });
  const leaveQuestion = page.getByRole('button', { name: /^Sair sem (salvar|criar)$/ });
  await there.or(leaveQuestion).first().waitFor();
  if (await leaveQuestion.isVisible()) await leaveQuestion.click();
  await there.waitFor();
};

/** Navigates by way of a screen that shows nothing that a test could take for the next screen's. */
export const visitAnew = async (page: Page, address: string): Promise<void> => {
  await leaveScreen(page);
  await visit(page, address);
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** Excludes the focus library's sentinels, which move the focus on at once. */
const PAGE = `{ exclude: [['[data-tabster-dummy]']] }`;

/** Longer than any transition of colours, and shorter than the countdown of a toast. */
const TRANSITION_MS = 1_000;

/**
 * Waits for transitions: axe reads the colours of a half faded dialog as they are mixed then, and the page behind a dialog
 * that has just closed is hidden from screen readers for a moment more.
 */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async (longest) => {
    const isHidden = (): boolean =>
      document.querySelector('#root[aria-hidden="true"], [data-portal-node][aria-hidden="true"]') !== null &&
      document.querySelector('[role$="dialog"]') === null;
    // The clock of the page stands still.
    for (let turn = 0; turn < 50 && isHidden(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    const transitions = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) <= longest);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }, TRANSITION_MS);

const axeViolations = async (page: Page, options: object): Promise<Violation[]> => {
  await settled(page);
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axeSource);
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(`axe.run(${PAGE}, ${asked}).then((results) => results.violations)`);
};

const problemLines = (violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );

/** Returns axe's serious and critical violations on the page, one line each; expect an empty list. */
export const accessibilityProblems = async (page: Page): Promise<string[]> =>
  problemLines((await axeViolations(page, {})).filter(({ impact }) => impact === 'serious' || impact === 'critical'));

/**
 * Returns violations of any impact in light colours, also targets that a trembling hand misses (WCAG 2.2, 24 px), which axe looks for only
 * when asked to; and in dark colours those that depend on colours.
 */
export const strictProblems = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeViolations(page, { rules: { 'target-size': { enabled: true } } });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  return [...problemLines(light), ...problemLines(dark).map((line) => `dark: ${line}`)];
};
