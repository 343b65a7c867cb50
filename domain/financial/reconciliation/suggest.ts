import type { IsoDate } from '../../dates.ts';
import { toCents } from '../../money.ts';
import { exactPair, nearPair, type Proposal, type ReadLine, readLine } from './pairs.ts';
import type { PartnersInMemo } from './partnersInMemo.ts';
import { sumOf } from './sums.ts';
import { byAmount, transfersOf } from './transfersBetween.ts';
import {
  ACCEPTED_FROM,
  type KnownAccount,
  type Movement,
  type OpenLine,
  type OtherLine,
  SUGGESTED_FROM,
  type Suggestion,
} from './types.ts';

export interface Question {
  lines: readonly OpenLine[];
  movements: readonly Movement[];
  others: readonly OtherLine[];
  accounts: readonly KnownAccount[];
  partners: PartnersInMemo;
  /** Largest difference that is interest or discount, in cents. */
  limit: bigint;
}

/** Two answers are as good as each other where their scores are this near. */
const TOO_NEAR = 2;

const grouped = <K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const list = groups.get(keyOf(item));
    if (list) list.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

const daysByAmount = <T extends { date: IsoDate }>(groups: ReadonlyMap<bigint, readonly T[]>): Map<bigint, IsoDate[]> =>
  new Map([...groups].map(([key, list]) => [key, list.map(({ date }) => date)]));

/** Best first; of equal ones the nearer, then in the order of lines and movements, so that the answer is always the same. */
const inOrder = (a: Proposal, b: Proposal): number =>
  b.score - a.score || Math.abs(a.days) - Math.abs(b.days) || a.lineId - b.lineId || keyOf(a).localeCompare(keyOf(b));

const keyOf = ({ movements: [first], transfer }: Proposal): string =>
  first?.key ?? `${transfer?.walletId ?? 0}/${transfer?.lineId ?? 0}`;

/** What is used once: movements, and lines of other statements. */
const usesOf = ({ movements, transfer }: Proposal): string[] => [
  ...movements.map(({ key }) => key),
  ...(transfer?.lineId ? [`line ${transfer.lineId}`] : []),
];

/** Gives each line its best proposal that is still free; nothing is used twice. */
class Choice {
  readonly chosen = new Map<number, Proposal>();
  readonly #users = new Map<string, Proposal>();

  /** Takes the proposals of lines that have none yet. */
  take(proposals: readonly Proposal[]): void {
    const sorted = [...proposals].sort(inOrder);
    const taken: Proposal[] = [];
    for (const proposal of sorted) {
      if (this.chosen.has(proposal.lineId) || usesOf(proposal).some((use) => this.#users.has(use))) continue;
      this.chosen.set(proposal.lineId, proposal);
      for (const use of usesOf(proposal)) this.#users.set(use, proposal);
      taken.push(proposal);
    }
    const ofLine = grouped(sorted, ({ lineId }) => lineId);
    const ofUse = grouped(
      sorted.flatMap((proposal) => usesOf(proposal).map((use) => ({ use, proposal }))),
      ({ use }) => use,
    );
    for (const proposal of taken) {
      const rivals = [
        ...(ofLine.get(proposal.lineId) ?? []).filter((rival) => !this.#isTakenBetter(rival)),
        ...usesOf(proposal).flatMap((use) =>
          (ofUse.get(use) ?? []).flatMap(({ proposal: rival }) => (this.chosen.has(rival.lineId) ? [] : rival)),
        ),
      ].filter((rival) => rival !== proposal && rival.score >= proposal.score - TOO_NEAR);
      const [rival] = rivals;
      if (rival) this.chosen.set(proposal.lineId, doubted(proposal, rival.lineId === proposal.lineId));
    }
  }

  has(line: { id: number }): boolean {
    return this.chosen.has(line.id);
  }

  isFree({ key }: Movement): boolean {
    return !this.#users.has(key);
  }

  /** Whether another line has what the rival would use, with no lower a score. */
  #isTakenBetter(rival: Proposal): boolean {
    return usesOf(rival).some((use) => {
      const user = this.#users.get(use);
      return user !== undefined && user.lineId !== rival.lineId && user.score >= rival.score;
    });
  }
}

const doubted = (proposal: Proposal, otherMovement: boolean): Proposal => ({
  ...proposal,
  score: Math.min(proposal.score, ACCEPTED_FROM - 1),
  reasons: [...proposal.reasons, otherMovement ? 'há outra opção igual' : 'há outra linha igual'],
});

const isMade = ({ score }: Proposal): boolean => score >= SUGGESTED_FROM;

const pairsOf = (lines: readonly ReadLine[], question: Question): Proposal[] => {
  const byCents = grouped(question.movements, ({ amount }) => toCents(amount));
  const byLine = grouped(lines, ({ cents }) => cents);
  const amounts = { lines: daysByAmount(byLine), movements: daysByAmount(byCents) };
  const opposite = byAmount(question.others);
  return lines.flatMap((line) => {
    const pairs = (byCents.get(line.cents) ?? []).flatMap(
      (movement) => exactPair(line, movement, question.partners, amounts) ?? [],
    );
    // A transfer that is in Prumo is not made again.
    const isThere = pairs.some(({ movements }) => movements.some(({ kind }) => kind === 'TRANSFER'));
    return isThere ? pairs : [...pairs, ...transfersOf(line, question.accounts, opposite)];
  });
};

/**
 * Answers open lines of a wallet by what is in Prumo: exact pairs and transfers first, then exact sums of one partner, then pairs
 * with a difference. A movement answers one line at most, and a line has one suggestion at most, of 70 % or more. Pure: the same
 * question always has the same answer.
 */
export const suggest = (question: Question): Suggestion[] => {
  const lines = question.lines.map((line) => readLine(line, question.partners));
  const choice = new Choice();
  choice.take(pairsOf(lines, question).filter(isMade));
  const byPartner = grouped(question.movements, ({ partnerId }) => partnerId);
  const free = (line: ReadLine): Movement[] => {
    const named = new Set([
      ...line.named.keys(),
      ...(line.rememberedPartnerId === null ? [] : [line.rememberedPartnerId]),
    ]);
    return [...named]
      .filter((id) => !question.partners.contradicts(line.taxIds, id))
      .flatMap((id) => (byPartner.get(id) ?? []).filter((movement) => choice.isFree(movement)));
  };
  const open = () => lines.filter((line) => !choice.has(line));
  choice.take(open().flatMap((line) => sumsOf(line, free(line))));
  choice.take(
    open().flatMap((line) =>
      free(line)
        .flatMap((movement) => nearPair(line, movement, question.limit) ?? [])
        .filter(isMade),
    ),
  );
  return question.lines.flatMap(({ id }) => {
    const chosen = choice.chosen.get(id);
    if (!chosen) return [];
    const { days: _days, ...suggestion } = chosen;
    return [suggestion];
  });
};

/** The sum of each partner's movements apart: one payment goes to one of them. */
const sumsOf = (line: ReadLine, movements: readonly Movement[]): Proposal[] =>
  [...grouped(movements, ({ partnerId }) => partnerId).values()]
    .flatMap((list) => sumOf(line, list) ?? [])
    .filter(isMade);
