import { linkWords } from '#domain/engineering/schedules/words.ts';
import type { Link } from './schedule.ts';

type LinkType = Link['type'];
export type Predecessor = Omit<Link, 'id' | 'to'>;

/** Names of the kinds as people know them from other planning programs, too: término-início, início-início … */
const TYPES: Readonly<Record<string, LinkType>> = {
  FS: 'FS',
  SS: 'SS',
  FF: 'FF',
  SF: 'SF',
  TI: 'FS',
  II: 'SS',
  TT: 'FF',
  IT: 'SF',
};
const MAX_LAG = 730;
// "3.1", "3.1FS", "3.1 SS + 2 d", "2.M1TI-3dc": code, kind, lag, unit.
const FORM = /^(\d+(?:\.\d+)*(?:\.M\d+)?)\s*([A-Z]{2})?\s*(?:([+\-−])\s*(\d{1,3})\s*(DC|DU|D)?)?$/;

export type ReadPredecessors = { links: Predecessor[] } | { problem: string };

/** Reads "3.1FS+2d; 2.4SS"; d are working days, dc calendar days. `idOf` finds an item by its code. */
export const parsePredecessors = (text: string, idOf: (code: string) => string | undefined): ReadPredecessors => {
  const links: Predecessor[] = [];
  for (const part of text.split(/[;,\n]/)) {
    const word = part.trim();
    if (word === '') continue;
    const [, code = '', kind = 'FS', sign, days = '0', unit = 'D'] = FORM.exec(word.toUpperCase()) ?? [];
    const type = TYPES[kind];
    if (code === '' || type === undefined) return { problem: `"${word}" não é uma dependência: escreva 3.1FS+2d` };
    const from = idOf(code);
    if (from === undefined) return { problem: `Nenhuma tarefa do cronograma tem o item ${code}` };
    if (links.some((link) => link.from === from)) return { problem: `O item ${code} está duas vezes` };
    const lag = sign === undefined || sign === '+' ? Number(days) : -Number(days);
    if (Math.abs(lag) > MAX_LAG) return { problem: `A folga vai até ${MAX_LAG} dias` };
    links.push({ from, type, lag: lag === 0 ? 0 : lag, lagUnit: unit === 'DC' ? 'CALENDAR' : 'WORKING' });
  }
  return { links };
};

const formatOne = (link: Predecessor, code: string): string =>
  link.lag === 0 && link.type === 'FS' ? code : `${code}${linkWords(link)}`;

/** The text that reads as these links. */
export const formatPredecessors = (links: readonly Predecessor[], codeOf: (id: string) => string | undefined): string =>
  links.map((link) => formatOne(link, codeOf(link.from) ?? '?')).join('; ');
