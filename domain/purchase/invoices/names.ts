/** How alike two names of a product are: notas abbreviate ("CIM CPII-E 32 SC 50KG"). */
import { stripAccents } from '../../text.ts';

const IGNORED = new Set(['de', 'da', 'do', 'das', 'dos', 'com', 'para', 'em', 'e', 'a', 'o', 'c', 'p']);
/** Shortest beginning of a word that stands for it. */
const SHORTEST = 3;

/** Words and numbers of a name, without those that say nothing. */
export const wordsOf = (name: string): string[] =>
  [...new Set(stripAccents(name).match(/[a-z]+|\d+/g) ?? [])].filter((word) => !IGNORED.has(word));

const isSame = (one: string, other: string): boolean => {
  if (one === other) return true;
  if (one.charCodeAt(0) !== other.charCodeAt(0)) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST && !/\d/.test(short) && long.startsWith(short);
};

const percentOf = (shared: number, one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : Math.floor((200 * Math.min(shared, one, other)) / (one + other));

/** Percent of the words that both names have, 0 to 100, rounded down. A beginning of three letters stands for its word. */
export const similarity = (one: readonly string[], other: readonly string[]): number =>
  percentOf(one.filter((word) => other.some((candidate) => isSame(word, candidate))).length, one.length, other.length);

/** Something that has names, by its place in a list. */
export interface Alike {
  owner: number;
  percent: number;
}

/** Many names, of which those like another one are found without comparing each word with each. */
export class NameIndex {
  readonly #names: { owner: number; length: number }[] = [];
  readonly #owners: number;
  /** Names that have a word. */
  readonly #postings = new Map<string, number[]>();
  /** Words of the names that a word stands for, or that stand for it. */
  readonly #partners = new Map<string, string[]>();

  /** @param owners words of the names of each owner */
  constructor(owners: readonly (readonly (readonly string[])[])[]) {
    this.#owners = owners.length;
    owners.forEach((names, owner) => {
      for (const words of names) {
        const name = this.#names.push({ owner, length: words.length }) - 1;
        for (const word of words) {
          const found = this.#postings.get(word);
          if (found) found.push(name);
          else this.#postings.set(word, [name]);
        }
      }
    });
  }

  #partnersOf(word: string): string[] {
    const known = this.#partners.get(word) ?? [...this.#postings.keys()].filter((other) => isSame(word, other));
    this.#partners.set(word, known);
    return known;
  }

  /** How many of the words each name has. */
  #shared(words: readonly string[]): Uint16Array {
    const shared = new Uint16Array(this.#names.length);
    const last = new Int32Array(this.#names.length).fill(-1);
    words.forEach((word, at) => {
      for (const other of this.#partnersOf(word))
        for (const name of this.#postings.get(other) ?? []) {
          if (last[name] === at) continue;
          last[name] = at;
          shared[name] = (shared[name] ?? 0) + 1;
        }
    });
    return shared;
  }

  /** Owners with a name that is at least `least` percent like these words, at most `most`, the most alike. */
  find(words: readonly string[], { least, most }: { least: number; most: number }): Alike[] {
    const shared = this.#shared(words);
    const best = new Uint8Array(this.#owners);
    this.#names.forEach(({ owner, length }, name) => {
      best[owner] = Math.max(best[owner] ?? 0, percentOf(shared[name] ?? 0, words.length, length));
    });
    // Down to the percent at which there are enough: most names of a list share a word or two.
    const counts = new Uint32Array(101);
    for (const percent of best) counts[percent] = (counts[percent] ?? 0) + 1;
    let [cut, found] = [100, counts[100] ?? 0];
    while (cut > least && found < most) found += counts[(cut -= 1)] ?? 0;
    const [above, just]: [Alike[], Alike[]] = [[], []];
    best.forEach((percent, owner) => {
      if (percent >= cut) (percent > cut ? above : just).push({ owner, percent });
    });
    return [...above, ...just].slice(0, most);
  }
}
