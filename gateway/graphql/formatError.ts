import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { ERROR_CODES } from '../rest/errors.ts';
import { ScalarProblem } from '../platform/scalars.ts';
import { locateProblem } from './locateProblem.ts';

/** Maps Apollo's codes for rejected requests to the product's codes. */
const CODES: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'INVALID',
  BAD_REQUEST: 'INVALID',
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  OPERATION_RESOLUTION_FAILURE: 'GRAPHQL_VALIDATION_FAILED',
  PERSISTED_QUERY_NOT_SUPPORTED: 'INVALID',
  PERSISTED_QUERY_NOT_FOUND: 'INVALID',
};

/** Start of the message per code; a detail for the developer follows. */
const INTRODUCTIONS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'A consulta não é GraphQL válido',
  GRAPHQL_VALIDATION_FAILED: 'A consulta não serve para este esquema',
  INVALID: 'A requisição não é válida',
};

const OURS: ReadonlySet<unknown> = new Set(ERROR_CODES);

const isOurs = (error: unknown): boolean => error instanceof GraphQLError && OURS.has(error.extensions.code);

/**
 * True for an error of the gateway's limits: their messages are Portuguese, also when Apollo wraps them as a validation
 * error.
 */
const isLimit = ({ extensions }: GraphQLFormattedError): boolean => extensions?.limit !== undefined;

const without = (extensions: Record<string, unknown> = {}, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(extensions).filter(([name]) => !names.includes(name)));

/** Returns the Portuguese message of the gateway's scalars, which graphql-js and Apollo wrap in their own errors. */
const scalarProblem = (error: unknown): string | undefined => {
  for (let one = error; one instanceof GraphQLError; one = one.originalError) {
    if (one instanceof ScalarProblem) return one.message;
  }
  return undefined;
};

/**
 * Extracts the field path for a form from `Variable "$input" got invalid value "x" at "input.grossValue"; …`: graphql-js
 * gives the path in its message alone.
 */
const fieldOf = (message: string, own: string | undefined): { fields?: { path: string; message: string }[] } => {
  const found = /at "(?:\w+)\.([\w.[\]]+)"; (.+)$/s.exec(message);
  if (!found?.[1] || !found[2]) return {};
  const missing = /was not provided|not to be null/.test(found[2]);
  const words = own ?? (missing ? 'Campo obrigatório.' : 'Valor inválido.');
  return { fields: [{ path: found[1].replace(/\[(\d+)\]/g, '.$1'), message: words }] };
};

/** Builds the Portuguese message; the libraries' English text is not sent. */
const sentenceOf = (code: string, detail: string | undefined): string =>
  detail === undefined ? `${INTRODUCTIONS[code]}.` : `${INTRODUCTIONS[code]}: ${detail}`;

/**
 * True when graphql-js itself rejected the arguments of a field or directive during execution, e.g. null in a variable
 * that is nullable only in its declaration: a client error instead of an error thrown by a resolver.
 */
const isArgument = (original: unknown): boolean =>
  original instanceof GraphQLError &&
  !original.originalError &&
  /^Argument ".+?" (?:of (?:required|non-null) type|has invalid value)/.test(original.message);

/** Details for codes of Apollo whose errors name no piece of the document. */
const DETAILS: Readonly<Record<string, string>> = {
  PERSISTED_QUERY_NOT_SUPPORTED: 'envie a consulta inteira em "query", sem "persistedQuery".',
  PERSISTED_QUERY_NOT_FOUND: 'envie a consulta inteira em "query", sem "persistedQuery".',
};

/** The original error of each masked one, for the caller that knows the request id and logs it. */
const faults = new WeakMap<object, unknown>();
export const faultBehind = (formatted: GraphQLFormattedError): unknown => faults.get(formatted);

/** Formats an error for the client. Masks internal errors; `faultBehind` returns the original. */
export const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
  const original = unwrapResolverError(error);
  if (isOurs(original) || isLimit(formatted)) {
    return { ...formatted, extensions: without(formatted.extensions, 'http', 'stacktrace') };
  }
  const code = isArgument(original) ? 'INVALID' : CODES[String(formatted.extensions?.code)];
  if (code === undefined) {
    const kept = without(formatted.extensions, 'code', 'stacktrace', 'http');
    const masked = { ...formatted, message: DEFAULT_FAILURE, extensions: { ...kept, code: 'INTERNAL' } };
    faults.set(masked, original);
    return masked;
  }
  const own = scalarProblem(error);
  const detail = DETAILS[String(formatted.extensions?.code)];
  return {
    ...formatted,
    message: sentenceOf(code, own ?? detail ?? locateProblem(error, formatted.locations?.[0])),
    extensions: { ...without(formatted.extensions, 'http', 'stacktrace'), code, ...fieldOf(formatted.message, own) },
  };
};
export type FormatError = typeof formatError;
