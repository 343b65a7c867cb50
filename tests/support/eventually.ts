import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Locator } from 'playwright-core';

/** Above a slow machine's response time and below a test's timeout, so that the failure shows the expected value. */
const TIMEOUT = 20_000;
const PAUSE = 40;

type Matchers<T> = ReturnType<typeof expect<Promise<T>>>['resolves'];

const isLocator = (source: object): source is Locator => 'innerText' in source;

/** Text of a locator with whitespace collapsed: "Total filtrado R$ 1.234,50". */
export const textOf = async (locator: Locator): Promise<string> =>
  (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

/** `expect(value)` or its `not`, on which a matcher is looked up by name. */
const matcherOf = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => Reflect.get(Object(found), name), expect(value));

const settle = async (
  read: () => unknown,
  path: readonly string[],
  expected: unknown[],
  from: Error,
): Promise<void> => {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    try {
      const matcher = matcherOf(await read(), path);
      Reflect.apply(matcher as () => void, undefined, expected);
      return;
    } catch (error) {
      if (Date.now() >= end) {
        // Reports the line of the test instead of this loop.
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
 * `expect` with retries, because a screen responds to an action asynchronously: reads the source until the matcher
 * passes, or fails after 20 s with the expected and the last value. Reads a locator as its text.
 *
 *     await eventually(page.getByRole('status')).toContain('R$ 10,00');
 *     await eventually(() => field.inputValue()).toBe('10,00');
 */
export function eventually(source: Locator): Matchers<string>;
export function eventually<T>(source: () => Promise<T> | T): Matchers<T>;
export function eventually(source: Locator | (() => unknown)): unknown {
  return matching(isLocator(source) ? () => textOf(source) : source, []);
}
