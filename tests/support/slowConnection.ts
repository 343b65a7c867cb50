import type { Page } from 'playwright-core';
import { slowness } from './pace.ts';

/** A slow mobile connection: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Gives a page a slow connection and an empty cache; pass it as `before` when the page is opened. */
export const onSlowConnection = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', CONNECTION);
};

/** Milliseconds until the browser first painted text or a picture of the page, on a machine that does nothing else. */
export const firstPaint = async (page: Page): Promise<number> => {
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        });
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
  return painted / slowness();
};
