import { stripAccents } from '../text.ts';
import type { NameKind, Phrase } from './reading.ts';

/** A row that a sentence may name. */
export interface Named {
  kind: NameKind;
  id: string;
  name: string;
  /** Other names: the trade name of a partner, the code of a product. */
  also?: string;
}

/** Parts of names that everybody has. */
const COMMON = new Set('de da do das dos e ltda me epp eireli mei sa s a cia o os as em para com'.split(' '));

const wordsIn = (name: string): string[] =>
  stripAccents(name)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

const trigrams = (word: string): Set<string> => {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
};

/** Share of trigrams that two words have in common, as pg_trgm counts it. */
export const similarity = (a: string, b: string): number => {
  const [first, second] = [trigrams(a), trigrams(b)];
  let common = 0;
  for (const one of first) if (second.has(one)) common += 1;
  return common / (first.size + second.size - common);
};

/** Below this, two words are different ones. */
const ALIKE = 0.4;
const BEGINS_ALIKE = 0.3;

/** Letters that differ by one slip: a wrong, missing, added or swapped one. */
export const slips = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1 || a.length < 4) return false;
  let [start, endA, endB] = [0, a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start += 1;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [left, right] = [a.slice(start, endA), b.slice(start, endB)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
};

/** How well a typed word stands for a word of a name: 1 for the same, 0 for another. */
const wordScore = (typed: string, own: string): number => {
  if (typed === own) return 1;
  if (/^\d+$/.test(typed) || /^\d+$/.test(own)) return 0;
  if (typed.length >= 3 && own.startsWith(typed)) return 0.9;
  if (`${own}s` === typed || own === `${typed}s`) return 0.95;
  if (slips(typed, own)) return 0.8;
  const alike = similarity(typed, own);
  // "caixa" for "caixinha": words that begin alike may differ more.
  const least = own.startsWith(typed.slice(0, -1)) ? BEGINS_ALIKE : ALIKE;
  return typed.length >= 4 && alike >= least ? 0.5 + alike * 0.3 : 0;
};

interface Score {
  /** Between 0 and 1; 0 when one of the words is not in the name. */
  score: number;
  /** One word of several, and not the first: it tells little. */
  weak: boolean;
}
const NONE: Score = { score: 0, weak: true };

/** How well a phrase stands for a name. */
const scoreOf = (typed: readonly string[], name: string): Score => {
  const own = wordsIn(name);
  const together = typed.join('');
  if (own.join('') === together) return { score: 1, weak: false };
  // "eletroluz" for "Eletro Luz".
  if (typed.length === 1 && together.length >= 6 && own.join('').startsWith(together))
    return { score: 0.93, weak: false };
  let [sum, counted] = [0, 0];
  for (const word of typed) {
    const best = Math.max(0, ...own.map((one) => wordScore(word, one)));
    if (best === 0) {
      if (COMMON.has(word)) continue;
      // A word typed together with the next: "saojorge".
      const joined = own.some((one, index) => wordScore(word, one + (own[index + 1] ?? '')) >= 0.8);
      if (!joined) return NONE;
    }
    [sum, counted] = [sum + (best || 0.8), counted + 1];
  }
  if (counted === 0) return NONE;
  const significant = own.filter((word) => !COMMON.has(word)).length || 1;
  // All words of the name are better than some of them, and its first word is better than another.
  const leads = wordScore(typed.find((word) => !COMMON.has(word)) ?? '', own[0] ?? '') > 0 ? 0.05 : 0;
  const covered = Math.min(1, counted / significant);
  return { score: (sum / counted) * 0.85 + leads + 0.1 * covered - 0.001, weak: leads === 0 && covered < 0.5 };
};

export interface Candidate extends Named, Score {}

const best = (one: Score, other: Score): Score => (one.score >= other.score ? one : other);

/** Rows that a phrase may stand for, the likeliest first. */
export const candidatesOf = (key: string, names: readonly Named[]): Candidate[] => {
  const typed = wordsIn(key);
  if (typed.length === 0) return [];
  return names
    .map((row) => ({ ...row, ...best(scoreOf(typed, row.name), row.also ? scoreOf(typed, row.also) : NONE) }))
    .filter(({ score }) => score >= 0.55)
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
};

/** A phrase that stands for one row, for several, or for none. */
export interface Found {
  phrase: Phrase;
  rows: Candidate[];
}

/** What the word before a phrase says of its kind. */
const HINTS: Readonly<Record<string, readonly NameKind[]>> = {
  obra: ['building'],
  fornecedor: ['partner'],
  cliente: ['partner'],
  categoria: ['category'],
  carteira: ['wallet'],
  banco: ['wallet'],
  conta: ['wallet'],
};
const SOFT_HINTS: Readonly<Record<string, readonly NameKind[]>> = {
  de: ['product', 'category'],
  para: ['partner'],
  ao: ['partner'],
  aos: ['partner'],
  na: ['building', 'wallet'],
  no: ['building', 'wallet'],
};

/** Score from which a row of another kind is meant, too. */
const STRONG = 0.85;

/** Closer scores than this are the same. */
const TIE = 0.04;

const better = (
  rows: readonly Candidate[],
  phrase: Phrase,
  kinds: readonly NameKind[],
  ofEachKind: boolean,
): Candidate[] => {
  const hard = HINTS[phrase.before];
  const allowed = rows.filter(({ kind }) => kinds.includes(kind) && (!hard || hard.includes(kind)));
  const usable = allowed.length > 0 ? allowed : rows.filter(({ kind }) => kinds.includes(kind));
  const soft = SOFT_HINTS[phrase.before] ?? [];
  const rank = ({ kind, score, weak }: Candidate) => score + (soft.includes(kind) ? (weak ? 0.02 : 0.06) : 0);
  const sorted = [...usable].sort((a, b) => rank(b) - rank(a) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const [top] = sorted;
  if (!top) return [];
  const close = sorted.filter((row) => rank(top) - rank(row) <= TIE);
  if (!ofEachKind) return close;
  const others = kinds.flatMap((kind) =>
    close.some((row) => row.kind === kind) ? [] : (sorted.find((row) => row.kind === kind) ?? []),
  );
  return [...close, ...others.filter(({ weak, score }) => !weak && score >= STRONG)];
};

/** The phrases with their rows; `ofEachKind` adds the best row of every other kind. Neighbours are tried as one name first: "mão" "obra" is "mão de obra". */
export const findNames = (
  phrases: readonly Phrase[],
  names: readonly Named[],
  kinds: readonly NameKind[],
  ofEachKind = false,
): Found[] => {
  const found: Found[] = [];
  let at = 0;
  while (at < phrases.length) {
    let taken = 0;
    for (let count = Math.min(4, phrases.length - at); count >= 1 && taken === 0; count -= 1) {
      const [head, ...more] = phrases.slice(at, at + count) as [Phrase, ...Phrase[]];
      const phrase: Phrase = {
        before: head.before,
        key: [head, ...more].map(({ key }) => key).join(' '),
        text: [head.text, ...more.flatMap((one) => [one.before, one.text])].filter(Boolean).join(' '),
      };
      const rows = better(candidatesOf(phrase.key, names), phrase, kinds, ofEachKind);
      if (rows.length > 0 || count === 1) {
        found.push({ phrase, rows });
        taken = count;
      }
    }
    at += taken;
  }
  return found;
};
