import { describe } from '@jest/globals';
import { describeHostileTexts } from './suite.ts';

describe('Hostile texts on a phone', () => {
  describeHostileTexts({ rows: 4, menus: 6, all: true, widths: [390] });
});
