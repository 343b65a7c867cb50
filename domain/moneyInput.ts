import { type Money, MAX_MONEY, fromCents, toCents } from './cents.ts';

const LONGEST_INPUT = 200;

/** One term of what was typed: sign, then one of the ways to write a number in Brazil. */
const TERM = /([+-]?)((?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{0,2})?|\d*\.\d{1,2}|,\d{1,2})(?=[+-]|$)/y;

/**
 * Reads an amount as people type it: "1234,5", "1.234,50", "R$ 1.234,5", "1234.50" (a single dot before one or two
 * digits is decimal, "1.234" is thousands), "-12", sums such as "100+50,5".
 * @returns null when it is not understood or does not fit 13 integer digits; never a guess, never a rounded amount.
 */
export function parseMoney(text: unknown): Money | null {
  if (typeof text !== 'string' || text.length > LONGEST_INPUT) return null;
  const compact = text
    .replaceAll('−', '-')
    .replace(/R\$/gi, '')
    .replace(/(?<=[\d,.])\s+(?=[\d,.])/g, '?') // "1 2" is two numbers: a mark that no term accepts
    .replace(/\s/g, '');
  const cents = sumOfTerms(compact);
  if (cents === null) return null;
  const limit = toCents(MAX_MONEY);
  return cents > limit || cents < -limit ? null : fromCents(cents);
}

function sumOfTerms(text: string): bigint | null {
  if (text === '') return null;
  let total = 0n;
  let position = 0;
  while (position < text.length) {
    TERM.lastIndex = position;
    const match = TERM.exec(text);
    if (!match || (position > 0 && match[1] === '')) return null;
    const cents = termCents(match[2] ?? '');
    total += match[1] === '-' ? -cents : cents;
    position = TERM.lastIndex;
  }
  return total;
}

function termCents(term: string): bigint {
  const decimalDot = /^\d*\.\d{1,2}$/.test(term);
  const plain = decimalDot ? term : term.replaceAll('.', '').replace(',', '.');
  const [integer = '', fraction = ''] = plain.split('.');
  return toCents(`${integer || '0'}.${fraction.padEnd(2, '0')}`);
}
