import { describe } from '@jest/globals';
import { describeHostileTexts } from '../hostile/suite.ts';

describe('Texts that would like to be programs', () => {
  describeHostileTexts({ rows: 12, menus: 14, all: true, widths: [1440, 390] });
});
