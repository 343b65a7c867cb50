import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Clean } from 'typebox/value';
import { Settings } from 'typebox/system';
import Format from 'typebox/format';
import { isIsoDate } from '#domain/calendar.ts';
import { invalid, malformed, type ServiceError } from '../errors.ts';
import { settleValues } from './json.ts';
import { closed } from './schemaNodes.ts';
import { fieldErrors, type Finding } from './validationMessages.ts';

// Maximum errors per body: enough for a form, and a bounded response to invalid input.
Settings.Set({ maxErrors: 50 });
// The library's own format accepts the year 0000, which neither the calendar nor PostgreSQL has.
Format.Set('date', isIsoDate);

export type Part = 'params' | 'querystring' | 'body' | 'headers';
type Verdict = { value: unknown } | { error: ServiceError };

interface TextNode {
  type?: string;
  anyOf?: TextNode[];
}

const kinds = (node: TextNode): string[] => (node.anyOf ? node.anyOf.flatMap(kinds) : node.type ? [node.type] : []);

/** Converts text of a path or query to the schema's number or boolean; leaves other text for the validator. */
const readText = (text: unknown, schema: TextNode): unknown => {
  if (typeof text !== 'string') return text;
  const wanted = kinds(schema);
  if (wanted.includes('integer') && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (wanted.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

const readAddress = (value: unknown, schema: TObject, part: Part): Record<string, unknown> => {
  const sent = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    sent
      // A form sends an empty filter as `?from=`.
      .filter(([, text]) => part === 'params' || text !== '')
      .map(([key, text]) => [key, readText(text, (schema.properties[key] ?? {}) as TextNode)]),
  );
};

const unknownFilters = (value: Record<string, unknown>, schema: TObject): ServiceError | undefined => {
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(schema.properties, key));
  if (unknown.length === 0) return undefined;
  return invalid(
    unknown.map((path) => ({ path, message: 'Filtro desconhecido.' })),
    `Filtro desconhecido: ${unknown.join(', ')}.`,
  );
};

/** Compiles a schema when it is first needed: a process serves few of its endpoints soon after its start. */
const compiledOnUse = (schema: () => TSchema): (() => ReturnType<typeof Compile>) => {
  let validator: ReturnType<typeof Compile> | undefined;
  return () => (validator ??= Compile(schema()));
};

/**
 * Makes the validator of one part of an endpoint. Path and query: converts text and rejects unknown query keys.
 * Body: keeps decimals exact; JSON bodies are closed (schemaNodes.ts), so that unknown keys are rejected, and forms
 * drop unknown parameters (RFC 6749 §3.2).
 */
export const compilePart = (schema: TSchema, part: Part): ((value: unknown) => Verdict) => {
  const validator = compiledOnUse(() => schema);
  const judge = (value: unknown): Verdict =>
    validator().Check(value)
      ? { value }
      : { error: invalid(fieldErrors(schema, validator().Errors(value) as unknown as Finding[], value)) };
  if (part === 'body') {
    const isOpen = !('additionalProperties' in schema);
    return (value) => {
      if (value === undefined || value === null) return { error: malformed('O corpo da requisição está vazio.') };
      const verdict = judge(settleValues(value, schema));
      // Of forms alone: cleaning builds the whole schema anew at each call.
      return isOpen && 'value' in verdict ? { value: Clean(schema, verdict.value) } : verdict;
    };
  }
  return (value) => {
    const read = readAddress(value, schema as TObject, part);
    const refused = part === 'querystring' ? unknownFilters(read, schema as TObject) : undefined;
    return refused ? { error: refused } : judge(read);
  };
};

/**
 * Returns a function that describes how a response breaks its contract, keys that it does not name included, or returns
 * undefined; used in tests.
 */
export const contractBreach = (schema: TSchema): ((answer: unknown) => string | undefined) => {
  const validator = compiledOnUse(() => closed(schema));
  return (answer) => {
    const wire: unknown = answer === undefined ? null : JSON.parse(JSON.stringify(answer));
    if (validator().Check(wire)) return undefined;
    return `${JSON.stringify(validator().Errors(wire))}: ${JSON.stringify(wire)}`;
  };
};
