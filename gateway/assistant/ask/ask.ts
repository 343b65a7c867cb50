import type { GraphQLSchema } from 'graphql';
import { DEFAULT_TIME_ZONE, todayIn } from '#domain/calendar.ts';
import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { readFollowUp, readSentence } from '#domain/assistant/grammar.ts';
import { intentOf } from '#domain/assistant/intents/index.ts';
import { isIdlePhrase } from '#domain/assistant/idle.ts';
import type { Found } from '#domain/assistant/names.ts';
import type { Reading } from '#domain/assistant/reading.ts';
import { LONGEST_QUESTION, type AssistantAnswer } from '#schema/assistant/answer.ts';
import type { GatewayContext } from '../../context.ts';
import { hasCode, invalid } from '../../rest/errors.ts';
import { ANSWERS } from './answers/index.ts';
import { type Asking, queryOn, type Request } from './asking.ts';
import { findRows } from './directory.ts';
import { examplesFor } from './examples.ts';
import { frameOf, readFrame, withFrame, type Frame } from './frame.ts';
import { answer, say, strong } from './words.ts';

/** A question, and where it was asked. */
export interface Question {
  text: string;
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

const isTimeZone = (text: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('pt-BR', { timeZone: text }));
  } catch {
    return false;
  }
};

const askingOf = async (schema: GraphQLSchema, context: GatewayContext, question: Question): Promise<Asking> => {
  const session = await context.sessionWithPlaces();
  const { timezone, companyId } = question;
  if (timezone != null && !isTimeZone(timezone)) throw refused('timezone', 'Fuso horário desconhecido.');
  const company = companyId ?? (session.companyId === null ? null : String(session.companyId));
  if (company === null) throw refused('companyId', NO_COMPANY_AVAILABLE);
  if (!session.companies[company]) throw refused('companyId', 'Empresa não encontrada.');
  return {
    ...{ session, companyId: company },
    today: todayIn(new Date(), timezone ?? session.user.timeZone ?? DEFAULT_TIME_ZONE),
    query: queryOn(schema, context),
  };
};

const unknown = (asking: Asking): AssistantAnswer =>
  answer('unknown', say`Não entendi. Eu respondo sobre o que está no Prumo. Por exemplo:`, {
    choices: examplesFor(asking, 3).map((text) => ({ label: text, text })),
  });

const KIND_WORDS = {
  building: 'obra',
  partner: 'fornecedor ou cliente',
  category: 'categoria',
  wallet: 'carteira',
  product: 'insumo',
  stage: 'etapa',
} as const;

/** Some words stand for nothing that the asker sees: no figure is computed without them. */
const notFound = (reading: Reading, missing: readonly Found[], asking: Asking): AssistantAnswer => {
  const kinds = (intentOf(reading.intent)?.names ?? []).map((kind) => KIND_WORDS[kind]);
  const where =
    kinds.length === 0
      ? ''
      : ` como ${kinds.slice(0, -1).join(', ')}${kinds.length > 1 ? ' ou ' : ''}${kinds.at(-1) ?? ''}`;
  const words = missing.map(({ phrase }) => `“${phrase.text}”`).join(' e ');
  return answer('notFound', say`Não encontrei ${strong(words.slice(0, 200))}${where}, entre o que você vê.`, {
    choices: examplesFor(asking, 2).map((text) => ({ label: text, text })),
  });
};

/** Several rows fit a name: the asker chooses, by the same sentence with the whole name. */
const which = (text: string, { phrase, rows }: Found): AssistantAnswer =>
  answer('which', say`Há mais de um “${phrase.text}”. Qual?`, {
    choices: rows
      .slice(0, 8)
      .map(({ name }) => ({ label: name.slice(0, 200), text: replaced(text, phrase.text, name) })),
  });

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
    const [row] = rows;
    if (!row) continue;
    request.more.push(row);
    request.names[row.kind] ??= row;
    request.said[row.kind] ??= phrase.key;
  }
  if (reading.topic !== undefined) request.topic = reading.topic;
  return request;
};

/** Products are meant by their words, which may fit many; stages are looked for where they stand. */
const isAmbiguous = (reading: Reading, { rows }: Found): boolean =>
  rows.length > 1 && rows[0]?.kind !== 'product' && reading.intent !== 'quotes';

const answerReading = async (reading: Reading, text: string, asking: Asking): Promise<Answered> => {
  const intent = intentOf(reading.intent);
  const respond = ANSWERS[reading.intent];
  if (!intent || !respond) return { answer: unknown(asking), frame: null };
  if (intent.keepsText) {
    const request = requestOf(reading, []);
    if (!request) return { answer: unknown(asking), frame: null };
    return {
      answer: await respond({ ...request, text: reading.phrases.map((one) => one.text).join(' ') }, asking),
      frame: null,
    };
  }
  const kinds = intent.names.filter((kind) => kind !== 'stage');
  const found = await findRows(asking, reading.phrases, kinds, reading.slots.side ?? 'DEBIT');
  const known = found.filter(({ rows }) => rows.length > 0);
  const ambiguous = known.find((one) => isAmbiguous(reading, one));
  if (ambiguous) return { answer: which(text, ambiguous), frame: null };
  const missing = found.filter(({ rows, phrase }) => rows.length === 0 && !isIdlePhrase(phrase.key));
  const request = requestOf(reading, known);
  if (!request) return { answer: unknown(asking), frame: null };
  const [stage, ...others] = missing;
  if (stage && others.length === 0 && intent.names.includes('stage')) request.said.stage = stage.phrase.key;
  else if (missing.length > 0 && DESCRIBED.has(reading.intent))
    request.text = missing.map(({ phrase }) => phrase.text).join(' ');
  else if (missing.length > 0) return { answer: notFound(reading, missing, asking), frame: null };
  return { answer: await respond(request, asking), frame: frameOf(reading) };
};

/** A follow-up changes what was asked before; a sentence of its own begins anew. */
const readingOf = (text: string, today: string, before: Frame | null): Reading | null => {
  const own = readSentence(text, today);
  const intent = before && intentOf(before.intent);
  if (!before || !intent || (own && !/^\s*(?:e|só|so|somente|apenas|agora|por|mas e)\s/i.test(text))) return own;
  const more = readFollowUp(text, today, intent);
  return more ? withFrame(before, more) : own;
};

/** Refusals of the services in words; what is no refusal is a failure of the call. */
const refusal = (error: unknown): AssistantAnswer | null =>
  hasCode(error, 'FORBIDDEN') ? answer('forbidden', say`Você não tem permissão para ver isso nesta empresa.`) : null;

/**
 * Answers a question by rules. Every figure is computed by this gateway's GraphQL with the asker's token, and every word
 * of the question is used: what is left over is said, and no figure is given.
 */
export const ask = async (
  schema: GraphQLSchema,
  context: GatewayContext,
  question: Question,
  lastFrame: () => Promise<string | null>,
): Promise<Answered> => {
  const asking = await askingOf(schema, context, question);
  const text = question.text.trim();
  const reading = readingOf(text, asking.today, readFrame(await lastFrame()));
  if (!reading) return { answer: unknown(asking), frame: null };
  try {
    return await answerReading(reading, text, asking);
  } catch (error) {
    const refusing = refusal(error);
    if (!refusing) throw error;
    return { answer: refusing, frame: null };
  }
};
