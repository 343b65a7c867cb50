import { stripAccents } from '#domain/text.ts';
import { isIdleWord } from '#domain/assistant/grammar.ts';
import { similarity, type Candidate } from '#domain/assistant/names.ts';
import type { NameKind, Phrase } from '#domain/assistant/reading.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Asking } from './asking.ts';
import { findRows } from './directory.ts';

/** A sentence that shows what may be asked, and one of the permissions that it takes; null: an administrator. */
type Example = readonly [string, readonly Permission[] | null];

const EXAMPLES: readonly Example[] = [
  ['o que vence essa semana', ['DEBIT']],
  ['panorama da semana', ['DEBIT']],
  ['saldo previsto para o fim do mês', null],
  ['quanto tenho a receber', ['CREDIT']],
  ['gastos por fornecedor este ano', ['DEBIT']],
  ['resultado do mês passado', null],
  ['pedidos atrasados', ['PURCHASE']],
  ['preço do cimento', ['PURCHASE', 'ENGINEERING']],
  ['qual etapa estourou', ['ENGINEERING']],
  ['cotações abertas', ['PURCHASE']],
  ['medições', ['ENGINEERING']],
  ['relatório de contas pagas este mês', ['DEBIT']],
  ['como importar extrato', ['DEBIT', 'CREDIT']],
];

/** What may be asked of a row that the sentence names. */
const ABOUT: Readonly<Partial<Record<NameKind, (name: string) => readonly Example[]>>> = {
  product: (name) => [
    [`quanto comprei de ${name} este ano`, ['PURCHASE']],
    [`preço de ${name}`, ['PURCHASE', 'ENGINEERING']],
  ],
  partner: (name) => [[`quanto devo ao fornecedor ${name}`, ['DEBIT']]],
  building: (name) => [[`despesas vencidas da obra ${name}`, ['DEBIT']]],
  category: (name) => [[`gastos da categoria ${name} este ano`, ['DEBIT']]],
  wallet: (name) => [[`saldo da carteira ${name}`, null]],
};
const KINDS = ['building', 'partner', 'category', 'wallet', 'product'] as const;

/** Words of a sentence that may name something, or be near to a word of an example. */
const MOST_WORDS = 4;
const SHORTEST = 4;

const mayAsk = ({ session, companyId }: Asking): ((example: Example) => boolean) => {
  const held = new Set(Object.values(session.permissions[companyId] ?? {}).flat());
  return ([, rule]) => session.admin || rule?.some((one) => held.has(one)) === true;
};

const wordsOf = (text: string): string[] =>
  stripAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

/** How near an example is to what was typed: the best likeness of any two words. */
const nearness = (typed: readonly string[], example: string): number => {
  const own = wordsOf(example).filter((word) => word.length >= SHORTEST);
  return Math.max(0, ...typed.flatMap((word) => own.map((other) => similarity(word, other))));
};

/** Longer names make no example. */
const LONGEST = 100;

/** Below this, words have nothing to do with each other. */
const NEAR = 0.4;

const rowsOf = async (asking: Asking, words: readonly string[]): Promise<readonly Candidate[]> => {
  const phrases = words.map((key): Phrase => ({ before: '', key, text: key }));
  const found = await findRows(asking, phrases, KINDS, { side: 'DEBIT' });
  return found.flatMap(({ rows }) => rows.slice(0, 1));
};

/** Words that may name something. */
const naming = (words: readonly string[]): string[] =>
  words.filter((word) => word.length >= SHORTEST && !isIdleWord(word)).slice(0, MOST_WORDS);

/** Whether some of the words name a row that the asker sees. */
export const nameSomething = async (asking: Asking, words: readonly string[]): Promise<boolean> => {
  const named = naming(words);
  return named.length > 0 && (await rowsOf(asking, named)).length > 0;
};

const ofRows = async (asking: Asking, words: readonly string[]): Promise<readonly Example[]> =>
  (await rowsOf(asking, words)).flatMap(({ kind, name }) => ABOUT[kind]?.(name) ?? []);

/** What a part of the product is about, by the beginning of its addresses; the first that fits holds. */
const AREAS: readonly (readonly [string, Permission])[] = [
  ['/home/forms/transactions/income', 'CREDIT'],
  ['/home/forms/transactions/credit', 'CREDIT'],
  ['/home/forms/customer', 'CREDIT'],
  ['/home/forms/purchase', 'PURCHASE'],
  ['/home/forms/product', 'PURCHASE'],
  ['/home/forms/engineering', 'ENGINEERING'],
  ['/home/forms/task', 'ENGINEERING'],
];

/** All examples, those about the asker's screen first. */
const inOrder = ({ screen }: Asking): Example[] => {
  const area = AREAS.find(([start]) => screen?.path.startsWith(start))?.[1];
  const isHere = ([, rule]: Example): boolean => area !== undefined && rule?.includes(area) === true;
  return [...EXAMPLES.filter(isHere), ...EXAMPLES.filter((example) => !isHere(example))];
};

/** The first examples that the asker may have answered. */
export const examplesFor = (asking: Asking, count: number): string[] =>
  inOrder(asking)
    .filter(mayAsk(asking))
    .slice(0, count)
    .map(([text]) => text);

/**
 * Examples near to a sentence that was not understood (mock 28): about what its words name, then those with a word like
 * one of its words, then the first ones.
 */
export const nearExamples = async (asking: Asking, text: string, count: number): Promise<string[]> => {
  const typed = naming(wordsOf(text));
  const near = EXAMPLES.map((example) => ({ example, score: nearness(typed, example[0]) }))
    .filter(({ score }) => score >= NEAR)
    .sort((one, other) => other.score - one.score)
    .map(({ example }) => example);
  const all = [...(await ofRows(asking, typed)), ...near, ...EXAMPLES].filter(mayAsk(asking));
  const sentences = all.map(([sentence]) => sentence).filter(({ length }) => length <= LONGEST);
  return [...new Set(sentences)].slice(0, count);
};
