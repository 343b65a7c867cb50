import { describe, expect, test } from '@jest/globals';
import { isTarget, TARGETS } from '#domain/assistant/targets.ts';
import { routes } from '#web/session/routes.ts';

describe('The screens that a broadcast may lead to', () => {
  test('are those of the client behind the login, with their titles, no more and no fewer', () => {
    const behind = routes.filter(({ rule }) => rule !== 'public').map(({ path, title }) => [path, title]);
    expect(TARGETS).toEqual(Object.fromEntries(behind));
  });

  test.each([
    ['/home/forms/transactions/bank', true],
    ['/home/forms/transactions/bank?wallet=3&x=%2F%2Felsewhere.example', true],
    ['/home/forms/transactions/bank/#part', true],
    ['/home/forms/transactions/transaction-models/7/edit-model', true],
    ['/home/forms/transactions/transaction-models//edit-model', false],
    ['/home/forms/transactions/banks', false],
    ['//elsewhere.example/home', false],
    ['https://elsewhere.example/home', false],
    ['/quote-request/abc', false],
    ['/', false],
    ['', false],
  ])('contain %s: %s', (address, known) => {
    expect(isTarget(address)).toBe(known);
  });
});
