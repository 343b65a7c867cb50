import type { BankLine } from './reader.ts';

/** What makes a line the same in another file of its wallet. */
export type LineIdentity = Pick<BankLine, 'fitId' | 'date' | 'amount' | 'memo'>;

const textOf = ({ fitId, date, amount, memo }: LineIdentity): string => JSON.stringify([fitId, date, amount, memo]);

/**
 * Identity of each line within its wallet: FITID, date, amount, memo, and its number among identical lines, since a bank writes
 * real lines twice (domain.md §3).
 */
export const identitiesOf = (lines: readonly LineIdentity[]): { identity: string; ordinal: number; of: number }[] => {
  const counts = new Map<string, number>();
  const seen = lines.map((line) => {
    const text = textOf(line);
    const ordinal = (counts.get(text) ?? 0) + 1;
    counts.set(text, ordinal);
    return { text, ordinal };
  });
  return seen.map(({ text, ordinal }) => ({ identity: `${text}#${ordinal}`, ordinal, of: counts.get(text) ?? 1 }));
};
