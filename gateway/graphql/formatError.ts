import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { ERROR_CODES } from '../rest/errors.ts';
import { inPortuguese } from './portuguese.ts';

/** Codes of Apollo for requests that it refuses itself, as the rest of the product calls them. */
const CODES: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'INVALID',
  BAD_REQUEST: 'INVALID',
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  OPERATION_RESOLUTION_FAILURE: 'GRAPHQL_VALIDATION_FAILED',
  PERSISTED_QUERY_NOT_SUPPORTED: 'INVALID',
  PERSISTED_QUERY_NOT_FOUND: 'INVALID',
};

/** What kind of fault it is; what follows says which, for the developer who wrote the document. */
const INTRODUCTIONS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'A consulta não é GraphQL válido',
  GRAPHQL_VALIDATION_FAILED: 'A consulta não serve para este esquema',
  INVALID: 'A requisição não é válida',
};

const OURS: ReadonlySet<unknown> = new Set(ERROR_CODES);

const isOurs = (error: unknown): boolean => error instanceof GraphQLError && OURS.has(error.extensions.code);

/** The limits speak Portuguese already, also after Apollo wrapped them into a validation error. */
const isLimit = ({ extensions }: GraphQLFormattedError): boolean => extensions?.limit !== undefined;

const without = (extensions: Record<string, unknown> = {}, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(extensions).filter(([name]) => !names.includes(name)));

/** Our scalars speak Portuguese; nothing else that is said of a value does. */
const wordsFor = (detail: string): string => {
  const own = /(?:^|\. )(Informe .+)$/s.exec(detail)?.[1];
  if (own) return own;
  return /was not provided|not to be null/.test(detail) ? 'Campo obrigatório.' : 'Valor inválido.';
};

/** `Variable "$input" got invalid value "x" at "input.grossValue"; …` names the field for a form. */
const fieldOf = (message: string): { fields?: { path: string; message: string }[] } => {
  const found = /at "(?:\w+)\.([\w.[\]]+)"; (.+)$/s.exec(message);
  if (!found?.[1] || !found[2]) return {};
  return { fields: [{ path: found[1].replace(/\[(\d+)\]/g, '.$1'), message: wordsFor(found[2]) }] };
};

/** The libraries' own sentence never goes out: it is English. Without one of ours, the place in the document is told. */
const sentenceOf = (code: string, { message, locations: [place] = [] }: GraphQLFormattedError): string => {
  const detail = inPortuguese(message) ?? (place && `veja a linha ${place.line}, coluna ${place.column}.`);
  return detail === undefined ? `${INTRODUCTIONS[code]}.` : `${INTRODUCTIONS[code]}: ${detail}`;
};

/**
 * graphql-js itself refused the arguments of a field or of a condition while it ran: null for a variable that may be null
 * only where it is declared. The asker's fault, and no error that a resolver threw.
 */
const isArgument = (original: unknown): boolean =>
  original instanceof GraphQLError &&
  !original.originalError &&
  /^Argument ".+?" (?:of (?:required|non-null) type|has invalid value)/.test(original.message);

/** What a masked error was, for whoever knows its request and writes the log. */
const faults = new WeakMap<object, unknown>();
export const faultBehind = (formatted: GraphQLFormattedError): unknown => faults.get(formatted);

/** Errors that are nobody's fault outside are masked; `faultBehind` tells them whole. */
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
  const { message } = formatted;
  return {
    ...formatted,
    message: sentenceOf(code, formatted),
    extensions: { ...without(formatted.extensions, 'http', 'stacktrace'), code, ...fieldOf(message) },
  };
};
export type FormatError = typeof formatError;
