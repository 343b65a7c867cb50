import type { FieldProblem } from '#domain/errors.ts';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isRecord, isText } from './storage.ts';
import { legalRestriction, noConnection, somethingWentWrong } from './texts.ts';

/** English code of the first GraphQL error: 'UNAUTHENTICATED', 'CONFLICT', 'INVALID' …; undefined for other errors. */
export const errorCode = (error: unknown): string | undefined => {
  const code = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.code : undefined;
  return isText(code) ? code : undefined;
};

const isRestricted = (error: unknown) =>
  (ServerError.is(error) && error.statusCode === 451) || errorCode(error) === 'LEGAL_RESTRICTION';

/** What the person reads (§8): the service's own sentence, else the general one. */
export const errorText = (error: unknown, fallback = somethingWentWrong): string => {
  if (isRestricted(error)) return legalRestriction;
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message || fallback;
  if (error instanceof TypeError) return noConnection;
  return fallback;
};

const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && isText(value.path) && isText(value.message);

/** Problems of single fields, for the form: `extensions.fields`. Empty when the error speaks of none. */
export const fieldProblems = (error: unknown): FieldProblem[] => {
  if (!CombinedGraphQLErrors.is(error)) return [];
  return error.errors.flatMap(({ extensions }) => {
    const fields: unknown = extensions?.fields;
    return Array.isArray(fields) ? fields.filter(isProblem) : [];
  });
};
