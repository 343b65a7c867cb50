import type { IsoDate } from '../../../dates.ts';
import { readBankDate } from '../days.ts';

const SHORT = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?:\s.*)?$/;

/** Reads a day of a cell: "20/11/2026", "20/11/26", "20-11-2026", "20.11.2026", "2026-11-20", "20261120", with or without a time. */
export const readTableDate = (text: string): IsoDate | null => {
  const cell = text.trim().replace(/^'/, '');
  const [, day = '', month = '', year = ''] = SHORT.exec(cell) ?? [];
  if (year === '') return readBankDate(cell);
  return readBankDate(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};
