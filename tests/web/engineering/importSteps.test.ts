import { describe, expect, test } from '@jest/globals';
import { timeText } from '#web/engineering/imports/steps.ts';

describe('The time of an import', () => {
  test.each([
    [
      'the rest by the rows that are left',
      72,
      { done: 39_699, total: 109_204 },
      '1 min 12 s até aqui, falta cerca de 2 min',
    ],
    ['to ten seconds when it is short', 30, { done: 50, total: 100 }, '30 s até aqui, falta cerca de 30 s'],
    ['that it is nearly over', 60, { done: 95, total: 100 }, '1 min até aqui, falta pouco'],
    ['no guess from the first rows', 5, { done: 4, total: 100 }, '5 s até aqui'],
    ['no guess while the rows of a sheet are unknown', 20, { done: 50, total: null }, '20 s até aqui'],
  ])('tells %s', (_name, elapsed, rows, text) => {
    expect(timeText(elapsed, rows)).toBe(text);
  });
});
