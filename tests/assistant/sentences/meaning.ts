import { readFileSync } from 'node:fs';

/** A sentence with what a person means by it. */
export interface Sentence {
  text: string;
  intent: string;
  slots: Readonly<Record<string, string>>;
}

const slotsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w|]+)(!?=|<=|>=)((?:(?! [\w|]+(?:!?=|<=|>=)).)+)/g)].map(([, key = '', sign, value = '']) => [
      sign === '!=' ? `not-${key}` : key,
      value.trim(),
    ]),
  );

export const sentencesOf = (file: string): Sentence[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text = '', intent = '', slots = ''] = line.split(/ \|(?: |$)/);
      return { text, intent: intent.trim(), slots: slotsOf(slots.replace(/ top$/, '')) };
    });

/** Days of the words of the sentences on 2026-11-20, a Friday; weeks begin on Sunday. Both days are included. */
const DAYS: Readonly<Record<string, readonly [string, string]>> = {
  today: ['2026-11-20', '2026-11-20'],
  tomorrow: ['2026-11-21', '2026-11-21'],
  yesterday: ['2026-11-19', '2026-11-19'],
  friday: ['2026-11-20', '2026-11-20'],
  'this-week': ['2026-11-15', '2026-11-21'],
  'next-week': ['2026-11-22', '2026-11-28'],
  'last-week': ['2026-11-08', '2026-11-14'],
  'next-15-days': ['2026-11-20', '2026-12-05'],
  'this-month': ['2026-11-01', '2026-11-30'],
  'last-month': ['2026-10-01', '2026-10-31'],
  'last-3-months': ['2026-08-21', '2026-11-20'],
  q1: ['2026-01-01', '2026-03-31'],
  'this-year': ['2026-01-01', '2026-12-31'],
  'last-year': ['2025-01-01', '2025-12-31'],
  '2035': ['2035-01-01', '2035-12-31'],
  '2026': ['2026-01-01', '2026-12-31'],
};
const LAST: Readonly<Record<string, string>> = { '09': '30', '10': '31', '11': '30', '12': '31' };

export const daysOf = (words: string): readonly [string, string] => {
  const known = DAYS[words];
  if (known) return known;
  const range = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(words);
  if (range) return [range[1] ?? '', range[2] ?? ''];
  if (/^\d{4}-\d{2}-\d{2}\??$/.test(words)) return [words.slice(0, 10), words.slice(0, 10)];
  const month = /^(\d{4})-(\d{2})$/.exec(words);
  if (month) return [`${words}-01`, `${words}-${LAST[month[2] ?? ''] ?? ''}`];
  throw new Error(`No days for "${words}"`);
};

/** The meaning of a sentence of its own. */
type Meaning = Pick<Sentence, 'intent' | 'slots'>;

/** What is asked before a follow-up, and what the follow-up then means. */
export const continued = ({ slots }: Sentence): { before: string; meaning: Meaning } => {
  const paid = { what: 'paid', period: '2026-09' };
  if (slots.status !== undefined)
    return {
      before: 'despesas da clínica',
      meaning: { intent: 'list', slots: { list: 'outcome', building: 'Clínica', ...slots } },
    };
  if (slots['not-building'] !== undefined)
    return { before: 'quanto paguei em setembro', meaning: { intent: 'unknown', slots: {} } };
  return {
    before: 'quanto paguei em setembro',
    meaning: { intent: slots.by === undefined ? 'figure' : 'breakdown', slots: { ...paid, ...slots } },
  };
};
