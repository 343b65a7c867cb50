/** Items of a nota to lines of an order: by what was matched before, by code, by name (domain.md §3, mock 11). */
import { toTenThousandths } from '../../money.ts';
import { stripAccents } from '../../text.ts';
import type { OrderLine } from '../orders/figures.ts';
import { missingQuantity } from '../orders/receiving.ts';
import { NameIndex, similarity, wordsOf } from './names.ts';
import { lineFactor, unitKey, type InvoicedUnits, type LineUnits, type UnitFactor } from './units.ts';

/** A line of an order as far as a nota is compared with it. */
export interface OrderedLine extends OrderLine, LineUnits {
  id: number;
  productId: number;
  /** Of the product, now and as ordered, and of those that were merged into it. */
  codes: readonly string[];
  /** Of the product, now and as ordered, and what the supplier calls it. */
  names: readonly string[];
}

export interface InvoicedItem extends InvoicedUnits {
  number: number;
  code: string;
}

/** What an earlier nota taught of a supplier's code. */
export interface Remembered {
  code: string;
  /** Unit of that nota, by its key. */
  unit: string;
  productId: number;
  /** Units of the product in one of them; null where nobody has said it. */
  factor: string | null;
}

export type MatchKind = 'REMEMBERED' | 'CODE' | 'NAME';

export interface Match {
  item: number;
  /** Null: no line is like it. */
  lineId: number | null;
  kind: MatchKind | null;
  /** Percent of the words, of a match by name. */
  similarity: number | null;
  /** Null: somebody has to say it, or there is no line. */
  factor: UnitFactor | null;
}

/** Percent of the words from which two names are taken for one product. */
export const LEAST_SIMILARITY = 50;

/** Lines that are compared by name for one item. */
const MOST_ALIKE = 10;

/** A code as codes are compared. */
export const codeKey = (code: string): string => stripAccents(code).trim();

interface Candidate {
  line: OrderedLine;
  words: string[][];
  missing: bigint;
}

const alike = (words: readonly string[], { words: names }: Candidate): number =>
  Math.max(0, ...names.map((name) => similarity(words, name)));

/** The line that still lacks most of its product, those that no item has first. */
const bestOf = (found: readonly Candidate[], taken: ReadonlySet<number>): Candidate | undefined =>
  [...found].sort((a, b) => {
    const free = Number(taken.has(a.line.id)) - Number(taken.has(b.line.id));
    if (free !== 0) return free;
    return a.missing === b.missing ? 0 : a.missing > b.missing ? -1 : 1;
  })[0];

const groupedBy = <K>(candidates: readonly Candidate[], keysOf: (line: OrderedLine) => readonly K[]) => {
  const groups = new Map<K, Candidate[]>();
  for (const candidate of candidates)
    for (const key of new Set(keysOf(candidate.line))) groups.set(key, [...(groups.get(key) ?? []), candidate]);
  return groups;
};

/** The factor that a match has by memory or by measures. */
export const factorOf = (item: InvoicedItem, line: OrderedLine, memory: readonly Remembered[]): UnitFactor | null => {
  const unit = unitKey(item.unit);
  const known = memory.find((one) => one.code === item.code && one.unit === unit && one.productId === line.productId);
  return lineFactor(item, line, known?.factor ?? null);
};

/**
 * Matches items with lines that are neither canceled nor closed. A code counts only where the names share a word, since
 * suppliers number their goods as they like. Names are tried for what is left over, the most alike first, one item a line;
 * `names: false` leaves them out.
 */
export const matchItems = (
  items: readonly InvoicedItem[],
  lines: readonly OrderedLine[],
  memory: readonly Remembered[],
  { names = true }: { names?: boolean } = {},
): Match[] => {
  const candidates = lines
    .filter(({ canceled, closed }) => !canceled && !closed)
    .map((line): Candidate => ({
      line,
      words: line.names.map(wordsOf),
      missing: toTenThousandths(missingQuantity(line)),
    }));
  const byProduct = groupedBy(candidates, ({ productId }) => [productId]);
  const byCode = groupedBy(candidates, ({ codes }) => codes.map(codeKey));
  const productOf = new Map(memory.map(({ code, productId }) => [code, productId]));
  const words = new Map(items.map(({ number, name }) => [number, wordsOf(name)]));
  const taken = new Set<number>();
  const found = new Map<number, Pick<Match, 'kind' | 'similarity'> & { line: OrderedLine }>();
  const take = (item: InvoicedItem, kind: MatchKind, of: readonly Candidate[], percent: number | null = null): void => {
    const best = bestOf(of, taken);
    if (!best || found.has(item.number)) return;
    found.set(item.number, { kind, similarity: percent, line: best.line });
    taken.add(best.line.id);
  };
  for (const item of items) take(item, 'REMEMBERED', byProduct.get(productOf.get(item.code) ?? -1) ?? []);
  for (const item of items) {
    const own = words.get(item.number) ?? [];
    take(
      item,
      'CODE',
      (byCode.get(codeKey(item.code)) ?? []).filter((one) => alike(own, one) > 0),
    );
  }
  if (names) {
    const index = new NameIndex(candidates.map((candidate) => (taken.has(candidate.line.id) ? [] : candidate.words)));
    const pairs = items
      .filter(({ number }) => !found.has(number))
      .flatMap((item) =>
        index
          .find(words.get(item.number) ?? [], { least: LEAST_SIMILARITY, most: MOST_ALIKE })
          .flatMap(({ owner, percent }) => {
            const candidate = candidates[owner];
            return candidate ? [{ item, candidate, percent }] : [];
          }),
      )
      .sort((a, b) => b.percent - a.percent || a.item.number - b.item.number);
    for (const { item, candidate, percent } of pairs)
      if (!taken.has(candidate.line.id)) take(item, 'NAME', [candidate], percent);
  }
  return items.map((item) => {
    const match = found.get(item.number);
    if (!match) return { item: item.number, lineId: null, kind: null, similarity: null, factor: null };
    const { line, ...how } = match;
    return { item: item.number, lineId: line.id, ...how, factor: factorOf(item, line, memory) };
  });
};
