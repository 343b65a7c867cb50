import type { IsoDate } from '../calendar.ts';
import type { Intent } from './intent.ts';
import { INTENTS } from './intents/index.ts';
import { between, first, masked, textOf, without, type Item } from './mask.ts';
import { corrected, vocabularyOf } from './spelling.ts';
import { MODIFIERS } from './modifiers.ts';
import { readNumbers } from './numbers.ts';
import type { Phrase, Reading, Slots } from './reading.ts';

/** Words that ask politely, or that only join others. */
const IDLE = new Set(
  (
    'a o as os um uma uns umas de da do das dos em no na nos nas ao aos para por com e eu me nos gente que quais qual ' +
    'quero queria gostaria ver saber mostra mostrar mostre mostras lista listar liste traz trazer traga acha achar ache ' +
    'procura procurar busca buscar abre abrir abra vai ir va leva consulta consultar favor ai entao ja ainda so somente ' +
    'apenas la agora hoje voce pode poderia preciso minha meu minhas meus nossa nosso nossas nossos tem ha esta estao ' +
    'foi foram ser total valor valores todas todos toda todo tudo me diga diz dizer fala falar informa informar ' +
    'aqui isso esse essa esses essas este esta estes estas mais obra obras fornecedor fornecedores cliente clientes ' +
    'categoria carteira conta banco chamada chamado nome'
  ).split(' '),
);
/** Whether a word says nothing by itself. */
export const isIdleWord = (key: string): boolean => IDLE.has(key);

/** Words that a phrase may begin after, and what they say of it. */
const ARTICLES = new Set(['a', 'o', 'as', 'os']);
const LEADING = new Set(
  'de da do das dos em no na nos nas para ao aos a o as os por com contra pela pelo obra fornecedor cliente categoria carteira banco conta e'.split(
    ' ',
  ),
);

interface Cue {
  intent: Intent;
  match: RegExpExecArray;
  length: number;
}

const CUES = INTENTS.flatMap((intent) => intent.cues.map((cue) => ({ intent, pattern: between(cue) })));

/** The longest cue of all intents; of equal ones the first of the sentence, then that of the intent that stands first. */
const cueOf = (text: string): Cue | null => {
  let best: Cue | null = null;
  for (const { intent, pattern } of CUES) {
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    const length = match?.[0].split(' ').length ?? 0;
    if (!match || length < (best?.length ?? 1)) continue;
    if (!best || length > best.length || match.index < best.match.index) best = { intent, match, length };
  }
  return best;
};

const merge = (slots: Slots, more: Slots): Slots => ({ ...slots, ...more });

const readModifiers = (items: Item[], takes: ReadonlySet<string>): { items: Item[]; slots: Slots } => {
  let [rest, slots] = [items, {} as Slots];
  for (const { words, gives } of MODIFIERS) {
    const match = first(between(words), textOf(rest));
    if (!match) continue;
    const given = gives(match);
    if (!Object.keys(given).every((key) => takes.has(key))) continue;
    [rest, slots] = [without(rest, match), merge(given, slots)];
  }
  return { items: rest, slots };
};

/** Takes slots out of the items; what an intent does not take stays as words. */
const readSlots = (items: readonly Item[], takes: ReadonlySet<string>): { items: Item[]; slots: Slots } => {
  const slots: Slots = {};
  const rest = items.map((item): Item => {
    const { slot } = item;
    if (slot && 'period' in slot && takes.has('periods')) (slots.periods ??= []).push(slot.period);
    else if (slot && 'times' in slot && takes.has('times')) slots.times = slot.times;
    else if (slot && 'amount' in slot && takes.has('amount') && slots.amount === undefined) slots.amount = slot.amount;
    else return item;
    return { key: '|', text: '' };
  });
  return { items: rest, slots };
};

/** Words that leave something out of a sum. */
const EXCLUDING = new Set(['sem', 'exceto', 'menos', 'fora', 'tirando', 'excluindo', 'nao', 'nenhum', 'nenhuma']);

const excludes = (items: readonly Item[]): Slots =>
  items.some(({ key }) => EXCLUDING.has(key)) ? { excluding: true } : {};

/** Runs of words between idle ones. "de", "da" and "e" inside of a name are told by the names that exist (names.ts). */
const phrasesOf = (items: readonly Item[], { idle = '', meant = '' }: Intent): Phrase[] => {
  const own = new Set(idle.split(' '));
  const named = new Set(meant.split(' '));
  const isIdle = (key: string) => own.has(key) || (IDLE.has(key) && !named.has(key));
  const phrases: Phrase[] = [];
  let [words, before] = [[] as Item[], ''];
  const end = () => {
    phrases.push({
      before,
      key: words.map(({ key, slot, text }) => (slot ? text : key)).join(' '),
      text: words.map(({ text }) => text).join(' '),
    });
    [words, before] = [[], ''];
  };
  for (const item of items) {
    if (item.key === '|' || (!item.slot && isIdle(item.key))) {
      if (words.length > 0) end();
      // "para o" says what "para" says.
      if (LEADING.has(item.key)) before = ARTICLES.has(item.key) && before !== '' ? before : item.key;
      else before = '';
    } else words.push(item);
  }
  if (words.length > 0) end();
  return phrases;
};

const leftOf = (items: readonly Item[]): string =>
  items
    .filter(({ key }) => key !== '|')
    .map(({ text }) => text)
    .join(' ')
    .trim();

const VOCABULARY = vocabularyOf(INTENTS.flatMap(({ cues }) => cues));
const KNOWN = new Set([...VOCABULARY, ...IDLE]);

/**
 * Reads a sentence: as it was typed and, where that differs, with misspelt words of the grammar corrected. Empty when no
 * intent fits it.
 */
export const readSentence = (sentence: string, today: IsoDate): Reading[] => {
  const typed = masked(sentence, today);
  const repaired = corrected(typed, VOCABULARY, KNOWN);
  const readings = textOf(repaired) === textOf(typed) ? [typed] : [typed, repaired];
  return readings.flatMap((items) => readItems(items) ?? []);
};

const readItems = (items: readonly Item[]): Reading | null => {
  const cue = cueOf(textOf(items));
  if (!cue) return null;
  const { intent, match } = cue;
  const takes = new Set<string>(intent.takes);
  const topic = intent.topic?.(match);
  const after = without(items, match);
  const taken = items.filter((item) => !after.includes(item));
  const given = typeof intent.given === 'function' ? intent.given(match, taken) : (intent.given ?? {});
  const base = { intent: intent.name, ...(topic !== undefined && { topic }) };
  if (intent.keepsText) {
    const text = leftOf(after);
    return { ...base, slots: given, phrases: text === '' ? [] : [{ before: '', key: text, text }] };
  }
  const numbers = readNumbers(after, takes);
  const narrowed = readModifiers(numbers.items, takes);
  const { items: left, slots } = readSlots(narrowed.items, takes);
  return {
    ...base,
    slots: { ...given, ...narrowed.slots, ...numbers.slots, ...slots, ...excludes(left) },
    phrases: phrasesOf(left, intent),
  };
};

/** A sentence that only changes what was asked before: "e em outubro?", "só a clínica". */
export const readFollowUp = (sentence: string, today: IsoDate, intent: Intent): Reading | null => {
  const takes = new Set<string>(intent.takes);
  const numbers = readNumbers(masked(sentence, today), takes);
  const narrowed = readModifiers(numbers.items, takes);
  const { items, slots } = readSlots(narrowed.items, takes);
  const phrases = phrasesOf(items, intent);
  const all = { ...narrowed.slots, ...numbers.slots, ...slots, ...excludes(items) };
  if (phrases.length === 0 && Object.keys(all).length === 0) return null;
  return { intent: intent.name, slots: all, phrases };
};
