import { expect, test } from '@jest/globals';
import { allRows } from '#gateway/platform/lists.ts';

test('A complete list is read page by page, beyond the maximum page of the services', async () => {
  const rows = Array.from({ length: 25_001 }, (_, index) => index);
  const pages: number[] = [];
  const whole = await allRows(async ({ page, size }) => {
    pages.push(page);
    const content = rows.slice(page * size, (page + 1) * size);
    return { content, last: (page + 1) * size >= rows.length };
  });
  expect(pages).toEqual([0, 1, 2]);
  expect(whole).toEqual(rows);
});

test('A list that announces more rows but returns none ends', async () => {
  expect(await allRows(async ({ page }) => ({ content: page === 0 ? [1] : [], last: false }))).toEqual([1]);
});
