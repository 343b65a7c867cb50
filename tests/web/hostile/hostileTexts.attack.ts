import { describe } from '@jest/globals';
import { describeHostileTexts } from './suite.ts';

// Each width has its own file: this is the longest suite of all on two processors.
describe('Hostile texts', () => {
  describeHostileTexts({ rows: 4, menus: 6, all: true, widths: [1440] });
});
