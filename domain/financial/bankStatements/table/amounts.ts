import { type Money, ZERO } from '../../../cents.ts';
import { readBankAmount } from '../amounts.ts';

/** The sign before the cents, as the whole column has it; null where no cell tells. */
export type DecimalSign = ',' | '.' | null;

/** "R$ 1.234,56 D" without what is no number. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^'/, '')
    .replace(/\s*\(?[CD]\)?$/i, '')
    .replace(/[()\s]/g, '');

/** The decimal sign of a column: that of its cells which can be read in one way alone. */
export const decimalSignOf = (cells: readonly string[]): DecimalSign => {
  const told = new Set(
    cells.flatMap((cell) => {
      const [, before = '', sign = '', after = ''] = /^(.*)([.,])(\d+)[-+]?$/.exec(bare(cell)) ?? [];
      if (sign === '') return [];
      const groups = /^[^.,]*$/.test(before) && after.length === 3;
      if (groups || (after.length === 3 && before.includes(sign))) return [];
      return [sign];
    }),
  );
  const [only] = told;
  return told.size === 1 && (only === ',' || only === '.') ? only : null;
};

/**
 * Reads an amount of a cell: "1.234,56", "R$ -1.234,56", "1.234,56-", "(1.234,56)", "1.234,56 D". Money out is negative.
 * @returns null for what is no amount, or one of several
 */
export const readTableAmount = (text: string, decimal: DecimalSign): Money | null => {
  const cell = text.trim().replace(/^'/, '');
  const negative = /^\(.*\)$/.test(cell) || /\(?D\)?$/i.test(cell);
  const number = bare(cell);
  const groups = decimal === ',' ? /\.(?=\d{3}(?!\d))/g : /,(?=\d{3}(?!\d))/g;
  const amount = readBankAmount(decimal === null ? number : number.replace(groups, ''));
  if (amount === null || !negative) return amount;
  return amount.startsWith('-') || amount === ZERO ? amount : `-${amount}`;
};

/** +1 or −1 of a column that says which way the money went; null for any other word. */
export const readDirection = (text: string): 1 | -1 | null => {
  const word = text.trim().toLowerCase();
  if (/^(c|cr|cred|\+|e|entrada|receb)/.test(word)) return 1;
  if (/^(d|deb|dé|-|−|s|sa[ií]da|pag)/.test(word)) return -1;
  return null;
};
