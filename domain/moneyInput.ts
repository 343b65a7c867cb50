import { type Money, MAX_MONEY, fromCents, toCents } from './cents.ts';
import { divideHalfEven } from './decimal.ts';

const LONGEST_INPUT = 200;

/** One term: a sign and a number in Brazilian notation. */
const TERM = /([+-]?)((?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d*)?|\d*\.\d{1,2}|,\d+)(?=[+-]|$)/y;

/** Resolution finer than any input: terms are summed before rounding. */
const FINEST = 10n ** BigInt(LONGEST_INPUT);

/**
 * Parses an amount as users type it: "1234,5", "1.234,50", "R$ 1.234,5", "1234.50" (a single dot before one or two
 * digits is decimal, "1.234" is thousands), "-12", sums such as "100+50,5". Rounds more than two places half-even, a
 * sum once at its end: "1,005" is 1.00, "33,333333" is 33.33 (§9).
 * @returns null for unknown or ambiguous text, or more than 13 integer digits.
 */
export function parseMoney(text: unknown): Money | null {
  if (typeof text !== 'string' || text.length > LONGEST_INPUT) return null;
  const compact = text
    .replaceAll('−', '-')
    .replace(/R\$/gi, '')
    .replace(/(?<=[\d,.])\s+(?=[\d,.])/g, '?') // "1 2" is two numbers: replaced with a character that no term accepts
    .replace(/\s/g, '');
  const total = sumOfTerms(compact);
  if (total === null) return null;
  const size = divideHalfEven((total < 0n ? -total : total) * 100n, FINEST);
  return size > toCents(MAX_MONEY) ? null : fromCents(total < 0n ? -size : size);
}

/** Returns the exact sum in units of 1/FINEST, or null. */
function sumOfTerms(text: string): bigint | null {
  if (text === '') return null;
  let total = 0n;
  let position = 0;
  while (position < text.length) {
    TERM.lastIndex = position;
    const match = TERM.exec(text);
    if (!match || (position > 0 && match[1] === '')) return null;
    const size = termSize(match[2] ?? '');
    total += match[1] === '-' ? -size : size;
    position = TERM.lastIndex;
  }
  return total;
}

function termSize(term: string): bigint {
  const decimalDot = /^\d*\.\d{1,2}$/.test(term);
  const plain = decimalDot ? term : term.replaceAll('.', '').replace(',', '.');
  const [integer = '', fraction = ''] = plain.split('.');
  return BigInt((integer || '0') + fraction.padEnd(LONGEST_INPUT, '0'));
}
