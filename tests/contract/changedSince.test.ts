import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDemoLists, ordered, type DemoLists } from './changesKit.ts';

/** Every list by pages is read by changes, or is named here (docs/decisions/0087). */
const EXCEPTIONS: [path: RegExp, reason: string][] = [
  [/^\/api\/v1\/assistant\/|\/(comments|mentions|mentionable)$/, 'a conversation'],
  [/\/(jobs|product-pairs|product-merges)$/, 'work of the moment, and its proposals'],
  [
    /\/(accesses|data-views|history|payment-changes|deleted)$|\/webhooks\/\{id\}\/deliveries$/,
    'history, which is only added to, and what can be restored of it',
  ],
  [/\/imports\/\{id\}\/report$|\/files\/\{id\}\/lines$|\/reconciliation/, 'parts of one file or one desk'],
  [/\/(cost-estimates|usages)$|\/purchase-overview/, 'computed from other lists, which have it'],
  [/\/cashflow\/|\/financial-statement\/|\/month-closings\/|\/purchases$/, 'computed from other lists, which have it'],
  [/\/retentions$/, 'computed from expenses, which have it'],
  [/\/cost-estimate\/\{id\}\/|\/cost-estimates\/\{id\}\/days-off$/, 'parts of one cost estimate, whose version counts'],
];

let lists: DemoLists;
beforeAll(async () => {
  lists = await openDemoLists();
});
afterAll(() => lists.services.stop());

const excepted = (path: string): boolean => EXCEPTIONS.some(([pattern]) => pattern.test(path));

describe('Lists by changes', () => {
  test('are all lists by pages, except those that are named', () => {
    const watched = new Set(lists.watched());
    expect(lists.paged().filter((path) => !watched.has(path) && !excepted(path))).toEqual([]);
    expect([...watched].filter(excepted)).toEqual([]);
    expect(EXCEPTIONS.filter(([pattern]) => !lists.paged().some((path) => pattern.test(path)))).toEqual([]);
  });

  test('answer from the beginning the rows that the list has', async () => {
    const differing: string[] = [];
    let rows = 0;
    for (const path of lists.watched()) {
      const listed = ordered((await lists.ask(path, { size: '10000' })).content.map(({ id }) => id));
      if (JSON.stringify(ordered((await lists.readSince(path)).ids)) !== JSON.stringify(listed)) differing.push(path);
      rows += listed.length;
    }
    expect(differing).toEqual([]);
    expect(rows).toBeGreaterThan(3_000);
  });
});
