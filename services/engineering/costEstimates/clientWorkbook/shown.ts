import { toDecimal } from '#domain/decimal.ts';
import type { Cell } from '../../../platform/workbooks/sheet.ts';
import type { Workbook } from '../../../platform/workbooks/workbook.ts';

/** Texts and conditions of a number format, which are no digits. */
const NO_DIGITS = /"[^"]*"|\[[^\]]*\]|\\./g;
/** Formats of dates and times. */
const DATE = /[dmyhs]/i;

/** Places that a number format fixes: 2 of "#,##0.00"; null for one that does not say. */
export const placesOf = (format: string): number | null => {
  const [positive = ''] = format.replace(NO_DIGITS, '').split(';');
  if (!/[0#]/.test(positive) || DATE.test(positive)) return null;
  return /\.(0+)/.exec(positive)?.[1]?.length ?? 0;
};

/** A cell as a spreadsheet program in Portuguese shows it: 1234.5 by "#,##0.00" is "1.234,50". */
export const shownText = (workbook: Workbook, cell: Cell): string => {
  const text = workbook.textOf(cell);
  if (!workbook.isNumber(cell)) return text;
  const format = workbook.formatOf(cell.style);
  const places = placesOf(format);
  const isPercentage = places !== null && format.replace(NO_DIGITS, '').includes('%');
  const value = isPercentage ? toDecimal(text).times(100) : toDecimal(text);
  const shown = new Intl.NumberFormat('pt-BR', {
    ...(places === null
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: places, maximumFractionDigits: places }),
    useGrouping: format.includes(','),
  }).format(value.toFixed() as `${number}`);
  return isPercentage ? `${shown}%` : shown;
};
