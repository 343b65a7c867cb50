import { request } from 'undici';
import { masked } from '#domain/assistant/mask.ts';
import { INTENTS } from '#domain/assistant/intents/index.ts';
import type { Reading } from '#domain/assistant/reading.ts';
import { wordsOf } from '#domain/assistant/words.ts';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';

/** A language model behind an OpenAI-compatible address; off unless it is configured (decision 85). */
export interface AssistantModel {
  /** Without a trailing slash; "/chat/completions" is added. */
  url: string;
  name: string;
  key?: string;
}

/** Milliseconds that a question waits for the model. */
const TIMEOUT = 4_000;
const LONGEST_ANSWER = 64 * 1024;

const INSTRUCTIONS = [
  'Reescreva a pergunta do usuário como UMA das formas abaixo, trocando nomes, datas e valores pelos da pergunta.',
  'Use apenas nomes, datas e valores que estão na pergunta. Responda só com a frase. Se nenhuma servir, responda NENHUMA.',
  ...INTENTS.flatMap(({ examples }) => examples.slice(0, 3)).map((example) => `- ${example}`),
].join('\n');

const contentOf = (body: unknown): string | null => {
  const { choices } = (typeof body === 'object' && body !== null ? body : {}) as { choices?: unknown };
  const [first] = Array.isArray(choices) ? (choices as { message?: { content?: unknown } }[]) : [];
  const content = first?.message?.content;
  return typeof content === 'string' ? content : null;
};

/**
 * The question in words of the grammar; null where the model has none, fails or is late. Only the question leaves the
 * machine, never an answer.
 */
export const rephrase = async ({ url, name, key }: AssistantModel, question: string): Promise<string | null> => {
  try {
    const { statusCode, body } = await request(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        ...{ model: name, temperature: 0, max_tokens: 120 },
        messages: [
          { role: 'system', content: INSTRUCTIONS },
          { role: 'user', content: question },
        ],
      }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await body.text();
    if (statusCode !== 200 || text.length > LONGEST_ANSWER) return null;
    const [line = ''] = (contentOf(JSON.parse(text)) ?? '').trim().split('\n');
    return line === '' || line.length > LONGEST_QUESTION || /^nenhuma\b/i.test(line) ? null : line;
  } catch {
    return null;
  }
};

const KINDS_OF_FILES = ['pdf', 'excel', 'xlsx', 'planilha', 'csv'];

/**
 * Whether a reading of the model's words says nothing that the question does not: its names, times and amounts are all of
 * the question. The model chooses among intents; it adds no figure and no name.
 */
export const isOfQuestion = (reading: Reading, question: string, today: string): boolean => {
  const words = new Set(wordsOf(question).map(({ key }) => key));
  const items = masked(question, today);
  const periods = items.flatMap(({ slot }) => (slot && 'period' in slot ? [slot.period.past.label] : []));
  const amounts = new Set(items.flatMap(({ slot }) => (slot && 'amount' in slot ? [slot.amount] : [])));
  const { slots, phrases } = reading;
  const given = (slots.periods ?? []).map(({ past }) => past.label);
  return (
    phrases.every(({ key }) => key.split(' ').every((word) => words.has(word))) &&
    // No more and no fewer times: a figure of another time would be another figure.
    given.length === periods.length &&
    given.every((label) => periods.includes(label)) &&
    [slots.amount, slots.least, slots.most].every((value) => value === undefined || amounts.has(value)) &&
    (slots.document === undefined || words.has(slots.document)) &&
    // A file is made when its kind is asked for.
    (slots.format === undefined || KINDS_OF_FILES.some((kind) => words.has(kind)))
  );
};

/** Words of the question that the model's sentence does not have: a name among them would be dropped. */
export const droppedWords = (question: string, sentence: string): string[] => {
  const kept = new Set(wordsOf(sentence).map(({ key }) => key));
  return wordsOf(question).flatMap(({ key }) => (kept.has(key) ? [] : [key]));
};
