import { toCents } from '../../money.ts';
import { daysLate, pointsOfDays } from './days.ts';
import { MOST, type Proposal, type ReadLine, SAME_AMOUNT_POINTS, speaksOfTransfer } from './pairs.ts';
import type { KnownAccount, OtherLine } from './types.ts';

const KNOWN_ACCOUNT_POINTS = 25;
const WORD_POINTS = 15;
/** The account is known, and the other bank's statement has not come. */
const ONE_SIDE_SCORE = 85;
/** Banks credit a transfer on the next day at the latest. */
const FARTHEST_SIDES = 1;

/** The account stands in a memo as a number of its own, with or without its signs. */
const isNamed = (memo: string, number: string): boolean =>
  new RegExp(`(?<![0-9])0*${number}(?![0-9])`).test(memo.toUpperCase().replace(/(?<=\d)[.-](?=[0-9X])/g, ''));

const sidesOf = (line: ReadLine, other: OtherLine, isKnown: boolean): Proposal | null => {
  const days = daysLate(line, other.date);
  const both = speaksOfTransfer(line.memo) && speaksOfTransfer(other.memo);
  if (Math.abs(days) > FARTHEST_SIDES || (!isKnown && !both)) return null;
  const sameDay = days === 0 ? 'mesmo dia e valor' : 'mesmo valor, 1 dia de diferença,';
  const there = `${sameDay} no extrato de ${other.walletName}`;
  const points = isKnown ? KNOWN_ACCOUNT_POINTS : WORD_POINTS;
  return {
    lineId: line.id,
    score: Math.min(MOST, SAME_AMOUNT_POINTS + pointsOfDays(days) + points),
    reasons: isKnown ? ['conta conhecida', there] : [there],
    movements: [],
    difference: null,
    transfer: { walletId: other.walletId, lineId: other.id },
    days,
  };
};

/** Transfers that the line may be one side of: with the line of the other statement, or to an account that its words name. */
export const transfersOf = (
  line: ReadLine,
  accounts: readonly KnownAccount[],
  opposite: ReadonlyMap<bigint, readonly OtherLine[]>,
): Proposal[] => {
  // Who is named is paid: a transfer is between one's own accounts.
  if (line.named.size > 0) return [];
  const known = accounts.filter(({ number }) => isNamed(line.memo, number));
  const sides = (opposite.get(-line.cents) ?? []).flatMap(
    (other) =>
      sidesOf(
        line,
        other,
        known.some(({ walletId }) => walletId === other.walletId),
      ) ?? [],
  );
  const [only, second] = known;
  if (sides.length > 0 || !only || second) return sides;
  const alone: Proposal = {
    lineId: line.id,
    score: ONE_SIDE_SCORE,
    reasons: ['conta conhecida', `o extrato de ${only.walletName} ainda não tem esta linha`],
    movements: [],
    difference: null,
    transfer: { walletId: only.walletId, lineId: null },
    days: 0,
  };
  return [alone];
};

export const byAmount = (others: readonly OtherLine[]): Map<bigint, OtherLine[]> => {
  const index = new Map<bigint, OtherLine[]>();
  for (const other of others) {
    const cents = toCents(other.amount);
    const list = index.get(cents);
    if (list) list.push(other);
    else index.set(cents, [other]);
  }
  return index;
};
