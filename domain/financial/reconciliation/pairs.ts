import { type IsoDate, daysBetween } from '../../dates.ts';
import { formatCurrency, fromCents, toCents } from '../../money.ts';
import { stripAccents } from '../../text.ts';
import { daysInWords, daysLate, FARTHEST, pointsOfDays } from './days.ts';
import type { PartnersInMemo } from './partnersInMemo.ts';
import { isAmong, type Naming, numberOfDocument, numbersOf, tellingWordsOf, taxIdsOf } from './partnersInMemo.ts';
import type { DifferenceKind, Movement, OpenLine, Suggestion } from './types.ts';

/** Words that banks write for money that moves between accounts. */
export const speaksOfTransfer = (memo: string): boolean =>
  /\b(transf|ted|doc|pix|resgate|aplic|saque|carga)/.test(stripAccents(memo));

export const SAME_AMOUNT_POINTS = 50;
const NEAR_AMOUNT_POINTS = 34;
const REMEMBERED: Naming = { points: 26, reason: 'como da última vez' };
const SAME_NUMBER: Naming = { points: 28, reason: 'número do documento' };
/** "INSS" tells a document, "pró" does not. */
const SHORTEST_WORD = 4;
const SAME_WORDS: Naming = { points: 22, reason: 'palavras do documento' };
const KNOWN_TRANSFER: Naming = { points: 22, reason: 'transferência já lançada' };

/** Nothing is certain: a person always looks at what counts 99. */
export const MOST = 99;

/** A line with everything that its words tell. */
export interface ReadLine extends OpenLine {
  cents: bigint;
  named: ReadonlyMap<number, Naming>;
  taxIds: readonly string[];
  numbers: ReadonlySet<string>;
  /** Its telling words. */
  words: readonly string[];
}

export const readLine = (line: OpenLine, partners: PartnersInMemo): ReadLine => ({
  ...line,
  cents: toCents(line.amount),
  named: partners.namedIn(line.memo),
  taxIds: taxIdsOf(line.memo),
  numbers: numbersOf(line.memo, line.document),
  words: tellingWordsOf(line.memo),
});

/** What nobody is named for: taxes, wages, transfers. */
const ofNobody = (line: ReadLine, { kind, description }: Movement): Naming | undefined => {
  if (line.named.size > 0 || line.taxIds.length > 0) return undefined;
  if (kind === 'TRANSFER') return speaksOfTransfer(line.memo) ? KNOWN_TRANSFER : undefined;
  const words = tellingWordsOf(description ?? '').filter((word) => word.length >= SHORTEST_WORD);
  return words.some((word) => isAmong(line.words, word)) ? SAME_WORDS : undefined;
};

/** Why the line speaks of the movement: the strongest factor. Null: it may be about anybody. */
export const identityOf = (line: ReadLine, movement: Movement): Naming | null => {
  const { partnerId, documentNumber } = movement;
  const number = numberOfDocument(documentNumber);
  const factors = [
    partnerId === null ? undefined : line.named.get(partnerId),
    number !== null && line.numbers.has(number) ? SAME_NUMBER : undefined,
    partnerId !== null && partnerId === line.rememberedPartnerId ? REMEMBERED : undefined,
    partnerId === null ? ofNobody(line, movement) : undefined,
  ].filter((factor) => factor !== undefined);
  return factors.sort((a, b) => b.points - a.points)[0] ?? null;
};

/** A line and what it may be, before other lines are asked. */
export interface Proposal extends Suggestion {
  days: number;
}

/** Days of the open lines and of the movements, by amount: whether an amount tells one from another. */
export interface DaysOfAmounts {
  lines: ReadonlyMap<bigint, readonly IsoDate[]>;
  movements: ReadonlyMap<bigint, readonly IsoDate[]>;
}

const partOf = ({ number, count }: Movement): string[] => (count > 1 ? [`parcela ${number}/${count}`] : []);

/** A movement of the same amount. Null: too far, somebody else's, or one of many. */
export const exactPair = (
  line: ReadLine,
  movement: Movement,
  partners: PartnersInMemo,
  amounts: DaysOfAmounts,
): Proposal | null => {
  const days = daysLate(line, movement.date);
  if (Math.abs(days) > FARTHEST) return null;
  const identity = identityOf(line, movement);
  // A CNPJ of somebody else is stronger than the words of last time.
  if (partners.contradicts(line.taxIds, movement.partnerId)) return null;
  if (!identity && (line.named.size > 0 || Math.abs(days) > 3 || !isOnlyOne(line, amounts))) return null;
  const factor = identity ?? aloneWith(line, movement, days);
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

/** No other line and no other movement of these days has the amount. */
const isOnlyOne = ({ cents, date }: ReadLine, { lines, movements }: DaysOfAmounts): boolean =>
  [lines, movements].every((days) => (days.get(cents) ?? []).filter((one) => isNear(one, date)).length === 1);

const NEAR = 10;
const isNear = (a: IsoDate, b: IsoDate): boolean => Math.abs(daysBetween(a, b)) <= NEAR;

/** What nothing but its amount speaks for: most where it was paid in this wallet on this day, least for a round sum. */
const aloneWith = ({ cents }: ReadLine, { paid }: Movement, days: number): Naming => {
  const points = cents % 100n === 0n ? 4 : paid && Math.abs(days) <= 1 ? 22 : 14;
  return { points, reason: 'único com este valor nestes dias' };
};

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
