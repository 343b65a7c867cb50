import type { Page } from 'playwright-core';

/** TEST_SLOW_SCREENS=6 opens every page with a processor that is 6 times slower, and with 100 ms before each answer. */
const rate = Number(process.env.TEST_SLOW_SCREENS ?? 1);
const LATENCY = 100;

/** Slows a page down as asked: what a test, or a screen, leaves to luck on a fast machine is red on a slow one. */
export const slowDown = async (page: Page): Promise<void> => {
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 },
  });
};
