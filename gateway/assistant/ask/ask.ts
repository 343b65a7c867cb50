import type { GraphQLSchema } from 'graphql';
import { timeZoneOf } from '#domain/calendar.ts';
import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { readFollowUp, readSentence } from '#domain/assistant/grammar.ts';
import { intentOf } from '#domain/assistant/intents/index.ts';
import { isIdlePhrase } from '#domain/assistant/idle.ts';
import { targetOf } from '#domain/assistant/targets.ts';
import type { Found } from '#domain/assistant/names.ts';
import type { Reading, Side } from '#domain/assistant/reading.ts';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import { conversationEndpoints } from '#schema/assistant/conversation.rest.ts';
import type { GatewayContext } from '../../context.ts';
import { hasCode, invalid } from '../../rest/errors.ts';
import { ANSWERS } from './answers/index.ts';
import { type Asking, queryOn, type Request } from './asking.ts';
import { findRows } from './directory.ts';
import { nameSomething, nearExamples } from './examples.ts';
import { frameOf, readFrame, withFrame, type Frame } from './frame.ts';
import { droppedWords, isOfQuestion, rephrase } from './model.ts';
import { answer, say, strong } from './words.ts';

/** A question, and where it was asked. */
export interface Question {
  text: string;
  /** Of the screen, with or without its query. */
  pathname?: string | null | undefined;
  timezone?: string | null | undefined;
  companyId?: string | null | undefined;
}

/** The answer, and what a follow-up would refer to; null where it refers to nothing. */
export interface Answered {
  answer: AssistantAnswer;
  frame: string | null;
}

/** The error of a field of the question. */
const refused = (field: string, message: string) => invalid(message, [{ path: `input.${field}`, message }]);

/** What the sentence may go on from, and the day of the services: they decide what is late. */
const readState = ({ rest }: GatewayContext, { timezone }: Question) => {
  const zone = timezone == null ? undefined : timeZoneOf(timezone);
  if (zone === null) throw refused('timezone', 'Fuso horário desconhecido.');
  return rest.call(conversationEndpoints.frame, { query: zone === undefined ? {} : { timezone: zone } });
};

const LONGEST_PATH = 2_000;
const PATH_TOO_LONG = `O endereço da tela tem no máximo ${LONGEST_PATH} caracteres.`;

const askingOf = async (
  schema: GraphQLSchema,
  context: GatewayContext,
  { companyId, pathname }: Question,
  today: string,
): Promise<Asking> => {
  if (pathname != null && pathname.length > LONGEST_PATH) throw refused('pathname', PATH_TOO_LONG);
  const session = await context.sessionWithPlaces();
  const company = companyId ?? (session.companyId === null ? null : String(session.companyId));
  if (company === null) throw refused('companyId', NO_COMPANY_AVAILABLE);
  if (!session.companies[company]) throw refused('companyId', 'Empresa não encontrada.');
  return {
    ...{ session, companyId: company, today },
    screen: pathname == null ? undefined : targetOf(pathname),
    query: queryOn(schema, context),
  };
};

const choicesNear = async (asking: Asking, question: string) =>
  (await nearExamples(asking, question, 3)).map((text) => ({ label: text, text }));

const unknown = async (asking: Asking, question: string): Promise<AssistantAnswer> => {
  const choices = await choicesNear(asking, question);
  return answer('unknown', say`Não entendi. Eu respondo sobre o que está no Prumo. Por exemplo:`, { choices });
};

const KIND_WORDS = {
  building: 'obra',
  partner: 'fornecedor ou cliente',
  category: 'categoria',
  wallet: 'carteira',
  product: 'insumo',
  stage: 'etapa',
} as const;

const MOST_QUOTED = 3;
const LONGEST_QUOTE = 60;

/** “Obra Norte” e “Zé”: the first ones, each cut within its quotation marks. */
const quoted = (missing: readonly Found[]): string => {
  const quotes = missing.slice(0, MOST_QUOTED).map(({ phrase: { text } }) => `“${shortened(text)}”`);
  const left = missing.length - quotes.length;
  return [...quotes, ...(left > 0 ? [`mais ${left}`] : [])].join(' e ');
};

const shortened = (text: string): string => {
  const letters = [...text];
  return letters.length <= LONGEST_QUOTE ? text : `${letters.slice(0, LONGEST_QUOTE).join('').trimEnd()}…`;
};

/** Some words stand for nothing that the asker sees: no figure is computed without them. */
const notFound = async (
  reading: Reading,
  missing: readonly Found[],
  question: string,
  asking: Asking,
): Promise<AssistantAnswer> => {
  const kinds = (intentOf(reading.intent)?.names ?? []).map((kind) => KIND_WORDS[kind]);
  const where =
    kinds.length === 0
      ? ''
      : ` como ${kinds.slice(0, -1).join(', ')}${kinds.length > 1 ? ' ou ' : ''}${kinds.at(-1) ?? ''}`;
  return answer('notFound', say`Não encontrei ${strong(quoted(missing))}${where}, entre o que você vê.`, {
    choices: await choicesNear(asking, question),
  });
};

/** No list leaves something out, so that no figure that does could be shown by one. */
const leavesOut = async (asking: Asking, question: string): Promise<AssistantAnswer> =>
  answer(
    'leavesOut',
    say`Ainda não sei deixar algo de fora da soma. Pergunte só pelo que quer somar, ou por grupo: “por obra”.`,
    { choices: await choicesNear(asking, question) },
  );

/** Several rows fit a name: the asker chooses, by the same sentence with the whole name. */
const which = (text: string, { phrase, rows }: Found, side: Side): AssistantAnswer => {
  const oneKind = rows.every(({ kind }) => kind === rows[0]?.kind);
  return answer('which', say`Há mais de um “${phrase.text}”. Qual?`, {
    choices: rows.slice(0, 8).map(({ name, kind }) => {
      const word = kind === 'partner' ? (side === 'CREDIT' ? 'cliente' : 'fornecedor') : KIND_WORDS[kind];
      return {
        label: `${name}${oneKind ? '' : ` (${word})`}`.slice(0, 200),
        text: replaced(text, phrase.text, oneKind ? name : `${word} ${name}`),
      };
    }),
  });
};

const replaced = (text: string, words: string, name: string): string => {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  const whole = at < 0 ? `${text} ${name}` : text.slice(0, at) + name + text.slice(at + words.length);
  return whole.slice(0, LONGEST_QUESTION);
};

/** Intents whose words are kept as text when they name nothing: an expense has a description. */
const DESCRIBED = new Set(['startDocument']);

const requestOf = (reading: Reading, found: readonly Found[]): Request | null => {
  const intent = intentOf(reading.intent);
  if (!intent) return null;
  const request: Request = { intent, slots: reading.slots, names: {}, said: {}, more: [], text: '' };
  for (const { phrase, rows } of found) {
    const [first] = rows;
    if (first) request.more.push(first);
    for (const row of rows) {
      request.names[row.kind] ??= row;
      request.said[row.kind] ??= phrase.key;
    }
  }
  if (reading.topic !== undefined) request.topic = reading.topic;
  return request;
};

/** Products are meant by their words, which may fit many; stages are looked for where they stand. */
const isAmbiguous = (reading: Reading, { rows }: Found): boolean => {
  const kinds = new Set(rows.map(({ kind }) => kind));
  if (rows.length < 2 || rows[0]?.kind === 'product' || reading.intent === 'quotes') return false;
  // A form takes the obra and the customer of one name.
  return !(DESCRIBED.has(reading.intent) && kinds.size === rows.length);
};

/** A guess that leaves words over: the sentence did not go on from what was asked before. */
const NOT_MEANT: Answered = { answer: answer('notFound', []), frame: null };

/** `guessed`: nothing says that the sentence is meant so, and no word of it may be kept as a description. */
const answerReading = async (reading: Reading, text: string, asking: Asking, guessed = false): Promise<Answered> => {
  const intent = intentOf(reading.intent);
  const respond = ANSWERS[reading.intent];
  if (!intent || !respond) return { answer: await unknown(asking, text), frame: null };
  if (intent.keepsText) {
    const request = requestOf(reading, []);
    if (!request) return { answer: await unknown(asking, text), frame: null };
    return {
      answer: await respond({ ...request, text: reading.phrases.map((one) => one.text).join(' ') }, asking),
      frame: null,
    };
  }
  if (reading.slots.excluding) return { answer: await leavesOut(asking, text), frame: null };
  const kinds = intent.names.filter((kind) => kind !== 'stage');
  const found = await findRows(asking, reading.phrases, kinds, {
    side: reading.slots.side ?? 'DEBIT',
    ofEachKind: DESCRIBED.has(reading.intent),
  });
  const known = found.filter(({ rows }) => rows.length > 0);
  const missing = found.filter(({ rows, phrase }) => rows.length === 0 && !isIdlePhrase(phrase.key));
  const [stage, ...others] = missing;
  const isStage =
    stage !== undefined && others.length === 0 && intent.names.includes('stage') && !reading.slots.periods;
  if (guessed && missing.length > 0 && !isStage) return NOT_MEANT;
  const ambiguous = known.find((one) => isAmbiguous(reading, one));
  if (ambiguous) return { answer: which(text, ambiguous, reading.slots.side ?? 'DEBIT'), frame: null };
  const request = requestOf(reading, known);
  if (!request) return { answer: await unknown(asking, text), frame: null };
  if (isStage) request.said.stage = stage.phrase.key;
  else if (missing.length > 0 && DESCRIBED.has(reading.intent))
    request.text = missing.map(({ phrase }) => phrase.text).join(' ');
  else if (missing.length > 0) return { answer: await notFound(reading, missing, text, asking), frame: null };
  return { answer: await respond(request, asking), frame: intent.takes.length === 0 ? null : frameOf(reading) };
};

/** "e em outubro?", "só a clínica", "por fornecedor": words by which a sentence goes on, although it would stand alone, too. */
const CONTINUES =
  /^\s*(?:(?:e|só|so|somente|apenas|agora|mas e)\s|por (?:fornecedor|cliente|categoria|obra|m[eê]s|etapa)\s*[?.!]*$)/i;

/** A sentence as it may be read: the likelier reading first. */
interface Readings {
  readings: Reading[];
  /** The first one goes on from what was asked before, and no word says so: it has to be understood wholly. */
  guessed: boolean;
}

/** A follow-up changes what was asked before; a sentence of its own begins anew. */
const readingsOf = (text: string, today: string, before: Frame | null): Readings => {
  const own = readSentence(text, today);
  const intent = before && intentOf(before.intent);
  const continues = CONTINUES.test(text);
  if (!before || !intent || (own.length > 0 && !continues)) return { readings: own, guessed: false };
  const more = readFollowUp(text, today, intent);
  return more
    ? { readings: [withFrame(before, more), ...own], guessed: !continues }
    : { readings: own, guessed: false };
};

/** The first reading whose words are all understood; else what the first one lacks. */
const answerFirst = async ({ readings, guessed }: Readings, text: string, asking: Asking): Promise<Answered> => {
  let lacking: Answered | null = null;
  for (const [index, reading] of readings.entries()) {
    const given = await answerReading(reading, text, asking, guessed && index === 0);
    if (given.answer.intent !== 'notFound') return given;
    if (index > 0 || !guessed) lacking ??= given;
  }
  return lacking ?? { answer: await unknown(asking, text), frame: null };
};

/**
 * What the grammar does not understand may be rephrased by a model, where one is configured: the answer says as what. It
 * may not add or drop names, times and amounts, so that figures are of the question.
 */
const byModel = async (
  { model }: GatewayContext,
  own: Answered,
  text: string,
  asking: Asking,
): Promise<Answered | null> => {
  if (!model || !['unknown', 'notFound'].includes(own.answer.intent)) return null;
  const sentence = await rephrase(model, text);
  const [reading] = sentence === null ? [] : readSentence(sentence, asking.today);
  if (sentence === null || !reading || !isOfQuestion(reading, text, asking.today)) return null;
  if (await nameSomething(asking, droppedWords(text, sentence))) return null;
  const given = await answerReading(reading, sentence, asking);
  if (['unknown', 'notFound'].includes(given.answer.intent)) return null;
  return {
    ...given,
    answer: { ...given.answer, spans: [...say`Entendi como “${sentence}”. `, ...given.answer.spans] },
  };
};

/** Refusals of the services in words; what is no refusal is a failure of the call. */
const refusal = (error: unknown): AssistantAnswer | null =>
  hasCode(error, 'FORBIDDEN') ? answer('forbidden', say`Você não tem permissão para ver isso nesta empresa.`) : null;

/**
 * Answers a question by rules. Every figure is computed by this gateway's GraphQL with the asker's token, and every word
 * of the question is used: what is left over is said, and no figure is given.
 */
export const ask = async (schema: GraphQLSchema, context: GatewayContext, question: Question): Promise<Answered> => {
  const { frame: before, today } = await readState(context, question);
  const asking = await askingOf(schema, context, question, today);
  const text = question.text.trim();
  const readings = readingsOf(text, today, readFrame(before));
  try {
    const own = await answerFirst(readings, text, asking);
    const { answer: given, frame } = (await byModel(context, own, text, asking)) ?? own;
    // What was not understood, and small talk, leave what was asked before.
    return { answer: given, frame: frame ?? before };
  } catch (error) {
    const refusing = refusal(error);
    if (!refusing) throw error;
    return { answer: refusing, frame: before };
  }
};
