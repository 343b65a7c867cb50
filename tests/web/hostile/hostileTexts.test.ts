import { describe, expect, test } from '@jest/globals';
import { describeHostileTexts, sinksIn } from './suite.ts';

describe('Hostile texts', () => {
  describeHostileTexts({ rows: 1, menus: 1, all: false, widths: [1440] });

  test('have no code in the screens that renders text as markup', () => {
    expect(sinksIn('web')).toEqual([]);
  });
});
