import { compare, fromCents, money, parseMoney, toCents, type Money } from '../money.ts';
import { stripAccents } from '../text.ts';

/** By words that anybody may type, "constructor" among them: a plain object would answer with its own. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10 },
    ...{ onze: 11, doze: 12, treze: 13, catorze: 14, quatorze: 14, quinze: 15, dezesseis: 16, dezessete: 17 },
    ...{ dezoito: 18, dezenove: 19, vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50, sessenta: 60, setenta: 70 },
    ...{ oitenta: 80, noventa: 90, cem: 100, cento: 100, duzentos: 200, duzentas: 200, trezentos: 300 },
    ...{ trezentas: 300, quatrocentos: 400, quatrocentas: 400, quinhentos: 500, quinhentas: 500, seiscentos: 600 },
    ...{ seiscentas: 600, setecentos: 700, setecentas: 700, oitocentos: 800, oitocentas: 800, novecentos: 900 },
    novecentas: 900,
  }),
);
const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({ mil: 1_000, milhao: 1_000_000, milhoes: 1_000_000 }),
);

/** Reads a number in words, "mil e duzentos", from the beginning of a text; null when it begins with none. */
const inWords = (words: readonly string[]): { count: number; value: number } | null => {
  let [total, group, count, seen] = [0, 0, 0, false];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [unit, scale] = [UNITS.get(word), SCALES.get(word)];
    if (unit !== undefined) group += unit;
    else if (scale !== undefined) [total, group] = [total + Math.max(group, 1) * scale, 0];
    else if (word === 'e' && seen && UNITS.get(words[index + 1] ?? '') !== undefined) continue;
    else break;
    [seen, count] = [true, index + 1];
  }
  return seen ? { count, value: total + group } : null;
};

const CURRENCY = /^(?:reais|real)$/;
const NUMBER = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$|^\d+(?:[,.]\d{1,2})?$/;

export interface Amount {
  /** Words that it takes, from the first on. */
  count: number;
  value: Money;
  /** It is said to be money: "R$", "reais", "mil", or with cents. Else it is only a number. */
  sure: boolean;
}

const scaled = (value: Money, scale: number): Money => fromCents(toCents(value) * BigInt(scale));

const inDigits = (words: readonly string[], from: number): Amount | null => {
  const word = words[from] ?? '';
  const value = NUMBER.test(word) ? parseMoney(word) : null;
  if (value === null) return null;
  const scale = SCALES.get(words[from + 1] ?? '');
  return {
    count: from + (scale === undefined ? 1 : 2),
    value: scale === undefined ? value : scaled(value, scale),
    sure: scale !== undefined || /[.,]/.test(word),
  };
};

/** Reads the amount that a text begins with: "R$ 1.200,50", "15 mil", "mil e duzentos reais"; null for none. */
export const readAmount = (words: readonly string[]): Amount | null => {
  const sign = words[0] === 'r$';
  const from = sign ? 1 : 0;
  const digits = inDigits(words, from);
  const worded = digits ? null : inWords(words.slice(from));
  const found = digits ?? (worded && { count: from + worded.count, value: money(worded.value), sure: false });
  if (!found) return null;
  const named = words[found.count] === 'de' && CURRENCY.test(words[found.count + 1] ?? '') ? 2 : 1;
  const currency = CURRENCY.test(words[found.count + named - 1] ?? '') ? named : 0;
  // A number in words without "reais" is none: "um", "duas" are articles as often as amounts.
  if (worded && !sign && currency === 0 && worded.value < 100) return null;
  return {
    count: found.count + currency,
    value: found.value,
    sure: found.sure || sign || currency > 0 || worded !== null,
  };
};

interface Said {
  amount: Money;
  text: string;
}

/** The first of two amounts as it is meant: "5" of "entre 5 e 10 mil" is said in the scale of the second. */
export const inScaleOf = (one: Said, other: Said): Money => {
  const isBare = /^(?:r\$ ?)?\d{1,3}$/i.test(one.text);
  const scale = stripAccents(other.text)
    .split(' ')
    .reduce<number | undefined>((found, word) => SCALES.get(word) ?? found, undefined);
  const grown = isBare && scale !== undefined ? scaled(one.amount, scale) : one.amount;
  return compare(grown, other.amount) <= 0 ? grown : one.amount;
};

/** Reads "3x", "em 3 vezes", "3 parcelas", "em duas vezes"; null for none. */
export const readTimes = (words: readonly string[]): { count: number; times: number } | null => {
  const from = words[0] === 'em' ? 1 : 0;
  const word = words[from] ?? '';
  const short = /^(\d{1,3})x$/.exec(word)?.[1];
  if (short !== undefined) return { count: from + 1, times: Number(short) };
  const number = /^\d{1,3}$/.test(word) ? Number(word) : (UNITS.get(word) ?? 0);
  const named = /^(vezes|parcelas|x)$/.test(words[from + 1] ?? '');
  return number > 0 && named ? { count: from + 2, times: number } : null;
};
