import { describe, expect, test } from '@jest/globals';
import { describeHostileTexts, sinksIn } from './suite.ts';

describe('Texts that would like to be programs', () => {
  describeHostileTexts({ rows: 1, menus: 1, all: false, widths: [1440] });

  test('find nothing in the screens that makes markup of text', () => {
    expect(sinksIn('web')).toEqual([]);
  });
});
