import { type Money, MAX_MONEY, fromCents, toCents } from '../../cents.ts';

const NUMBER = /^([+-]?)(?:R\$)?([+-]?)([\d.,]+)([+-]?)$/;

/** Digits before and after the decimal sign. Several signs of one kind, or the first of two kinds, group thousands. */
const parts = (digits: string): [whole: string, decimals: string] | null => {
  const signs = digits.replace(/\d/g, '');
  const decimal = signs.at(-1);
  if (decimal === undefined) return [digits, ''];
  const groupsOnly = signs.length > 1 && [...signs].every((sign) => sign === decimal);
  const at = groupsOnly ? digits.length : digits.lastIndexOf(decimal);
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  if (/[.,]/.test(whole) && !/^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)) return null;
  // "1.234" says either of two amounts.
  if (signs.length === 1 && decimals.length === 3 && /[1-9]/.test(digits)) return null;
  return [whole.replace(/[.,]/g, ''), decimals];
};

/**
 * Reads an amount of a bank's file: decimals after a point or a comma, groups of thousands, padding with spaces and zeros, a
 * sign before or after. Zeros beyond the cent are dropped.
 * @returns null for what is no amount, or one of several
 */
export const readBankAmount = (text: string): Money | null => {
  const [, before = '', inner = '', digits = '', after = ''] =
    NUMBER.exec(text.replace(/\s/g, '').replace('−', '-')) ?? [];
  const sign = before + inner + after;
  if (sign.length > 1 || !/\d/.test(digits)) return null;
  const [whole, decimals] = parts(digits) ?? [];
  if (whole === undefined || decimals === undefined || /[1-9]/.test(decimals.slice(2))) return null;
  const significant = whole.replace(/^0+/, '');
  if (significant.length > 13) return null;
  const cents = BigInt(`${significant}${decimals.slice(0, 2).padEnd(2, '0')}`);
  return cents > toCents(MAX_MONEY) ? null : fromCents(sign === '-' ? -cents : cents);
};
