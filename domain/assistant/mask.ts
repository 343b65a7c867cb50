import type { IsoDate } from '../calendar.ts';
import type { Money } from '../money.ts';
import { readAmount, readTimes } from './amounts.ts';
import { readPeriod, type Period } from './periods.ts';
import { wordsOf, type Word } from './words.ts';

/** A word, or a slot in the place of the words that it was read from. */
export interface Item extends Word {
  slot?: { period: Period } | { amount: Money; sure: boolean } | { times: number };
}

const slotAt = (words: readonly Word[], at: number, today: IsoDate): { count: number; item: Item } | null => {
  const rest = words.slice(at, at + 14);
  const keys = rest.map(({ key }) => key);
  const made = (count: number, key: string, slot: NonNullable<Item['slot']>) => ({
    count,
    item: {
      key,
      slot,
      text: rest
        .slice(0, count)
        .map(({ text }) => text)
        .join(' '),
    },
  });
  const times = readTimes(keys);
  if (times) return made(times.count, '<times>', { times: times.times });
  const amount = readAmount(keys);
  // "10 de dezembro" and "2026" are times, "10 reais" and "1.200" are not.
  const period =
    amount?.sure === true && !/^\d{1,2}[./-]\d{1,2}/.test(keys[0] ?? '') ? null : readPeriod(keys.join(' '), today);
  if (period) {
    const count = keys.join(' ').slice(0, period.length).split(' ').length;
    return made(count, '<period>', { period: period.period });
  }
  if (amount)
    return made(amount.count, amount.sure ? '<amount>' : '<number>', { amount: amount.value, sure: amount.sure });
  return null;
};

/** Returns the words of a sentence, with times, amounts and counts as slots. */
export const masked = (sentence: string, today: IsoDate): Item[] => {
  const words = wordsOf(sentence);
  const items: Item[] = [];
  let at = 0;
  while (at < words.length) {
    const found = slotAt(words, at, today);
    if (found) items.push(found.item);
    else items.push(words[at] as Word);
    at += found?.count ?? 1;
  }
  return items;
};

export const textOf = (items: readonly Item[]): string => items.map(({ key }) => key).join(' ');

/** Index of the item that a position of `textOf` lies in. */
const indexAt = (text: string, position: number): number => text.slice(0, position).split(' ').length - 1;

/** Words of a text of items, as a whole. */
export const between = (source: string): RegExp => new RegExp(`(?<=^| )(?:${source})(?= |$)`, 'g');

/** The first match, whatever was matched with the pattern before. */
export const first = (pattern: RegExp, text: string): RegExpExecArray | null => {
  pattern.lastIndex = 0;
  return pattern.exec(text);
};

/** The items that a match of their text lies over: from the first on, up to the last. */
export const spanOf = (items: readonly Item[], match: RegExpExecArray): readonly [number, number] => {
  const text = textOf(items);
  return [indexAt(text, match.index), indexAt(text, match.index + match[0].length - 1)];
};

/** Takes the items of a match out, and leaves a mark where phrases end. */
export const without = (items: readonly Item[], match: RegExpExecArray): Item[] => {
  const [from, to] = spanOf(items, match);
  return [...items.slice(0, from), { key: '|', text: '' }, ...items.slice(to + 1)];
};
