import type { IsoDate } from '#domain/dates.ts';
import type { Draft } from './drafts.ts';
import { randomFor, type Random } from './random.ts';

/** Kinds of document that every issuer numbers on its own. */
const SERIES = new Set(['NF', 'NFS-e', 'ND', 'LIB', 'CT', 'REC']);
/** Series of our own, which grow by one; a supplier has other customers in between. */
const OURS = new Set(['ND', 'LIB', 'CT', 'REC']);

interface Counter {
  next: number;
  random: Random;
}

const startOf = (kind: string, random: Random): number =>
  OURS.has(kind) ? random.int(12, 140) : random.int(900, 16_000);

/** "NF 10.482" */
const written = (kind: string, number: number): string => `${kind} ${String(number).replace(/\B(?=(\d{3})+$)/g, '.')}`;

/**
 * Document numbers, for drafts in order of emission. What is only planned has no document yet, and so no number of
 * its issuer.
 */
export const numberDocuments = (drafts: readonly Draft[], seedDate: IsoDate): (string | null)[] => {
  const counters = new Map<string, Counter>();
  return drafts.map((draft) => {
    const kind = draft.documentNumber;
    if (!SERIES.has(kind)) return kind;
    if (draft.competence > seedDate) return null;
    const issuer = `${kind} of ${draft.type === 'CREDIT' ? 'ours' : (draft.partner ?? 'nobody')}`;
    const random = counters.get(issuer)?.random ?? randomFor(issuer);
    const number = counters.get(issuer)?.next ?? startOf(kind, random);
    const step = OURS.has(kind) || draft.type === 'CREDIT' ? 1 : random.int(4, 70);
    counters.set(issuer, { next: number + step, random });
    return written(kind, number);
  });
};
