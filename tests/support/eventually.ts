import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Locator } from 'playwright-core';

/** Longer than a slow machine needs for an answer, shorter than a test may take, so that the failure says what was expected. */
const PATIENCE = 15_000;
const PAUSE = 40;

type Matchers<T> = ReturnType<typeof expect<Promise<T>>>['resolves'];

const isLocator = (source: object): source is Locator => 'innerText' in source;

/** What a locator shows, with plain single spaces: "Total filtrado R$ 1.234,50". */
export const textOf = async (locator: Locator): Promise<string> =>
  (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

/** `expect(value)`, or its `not`, to be asked for a matcher by name. */
const matcherOf = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => Reflect.get(Object(found), name), expect(value));

const settle = async (
  read: () => unknown,
  path: readonly string[],
  expected: unknown[],
  from: Error,
): Promise<void> => {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      const matcher = matcherOf(await read(), path);
      Reflect.apply(matcher as () => void, undefined, expected);
      return;
    } catch (error) {
      if (Date.now() >= end) {
        // The line of the test, not the one of this loop.
        if (error instanceof Error) error.stack = `${error.message}\n${from.stack?.replace(/^.*\n/, '') ?? ''}`;
        throw error;
      }
    }
    await wait(PAUSE);
  }
};

const matching = (read: () => unknown, path: readonly string[]): unknown =>
  new Proxy(() => undefined, {
    get: (_target, name) => matching(read, [...path, String(name)]),
    apply: (target, _self, expected: unknown[]) => {
      const from = new Error();
      Error.captureStackTrace(from, target);
      return settle(read, path, expected, from);
    },
  });

/**
 * `expect` for what becomes true: reads again and again until the matcher holds, and fails after 15 s with what was
 * expected and what was read last. A locator is read as its text. A screen answers an act in its own time: whatever is
 * read of it after one is read through this.
 *
 *     await eventually(page.getByRole('status')).toContain('R$ 10,00');
 *     await eventually(() => field.inputValue()).toBe('10,00');
 */
export function eventually(source: Locator): Matchers<string>;
export function eventually<T>(source: () => Promise<T> | T): Matchers<T>;
export function eventually(source: Locator | (() => unknown)): unknown {
  return matching(isLocator(source) ? () => textOf(source) : source, []);
}
