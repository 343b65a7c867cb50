import type { IsoDate } from '../../dates.ts';
import { type Money, fromCents, toCents } from '../../money.ts';

export interface LineToExplain {
  id: number;
  date: IsoDate;
  /** Signed: money in is positive. */
  amount: Money;
}

/** Part of an explanation: a payment, a side of a transfer, a fee, a new document. Signed as the bank would write it. */
export interface Part {
  key: string;
  amount: Money;
}

/** So much of a part is so much of a line. */
export interface Link {
  lineId: number;
  key: string;
  amount: Money;
}

interface Left {
  id: number;
  cents: bigint;
}

const total = (cents: readonly bigint[]): bigint => cents.reduce((sum, one) => sum + one, 0n);

/** What the lines have more than the parts; zero where the parts explain them. */
export const unexplained = (lines: readonly LineToExplain[], parts: readonly Part[]): Money =>
  fromCents(total(lines.map(({ amount }) => toCents(amount))) - total(parts.map(({ amount }) => toCents(amount))));

/** Lines of both signs are two reconciliations. */
export const haveOneSign = (lines: readonly LineToExplain[]): boolean =>
  new Set(lines.map(({ amount }) => toCents(amount) < 0n)).size <= 1;

/**
 * Says which part answers which line, and with how much. A line and a part of the same amount belong together; the others follow
 * each other, lines by date. What goes the other way (a fee in what a customer paid) comes off the last lines. Links of a line sum
 * to the line, links of a part to the part.
 * @throws RangeError where the sums differ, or lines have both signs
 */
export const allocate = (lines: readonly LineToExplain[], parts: readonly Part[]): Link[] => {
  if (!haveOneSign(lines) || toCents(unexplained(lines, parts)) !== 0n)
    throw new RangeError('the parts do not explain the lines');
  const sign = toCents(lines[0]?.amount ?? '0.00') < 0n ? -1n : 1n;
  const ordered = [...lines].sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
  const open: Left[] = ordered.map(({ id, amount }) => ({ id, cents: toCents(amount) * sign }));
  const cents = parts.map(({ key, amount }) => ({ key, cents: toCents(amount) * sign }));
  const links: Link[] = [];
  const link = (line: Left, key: string, amount: bigint): void => {
    line.cents -= amount;
    links.push({ lineId: line.id, key, amount: fromCents(amount * sign) });
  };
  for (const part of cents.filter((one) => one.cents < 0n)) {
    const last = open.at(-1);
    if (last) link(last, part.key, part.cents);
  }
  const rest = cents.filter((one) => one.cents > 0n).map((part) => ({ ...part }));
  for (const part of rest) {
    const same = open.find((line) => line.cents === part.cents);
    if (!same) continue;
    link(same, part.key, part.cents);
    part.cents = 0n;
  }
  for (const part of rest) {
    for (const line of open) {
      const amount = part.cents < line.cents ? part.cents : line.cents;
      if (amount === 0n) continue;
      link(line, part.key, amount);
      part.cents -= amount;
    }
  }
  return links;
};
