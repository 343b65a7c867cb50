import { divideHalfEven } from '../../decimal.ts';
import { parseQuantity } from '../../quantityInput.ts';

/** Characters of a formula, and the largest quantity: thirteen digits before the comma, as the contract writes them. */
export const MAX_FORMULA = 500;
const MAX_UNITS = 10n ** 17n - 1n;
const MAX_DEPTH = 50;
/** Places of one number inside a formula. */
const NUMBER_PLACES = 20;
const NUMBER = /^[\d.,]+/;

/** An exact quotient, so that only the end rounds; the denominator is positive. */
interface Fraction {
  over: bigint;
  under: bigint;
}

class Unreadable extends Error {}

const fraction = (over: bigint, under: bigint): Fraction => {
  if (under === 0n) throw new Unreadable();
  return under < 0n ? { over: -over, under: -under } : { over, under };
};

const operations: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction>> = {
  '+': (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under),
  '-': (a, b) => fraction(a.over * b.under - b.over * a.under, a.under * b.under),
  '*': (a, b) => fraction(a.over * b.over, a.under * b.under),
  '/': (a, b) => fraction(a.over * b.under, a.under * b.over),
};

/** Reads one formula from left to right: sums of products of signed numbers and parentheses. */
class Reader {
  private depth = 0;

  constructor(private rest: string) {}

  whole(): Fraction {
    const value = this.sum();
    if (this.rest !== '') throw new Unreadable();
    return value;
  }

  private takes(signs: string): string | null {
    const [next = ''] = this.rest;
    if (next === '' || !signs.includes(next)) return null;
    this.rest = this.rest.slice(1);
    return next;
  }

  private chain(signs: string, part: () => Fraction): Fraction {
    let value = part();
    for (let sign = this.takes(signs); sign !== null; sign = this.takes(signs)) {
      const act = operations[sign];
      if (act) value = act(value, part());
    }
    return value;
  }

  private sum(): Fraction {
    return this.chain('+-', () => this.product());
  }

  private product(): Fraction {
    return this.chain('*/', () => this.signed());
  }

  private signed(): Fraction {
    const sign = this.takes('+-');
    const value = this.single();
    return sign === '-' ? { over: -value.over, under: value.under } : value;
  }

  private single(): Fraction {
    if (this.takes('(') === null) return this.number();
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Unreadable();
    const value = this.sum();
    if (this.takes(')') === null) throw new Unreadable();
    this.depth -= 1;
    return value;
  }

  private number(): Fraction {
    const [digits = ''] = NUMBER.exec(this.rest) ?? [];
    const decimal = parseQuantity(digits, NUMBER_PLACES);
    if (decimal === null) throw new Unreadable();
    this.rest = this.rest.slice(digits.length);
    const [whole = '', places = ''] = decimal.split('.');
    return { over: BigInt(whole + places), under: 10n ** BigInt(places.length) };
  }
}

const compact = (text: string): string =>
  text
    .trim()
    .replace(/^=/, '')
    .replaceAll('−', '-')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replace(/(?<=[\d,.])\s+(?=[\d,.])/g, '?') // "1 2" is two numbers: no number accepts a question mark
    .replace(/\s/g, '');

/**
 * The value of a typed quantity: a number or a formula of + − * / and parentheses, decimals with comma or dot
 * ("12*2,80*4"). Computed exactly and rounded once, to four places half-even (domain.md §5).
 * @returns decimal text with four places; null for unreadable text, a division by zero and a negative value
 */
export const valueOfFormula = (text: string): string | null => {
  if (text.length > MAX_FORMULA) return null;
  try {
    const { over, under } = new Reader(compact(text)).whole();
    if (over < 0n) return null;
    const units = divideHalfEven(over * 10_000n, under);
    if (units > MAX_UNITS) return null;
    const digits = units.toString().padStart(5, '0');
    return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
};

/** A typed quantity: its value, and its text where that is more than a number. */
export interface TypedQuantity {
  quantity: string;
  formula: string | null;
}

/** Reads a quantity cell; null where the text does not read. */
export const readQuantity = (text: string): TypedQuantity | null => {
  const quantity = valueOfFormula(text);
  if (quantity === null) return null;
  return { quantity, formula: parseQuantity(text, NUMBER_PLACES) === null ? text.trim() : null };
};
