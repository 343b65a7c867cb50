import type { Page } from 'playwright-core';

/**
 * TEST_SLOW_SCREENS=3 opens every page with 100 ms before each answer, and a processor that is 3 times slower; with 1, only
 * the answers are slow. Chromium keeps a core busy to slow a page down: more suites at once (`-w 4`) slow all of them for nothing.
 */
const rate = Number(process.env.TEST_SLOW_SCREENS ?? 0);
const LATENCY = 100;

/** Slows a page down as asked: what a test, or a screen, leaves to luck on a fast machine is red on a slow one. */
export const slowDown = async (page: Page): Promise<void> => {
  if (rate < 1) return;
  const session = await page.context().newCDPSession(page);
  if (rate > 1) await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 },
  });
};
