import { describe } from '@jest/globals';
import { describeHostileTexts } from './suite.ts';

// The widths stand in files of their own: the longest suite of all runs on two processors.
describe('Texts that would like to be programs', () => {
  describeHostileTexts({ rows: 4, menus: 6, all: true, widths: [1440] });
});
