import fc from 'fast-check';
import { known, type Question } from './noiseQuestions.ts';

/** What a sentence of noise allows its answer to say. */
export type Allowed =
  /** The sentence cannot be understood wholly, by the way it was made: any figure is wrong. */
  | { figure: 'none' }
  /** A question in other clothes: exactly the figure of the database. */
  | { figure: 'exactly'; of: Question }
  /** Part of a question, which may be a question of its own: only failures are wrong. */
  | { figure: 'any' };

export type Noise = Allowed & { kind: string; text: string };

const LETTERS = [...'bcdfgjkpqvwxz'];

/**
 * A word without vowels: it is in no language and no name, and more than one slip away from each word that is, so that
 * nobody can have understood it.
 */
const gibberish = fc.array(fc.constantFrom(...LETTERS), { minLength: 6, maxLength: 11 }).map((word) => word.join(''));

const INJECTED = [
  ...[
    "'; drop table installments; --",
    "' or 1=1 --",
    '" or ""="',
    '1 union select sum(value) from installments',
    '$1',
  ],
  ...[
    '<script>alert(1)</script>',
    '<b>',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    '${7*7}',
    '%00',
    '%s%n',
    '\\',
    '`',
  ],
  ...[
    '{"text": "oi"}',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '<period>',
    '<amount>',
    '|',
    '../../etc',
  ],
];
const STRANGE = [
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u0301\u0301',
  '😀',
  '🏗️🏠',
  '中文字',
  'Привет',
  'مرحبا',
  'ﬀ',
  'İ',
  '\u0000',
  '\ud800',
];
const NUMBERS = [
  '1.234,56',
  'R$ 99,90',
  '0',
  '-5',
  '12345678901234567890',
  '1e400',
  '3x',
  'mil e duzentos',
  '½',
  '²',
  '٣',
];
/** Days that no calendar has. */
const IMPOSSIBLE = [
  ...[
    '31/02/2026',
    '30/02',
    '99/99',
    '00/00/0000',
    '32/10/2026',
    '31/11/2026',
    '29/02/2027',
    '15/13/2026',
    '2026-02-30',
  ],
  ...['30 de fevereiro', '31 de novembro de 2026', 'dia 45', '32 de janeiro', '31 de abril', 'dia 0'],
];
const JOINING = [
  'de',
  'da',
  'do',
  'em',
  'na',
  'para',
  'e',
  'com',
  'por',
  'a',
  'o',
  'sem',
  'entre',
  'até',
  'que',
  'não',
];
const INTENDING = [
  ...['quanto', 'devo', 'paguei', 'despesas', 'saldo', 'receitas', 'resultado', 'vencidas', 'outubro', 'este ano'],
  ...['relatório de', 'contas pagas', 'imprimir', 'extrato', 'em pdf', 'curva abc'],
  ...['lançar', 'pagar', 'comparar', 'por obra', 'por fornecedor', 'abre', 'como faço', 'preço', 'maiores', 'acima de'],
];

const join = (words: readonly string[]): string => words.join(' ');
const question = fc.constantFrom(...known());
const any = (words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words);

/** A name that begins as one of the demo company does and ends as none does. */
const wrongName = fc
  .tuple(
    any(['Clínica', 'Vila', 'Depósito', 'Hidráulica', 'Eletro', 'Edifício', 'Residencial', 'Empreiteiros']),
    gibberish,
  )
  .map(([name, ending]) => name.slice(0, 3) + ending);

/** Anything, in which one word at least is nobody's. */
const babble = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: any(INTENDING) },
        { weight: 3, arbitrary: any(JOINING) },
        { weight: 2, arbitrary: fc.oneof(any(INJECTED), any(STRANGE), any(NUMBERS), any(IMPOSSIBLE), wrongName) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
      ),
      { maxLength: 14 },
    ),
    gibberish,
    fc.nat(),
  )
  .map(([words, nobodys, at]) => join(words.toSpliced(at % (words.length + 1), 0, nobodys)));

/** A question with one more word, at each place a person could have put it. */
const spoilt = fc.tuple(question, fc.oneof(gibberish, wrongName), fc.nat()).map(([{ text }, word, at]) => {
  const words = text.split(' ');
  return join(words.toSpliced(at % (words.length + 1), 0, word));
});

const impossibleDay = fc
  .tuple(
    any(['quanto paguei em', 'quanto recebi em', 'despesas de', 'quanto sai em', 'receitas de', 'resultado de']),
    any(IMPOSSIBLE),
  )
  .map(join);

const wrongNamed = fc
  .tuple(
    any(['quanto devo para', 'quanto falta pagar da', 'despesas da', 'quanto recebi da', 'quanto gastei com']),
    wrongName,
  )
  .map(join);

/** Two questions at once: the figure of one of them would be half an answer. */
const twoQuestions = fc
  .tuple(question, any([' ', ' e ', ', ', ' ou ', '. ', ' mas ']), question)
  .filter(([one, , other]) => one.about !== other.about)
  .map(([one, between, other]) => one.text + between + other.text);

const half = fc.tuple(question, fc.nat(), fc.boolean()).map(([{ text }, at, ends]) => {
  const cut = 1 + (at % text.length);
  return ends ? text.slice(0, cut) : text.slice(text.length - cut);
});

const CLOTHES: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  (text) => `  ${text.replaceAll(' ', '   ')}\t\n`,
  (text) => `${text}?!?!`,
  (text) => `🏗️ ${text} 🏗️`,
  (text) => `por favor, ${text}`,
  (text) => `me diga ${text}...`,
  (text) => `${text}'; --`,
  (text) => `“${text}”`,
  (text) => text.replaceAll(' ', '\u00a0'),
];
const dressed = fc
  .tuple(question, fc.array(fc.constantFrom(...CLOTHES), { minLength: 1, maxLength: 3 }))
  .map(([of, clothes]) => ({ of, text: clothes.reduce((text, dress) => dress(text), of.text) }));

const long = fc
  .tuple(babble, fc.integer({ min: 400, max: 6_000 }))
  .map(([text, length]) => text.padEnd(length, ` ${text}`).slice(0, length));

/** Three letters on end may be how a name begins, which is a question: “const” is what is owed to Construtiva. */
const bytes = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((text) => !/[a-z\d]{3}/i.test(text.normalize('NFKD')));

const none =
  (kind: string) =>
  (text: string): Noise => ({ kind, text, figure: 'none' });

const noise: fc.Arbitrary<Noise> = fc.oneof(
  { weight: 6, arbitrary: babble.map(none('babble')) },
  { weight: 6, arbitrary: spoilt.map(none('spoilt')) },
  { weight: 2, arbitrary: impossibleDay.map(none('impossible day')) },
  { weight: 2, arbitrary: wrongNamed.map(none('wrong name')) },
  { weight: 3, arbitrary: twoQuestions.map(none('two questions')) },
  { weight: 1, arbitrary: bytes.map(none('bytes')) },
  { weight: 1, arbitrary: long.map(none('long')) },
  { weight: 2, arbitrary: half.map((text): Noise => ({ kind: 'half', text, figure: 'any' })) },
  { weight: 3, arbitrary: dressed.map(({ of, text }): Noise => ({ kind: 'dressed', text, figure: 'exactly', of })) },
);

/** Sentences of noise, the same for the same seed. */
export const noiseOf = (count: number, seed: number): Noise[] => fc.sample(noise, { numRuns: count, seed });
