import {
  compare,
  formatCurrency,
  isNegative,
  isPositive,
  isZero,
  type Money,
  negate,
  subtract,
  sum,
} from '#domain/money.ts';
import { isOpenInstallment, type Picked } from './items.ts';
import { type Line, unsigned } from './model.ts';

/** What an entry counts, signed as the bank writes it. */
export const countedOf = ({ entry, part }: Picked): Money => {
  if (part === null) return entry.amount;
  return isNegative(entry.amount) ? negate(part) : part;
};

export interface Sums {
  bank: Money;
  prumo: Money;
  /** What the lines have more than the entries, signed. */
  rest: Money;
}

export const sumsOf = (lines: readonly Line[], picked: readonly Picked[]): Sums => {
  const [bank, prumo] = [sum(lines.map(({ amount }) => amount)), sum(picked.map(countedOf))];
  return { bank, prumo, rest: subtract(bank, prumo) };
};

/** A way to close the sum. */
export interface Offer {
  kind: 'INCREASE' | 'DISCOUNT' | 'FEE' | 'DOCUMENT' | 'PART';
  /** Unsigned: the difference; of a part, what is left of the entry. */
  amount: Money;
  label: string;
  /** Why it is not possible here. */
  refused: string | null;
}

const aboveLimit = (amount: Money, limit: Money): string | null =>
  compare(amount, limit) > 0 ? `O limite da conta para juros, desconto e tarifa é ${formatCurrency(limit)}.` : null;

/** The last ticked entry that is larger than what is too much: so much of it stays. */
export const partOf = (picked: readonly Picked[], tooMuch: Money): { index: number; part: Money } | null => {
  const index = picked.findLastIndex((one) => compare(unsigned(countedOf(one)), tooMuch) > 0);
  const one = picked[index];
  return one ? { index, part: subtract(unsigned(countedOf(one)), tooMuch) } : null;
};

/** What the difference may become: juros or desconto of the one open installment, a tarifa, a document, or a smaller part. */
export const offersOf = (lines: readonly Line[], picked: readonly Picked[], limit: Money): Offer[] => {
  const { bank, rest } = sumsOf(lines, picked);
  if (isZero(rest) || lines.length === 0 || picked.length === 0) return [];
  const amount = unsigned(rest);
  const goes = isNegative(bank);
  /** The bank moved more than what is ticked. */
  const isMore = goes === isNegative(rest);
  const open = picked.filter(({ entry }) => isOpenInstallment(entry));
  const isOne = open.length === 1 && (isMore || compare(unsigned(countedOf(open[0] as Picked)), amount) > 0);
  const part = isMore ? null : partOf(picked, amount);
  const refused = aboveLimit(amount, limit);
  const offers: (Offer | false)[] = [
    isOne && isMore && { kind: 'INCREASE', amount, label: 'Como juros', refused },
    isOne && !isMore && { kind: 'DISCOUNT', amount, label: 'Como desconto', refused },
    // What the bank kept is money out: it adds to a payment, and is missing in what was received.
    isMore === goes && { kind: 'FEE', amount, label: 'Como tarifa…', refused },
    isMore && { kind: 'DOCUMENT', amount, label: 'O resto como documento…', refused: null },
    part !== null && {
      kind: 'PART',
      amount: part.part,
      label: `Só ${formatCurrency(part.part)} da última`,
      refused: null,
    },
  ];
  return offers.filter((offer) => offer !== false);
};

export const haveOneSign = (lines: readonly Line[]): boolean =>
  new Set(lines.map(({ amount }) => isPositive(amount))).size <= 1;
