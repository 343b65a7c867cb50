import { DEFAULT_FAILURE, LEGAL_RESTRICTION, NO_CONNECTION } from '#domain/messages.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isRecord, isText } from './storage.ts';

/**
 * Returns the code of the first GraphQL error: 'UNAUTHENTICATED', 'CONFLICT', 'INVALID' …; undefined for other errors.
 */
export const errorCode = (error: unknown): string | undefined => {
  if (error instanceof RestFailure) return error.code;
  const code = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.code : undefined;
  return isText(code) ? code : undefined;
};

/** Returns whether the error is HTTP 451, by REST or by GraphQL: its text takes precedence over any other (§8). */
export const isRestricted = (error: unknown): boolean =>
  (ServerError.is(error) && error.statusCode === 451) ||
  (CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.code === 'LEGAL_RESTRICTION'));

/** A failed plain REST call (files): the sentence to show, and the problems of its fields. */
export class RestFailure extends Error {
  constructor(
    message: string,
    readonly fields: FieldProblem[] = [],
    /** As GraphQL names it: 'CONFLICT', 'LOCKED'. */
    readonly code?: string,
    /** Undefined without an answer. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Returns the sentence for a REST response outside 200–299 (§8). */
export const restFailureText = (status: number, answer: unknown, fallback = DEFAULT_FAILURE): string => {
  if (status === 451) return LEGAL_RESTRICTION;
  const messages = isRecord(answer) ? [answer.message, answer.error_description] : [];
  return messages.filter(isText).find((text) => text !== '') ?? fallback;
};

/** Returns the sentence to show for an error (§8): the service's own, else the fallback. */
export const errorText = (error: unknown, fallback = DEFAULT_FAILURE): string => {
  if (isRestricted(error)) return LEGAL_RESTRICTION;
  if (error instanceof RestFailure) return error.message;
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message || fallback;
  if (error instanceof TypeError) return NO_CONNECTION;
  return fallback;
};

/**
 * Returns whether the same call would fail again: the address names what does not exist, or what the service cannot read.
 * Nothing (no error) is a row that the answer lacks.
 */
export const isLasting = (error: unknown): boolean =>
  error == null || ['INVALID', 'NOT_FOUND'].includes(errorCode(error) ?? '');

/**
 * Returns the sentence for a call with its own text in §8: that text replaces the general ones for unexpected errors.
 */
export const failureTextOf = (error: unknown, own: string | undefined): string => {
  const code = errorCode(error);
  const general = code === undefined || code === 'INTERNAL' || code === 'UNAVAILABLE';
  return general && own !== undefined && !isRestricted(error) && !(error instanceof RestFailure)
    ? own
    : errorText(error);
};

export const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && isText(value.path) && isText(value.message);

/** Returns the problems of single fields (`extensions.fields`) for the form; empty when the error has none. */
export const fieldProblems = (error: unknown): FieldProblem[] => {
  if (error instanceof RestFailure) return error.fields;
  if (!CombinedGraphQLErrors.is(error) || isRestricted(error)) return [];
  return error.errors.flatMap(({ extensions }) => {
    const fields: unknown = extensions?.fields;
    return Array.isArray(fields) ? fields.filter(isProblem) : [];
  });
};
