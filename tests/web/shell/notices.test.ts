import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { boxOf } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';

// From §9, by hand: 388 px wide, 420 px on a small screen, 200 ms. On a phone the window's width less 16 px on either
// side.
const WIDTHS = [
  { window: 1440, notice: 388 },
  { window: 641, notice: 388 },
  { window: 640, notice: 420 },
  { window: 390, notice: 358 },
] as const;

let app: TestApp;
let supplier: string;
beforeAll(async () => {
  app = await startApp();
  const query = '{ partners(filter: { type: SUPPLIER }, size: 1) { content { id } } }';
  supplier = (await app.ask('financeiro', query)).data.partners.content[0].id;
}, 60_000);
afterAll(() => app.stop());

const widthOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().width);

/** Returns the total duration of every running animation, except the one that measures a notice's time. */
const movementsOf = (locator: Locator) =>
  locator.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => !(effect instanceof KeyframeEffect && effect.target?.matches('[data-timer-status]')))
      .map(({ effect }) => effect?.getComputedTiming().endTime),
  );

const toggle = (page: Page) =>
  page.locator('section[role="dialog"]').getByRole('button', { name: /^(Desativar|Reativar)$/ });

const open = async (window: number): Promise<Page> => {
  const page = await app.open(`/home/forms/supplier?id=${supplier}`, { as: 'financeiro' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: window, height: 900 });
  await toggle(page).click({ trial: true });
  return page;
};

/** Slows all animations down a hundred times, so that they can be read while they run. */
const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
};

/** Deactivates or reactivates the supplier, which shows a notice. */
const snackbar = async (page: Page): Promise<Locator> => {
  await slowDown(page);
  await toggle(page).click();
  const notice = page.locator('.fui-Toast').filter({ hasText: /Fornecedor (des|re)ativado/ });
  await notice.waitFor();
  return notice;
};

/** Returns the assistant's bubble about a failed list while its panel is closed. */
const bubble = async (page: Page): Promise<Locator> => {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"Partners"')
      ? route.fulfill({ status: 500, body: 'down' })
      : route.fallback(),
  );
  await slowDown(page);
  await page.reload();
  const notice = page.getByRole('alert').getByRole('button', { name: 'Falha na busca por parceiros' });
  await notice.waitFor();
  return notice;
};

describe.each([
  ['the snackbar', snackbar],
  ['the word of the closed assistant', bubble],
])('%s', (_name, show) => {
  test.each(WIDTHS)('is $notice px wide in a window of $window px and moves for 200 ms', async ({ window, notice }) => {
    const page = await open(window);
    const shown = await show(page);
    expect(await movementsOf(shown.locator('xpath=..'))).toEqual([200]);
    await eventually(() => widthOf(shown)).toBe(notice);
    const { left, right } = await boxOf(shown);
    expect([left >= 0, right <= window]).toEqual([true, true]);
    await page.context().close();
  });
});

test('a fourth snackbar is shown at once: the oldest of three makes room for it', async () => {
  const page = await app.open(`/home/forms/supplier?id=${supplier}`, { as: 'financeiro' });
  const notices = page.locator('.fui-Toast');
  const words: string[] = [];
  for (const count of [1, 2, 3, 3]) {
    const label = await toggle(page).innerText();
    await toggle(page).click();
    await toggle(page).filter({ hasNotText: label }).click({ trial: true });
    words.push(label === 'Desativar' ? 'Fornecedor desativado' : 'Fornecedor reativado');
    await eventually(() => notices.count()).toBe(count);
  }
  const shown = await notices.locator('.fui-ToastTitle').allInnerTexts();
  expect(shown.map((text) => text.trim()).sort()).toEqual(words.slice(1).sort());
  await page.context().close();
});
