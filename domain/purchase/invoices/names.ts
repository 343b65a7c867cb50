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
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST && !/\d/.test(short) && long.startsWith(short);
};

/** Percent of the words that both names have, 0 to 100, rounded down. A beginning of three letters stands for its word. */
export const similarity = (one: readonly string[], other: readonly string[]): number => {
  if (one.length === 0 || other.length === 0) return 0;
  const left = [...other];
  let shared = 0;
  for (const word of one) {
    const at = left.findIndex((candidate) => isSame(word, candidate));
    if (at < 0) continue;
    shared += 1;
    left.splice(at, 1);
  }
  return Math.floor((200 * shared) / (one.length + other.length));
};
