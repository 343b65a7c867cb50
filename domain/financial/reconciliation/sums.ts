import { toCents } from '../../money.ts';
import { daysInWords, daysLate, FARTHEST, pointsOfDays } from './days.ts';
import { exactSums, MOST_CANDIDATES } from './exactSums.ts';
import { identityOf, MOST, type Proposal, type ReadLine, SAME_AMOUNT_POINTS } from './pairs.ts';
import type { Movement } from './types.ts';

/** Where two sets of movements have the sum, neither is accepted unseen. */
const ONE_OF_TWO = 85;

/** One payment of several installments of one partner: the only set of them with exactly this sum (domain.md §3). */
export const sumOf = (line: ReadLine, movements: readonly Movement[]): Proposal | null => {
  const near = movements
    .filter(
      (movement) =>
        movement.kind === 'INSTALLMENT' &&
        toCents(movement.amount) < 0n === line.cents < 0n &&
        Math.abs(daysLate(line, movement.date)) <= FARTHEST,
    )
    .sort((a, b) => Math.abs(daysLate(line, a.date)) - Math.abs(daysLate(line, b.date)))
    .slice(0, MOST_CANDIDATES);
  // What is paid and what is not are not one payment.
  const proposals = [true, false].flatMap((paid) => {
    const pool = near.filter((movement) => movement.paid === paid);
    const sets = exactSums(
      pool.map(({ amount }) => toCents(amount)),
      line.cents,
    );
    const chosen = (sets[0] ?? []).flatMap((index) => pool[index] ?? []);
    return chosen.length === 0 ? [] : [proposalOf(line, chosen, sets.length === 1)];
  });
  return proposals.filter((one) => one !== null).sort((a, b) => b.score - a.score)[0] ?? null;
};

const proposalOf = (line: ReadLine, chosen: readonly Movement[], isOnly: boolean): Proposal | null => {
  const [farthest] = [...chosen].sort((a, b) => Math.abs(daysLate(line, b.date)) - Math.abs(daysLate(line, a.date)));
  const identity = farthest && identityOf(line, farthest);
  if (!farthest || !identity) return null;
  const days = daysLate(line, farthest.date);
  const score = Math.min(MOST, SAME_AMOUNT_POINTS + pointsOfDays(days) + identity.points);
  return {
    lineId: line.id,
    score: isOnly ? score : Math.min(score, ONE_OF_TWO),
    reasons: [
      `soma exata de ${chosen.length} ${line.cents > 0n ? 'receitas' : 'despesas'}`,
      daysInWords(days, farthest),
      identity.reason,
      ...(isOnly ? [] : ['há outra combinação com esta soma']),
    ],
    movements: [...chosen],
    difference: null,
    transfer: null,
    days,
  };
};
