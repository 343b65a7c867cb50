import type { IsoDate } from '#domain/dates.ts';
import type { Draft } from './drafts.ts';
import { randomFor, type Random } from './random.ts';

/** Kinds of document that each issuer numbers separately. */
const SERIES = new Set(['NF', 'NFS-e', 'ND', 'LIB', 'CT', 'REC']);
/** Series of the demo company, without gaps; numbers of suppliers skip, because they have other customers. */
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
 * Numbers the documents of drafts, in order of emission. A transaction that is only planned has no number from an
 * issuer yet.
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
