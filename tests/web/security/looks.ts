import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';

/** Expects a screen that anybody can read and that is no wider than the window; `SHOTS` is a folder for its picture. */
export const looksRight = async (page: Page, name: string): Promise<void> => {
  expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect([name, wide]).toEqual([name, false]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
