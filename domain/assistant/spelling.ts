import type { Item } from './mask.ts';
import { slips } from './names.ts';

/** Words of the cues, by which misspelt ones are known. */
export const vocabularyOf = (cues: readonly string[]): string[] => [
  ...new Set(cues.flatMap((cue) => cue.match(/[a-z]{5,}/g) ?? [])),
];

const SHORTEST = 5;

/** The sentence with words that are one slip from a word of the cues written so: "depesas" is "despesas". */
export const corrected = (items: readonly Item[], vocabulary: readonly string[], known: ReadonlySet<string>): Item[] =>
  items.map((item) => {
    if (item.slot || item.key.length < SHORTEST || known.has(item.key)) return item;
    const near = vocabulary.filter((word) => slips(item.key, word));
    return near.length === 1 && near[0] !== undefined ? { ...item, key: near[0] } : item;
  });
