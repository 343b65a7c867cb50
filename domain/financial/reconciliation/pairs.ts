import { formatCurrency, fromCents, toCents } from '../../money.ts';
import { daysInWords, daysLate, FARTHEST, pointsOfDays } from './days.ts';
import type { PartnersInMemo } from './partnersInMemo.ts';
import { type Naming, numberOfDocument, numbersOf, taxIdsOf } from './partnersInMemo.ts';
import type { DifferenceKind, Movement, OpenLine, Suggestion } from './types.ts';

export const SAME_AMOUNT_POINTS = 50;
const NEAR_AMOUNT_POINTS = 34;
const REMEMBERED: Naming = { points: 26, reason: 'como da última vez' };
const SAME_NUMBER: Naming = { points: 28, reason: 'número do documento' };
const ONLY_ONE: Naming = { points: 4, reason: 'único com este valor' };
const ONLY_ONE_WITH_CENTS: Naming = { ...ONLY_ONE, points: 14 };

/** Nothing is certain: a person always looks at what counts 99. */
export const MOST = 99;

/** A line with everything that its words tell. */
export interface ReadLine extends OpenLine {
  cents: bigint;
  named: ReadonlyMap<number, Naming>;
  taxIds: readonly string[];
  numbers: ReadonlySet<string>;
}

export const readLine = (line: OpenLine, partners: PartnersInMemo): ReadLine => ({
  ...line,
  cents: toCents(line.amount),
  named: partners.namedIn(line.memo),
  taxIds: taxIdsOf(line.memo),
  numbers: numbersOf(line.memo, line.document),
});

/** Why the line speaks of the movement: the strongest factor. Null: it may be about anybody. */
export const identityOf = (line: ReadLine, { partnerId, documentNumber }: Movement): Naming | null => {
  const number = numberOfDocument(documentNumber);
  const factors = [
    partnerId === null ? undefined : line.named.get(partnerId),
    number !== null && line.numbers.has(number) ? SAME_NUMBER : undefined,
    partnerId !== null && partnerId === line.rememberedPartnerId ? REMEMBERED : undefined,
  ].filter((factor) => factor !== undefined);
  return factors.sort((a, b) => b.points - a.points)[0] ?? null;
};

/** A line and what it may be, before other lines are asked. */
export interface Proposal extends Suggestion {
  days: number;
}

/** How common amounts are among the open lines and the movements. */
export interface Counts {
  lines: ReadonlyMap<bigint, number>;
  movements: ReadonlyMap<bigint, number>;
}

const partOf = ({ number, count }: Movement): string[] => (count > 1 ? [`parcela ${number}/${count}`] : []);

/** A movement of the same amount. Null: too far, somebody else's, or one of many. */
export const exactPair = (
  line: ReadLine,
  movement: Movement,
  partners: PartnersInMemo,
  counts: Counts,
): Proposal | null => {
  const days = daysLate(line, movement.date);
  if (Math.abs(days) > FARTHEST) return null;
  const identity = identityOf(line, movement);
  // A CNPJ of somebody else is stronger than the words of last time.
  if (partners.contradicts(line.taxIds, movement.partnerId)) return null;
  if (!identity && (line.named.size > 0 || Math.abs(days) > 3 || !isOnlyOne(line, counts))) return null;
  const factor = identity ?? (line.cents % 100n === 0n ? ONLY_ONE : ONLY_ONE_WITH_CENTS);
  return {
    lineId: line.id,
    score: Math.min(MOST, SAME_AMOUNT_POINTS + pointsOfDays(days) + factor.points),
    reasons: ['mesmo valor', daysInWords(days, movement), ...partOf(movement), factor.reason],
    movements: [movement],
    difference: null,
    transfer: null,
    days,
  };
};

const isOnlyOne = ({ cents }: ReadLine, { lines, movements }: Counts): boolean =>
  lines.get(cents) === 1 && movements.get(cents) === 1;

const absolute = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

/**
 * What is not paid, and differs by less than a tenth and the limit of the account: more than it, from its due date on, is
 * interest; less, until then, a discount.
 */
export const nearPair = (line: ReadLine, movement: Movement, limit: bigint): Proposal | null => {
  const cents = toCents(movement.amount);
  const days = daysLate(line, movement.date);
  const difference = absolute(line.cents) - absolute(cents);
  const kind: DifferenceKind = difference > 0n ? 'INCREASE' : 'DISCOUNT';
  const [size, whole] = [absolute(difference), absolute(cents)];
  if (movement.paid || movement.kind !== 'INSTALLMENT' || cents < 0n !== line.cents < 0n) return null;
  if (size === 0n || size * 10n > whole || size > limit || Math.abs(days) > FARTHEST) return null;
  if (kind === 'INCREASE' ? days < 0 : days > 0) return null;
  const identity = identityOf(line, movement);
  if (!identity) return null;
  const amount = fromCents(size);
  return {
    lineId: line.id,
    score: NEAR_AMOUNT_POINTS + pointsOfDays(days) + identity.points,
    reasons: [
      identity.reason,
      daysInWords(days, movement),
      ...partOf(movement),
      `${formatCurrency(amount)} a ${kind === 'INCREASE' ? 'mais' : 'menos'}`,
    ],
    movements: [movement],
    difference: { kind, amount },
    transfer: null,
    days,
  };
};
