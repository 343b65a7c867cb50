import { compare, type Money } from '../money.ts';
import { inScaleOf } from './amounts.ts';
import { between, first, spanOf, textOf, without, type Item } from './mask.ts';
import type { Slots } from './reading.ts';

const AMOUNT = '<(?:amount|number)>';
/** A bound of a value; `day`: its words may also stand before a day, "até 10". */
const BOUNDS = [
  { key: 'least', day: false, words: 'acima de|maior(?:es)? (?:que|do que)|mais de|de pelo menos|superior(?:es)? a' },
  { key: 'least', day: true, words: 'a partir de' },
  { key: 'most', day: false, words: 'abaixo de|menor(?:es)? (?:que|do que)|menos de|inferior(?:es)? a' },
  { key: 'most', day: true, words: 'ate' },
] as const;
const BOUND = BOUNDS.map(({ words, ...bound }) => ({ ...bound, pattern: between(`(?:${words}) ${AMOUNT}`) }));
const RANGE = between(`(?:entre|de) ${AMOUNT} (?:e|a) ${AMOUNT}`);
const DOCUMENT = between(`(?:nota fiscal|nota|notas?|documento|numero|no) (?:n |no |numero )?${AMOUNT}`);

interface Said {
  amount: Money;
  text: string;
  /** A number that no word calls money, and that a month has as a day. */
  mayBeDay: boolean;
}

const saidIn = (items: readonly Item[], match: RegExpExecArray): Said[] => {
  const [from, to] = spanOf(items, match);
  return items.slice(from, to + 1).flatMap(({ slot, text }) => {
    if (!slot || !('amount' in slot)) return [];
    return [{ amount: slot.amount, text, mayBeDay: !slot.sure && /^\d{1,2}$/.test(text) && Number(text) <= 31 }];
  });
};

/** Both bounds, the lower one first: "entre 5 e 10 mil" begins at five thousand. */
const boundsOf = (least: Said, most: Said): Slots => {
  const from = inScaleOf(least, most);
  return compare(from, most.amount) <= 0
    ? { least: from, most: most.amount }
    : { least: most.amount, most: least.amount };
};

const readRange = (items: Item[]): { items: Item[]; slots: Slots } => {
  const range = first(RANGE, textOf(items));
  const [least, most] = range ? saidIn(items, range) : [];
  // "de 10 a 20" may be days, and no figure is of half a guess.
  if (!range || !least || !most || (least.mayBeDay && most.mayBeDay)) return { items, slots: {} };
  return { items: without(items, range), slots: boundsOf(least, most) };
};

const readBounds = (items: Item[]): { items: Item[]; slots: Slots } => {
  let rest = items;
  const said: { least?: Said; most?: Said } = {};
  for (const { key, day, pattern } of BOUND) {
    const match = first(pattern, textOf(rest));
    const [one] = match ? saidIn(rest, match) : [];
    if (!match || !one || said[key] || (day && one.mayBeDay)) continue;
    said[key] = one;
    rest = without(rest, match);
  }
  const { least, most } = said;
  const from = least && most ? inScaleOf(least, most) : least?.amount;
  return { items: rest, slots: { ...(from && { least: from }), ...(most && { most: most.amount }) } };
};

/** Reads bounds of a value and the number of a document. */
export const readNumbers = (items: Item[], takes: ReadonlySet<string>): { items: Item[]; slots: Slots } => {
  let [rest, slots] = [items, {} as Slots];
  if (takes.has('least')) {
    const range = readRange(rest);
    const bounds = readBounds(range.items);
    [rest, slots] = [bounds.items, { ...range.slots, ...bounds.slots }];
  }
  const document = takes.has('document') ? first(DOCUMENT, textOf(rest)) : null;
  if (document) {
    const number = rest[spanOf(rest, document)[1]]?.text ?? '';
    [rest, slots] = [without(rest, document), { ...slots, document: number }];
  }
  return { items: rest, slots };
};
