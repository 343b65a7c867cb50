import { GraphQLError } from 'graphql';
import { DEFAULT_FAILURE, LEGAL_RESTRICTION, SECOND_FACTOR_DUE, SESSION_EXPIRED } from '#domain/messages.ts';

/** Values of `extensions.code`, which the web client branches on; users read `message`. */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'REAUTHENTICATION_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'NOT_FOUND',
  'CONFLICT',
  'LOCKED',
  'INVALID',
  'RATE_LIMITED',
  'LEGAL_RESTRICTION',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface FieldError {
  path: string;
  message: string;
}

export const FORBIDDEN_MESSAGE = 'Você não tem permissão para esta operação.';
export const UNAVAILABLE_MESSAGE = 'O serviço está indisponível no momento. Tente novamente em instantes.';
/** Maps REST statuses to codes; `codeOf` handles the rest by class. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'INVALID',
  423: 'LOCKED',
  429: 'RATE_LIMITED',
  451: 'LEGAL_RESTRICTION',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
  507: 'UNAVAILABLE',
};

/** True for a 403 that requires reauthentication: the user confirms the password, and the client repeats the call. */
const asksForPassword = (body: unknown): boolean => isRecord(body) && body.error === 'REAUTHENTICATION_REQUIRED';

export const codeOf = (status: number): ErrorCode => CODES[status] ?? (status < 500 ? 'INVALID' : 'INTERNAL');

interface ErrorDetails {
  status: number;
  requestId: string;
  fields?: FieldError[];
  retryAfter?: number;
  /** Of SECOND_FACTOR_REQUIRED: the token of the waiting login, and how it may be confirmed. */
  challenge?: string;
  methods?: string[];
  /** What a passkey is asked to sign, where the user has one. */
  passkey?: unknown;
}

/** Returns an error of a GraphQL response: Portuguese message, English code, fields for a form, request id. */
export const gatewayError = (code: ErrorCode, message: string, details: Partial<ErrorDetails> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...details } });

export const unauthenticated = (): GraphQLError => gatewayError('UNAUTHENTICATED', SESSION_EXPIRED, { status: 401 });
export const forbidden = (message = FORBIDDEN_MESSAGE): GraphQLError =>
  gatewayError('FORBIDDEN', message, { status: 403 });
export const secondFactorDue = (): GraphQLError =>
  gatewayError('SECOND_FACTOR_SETUP_REQUIRED', SECOND_FACTOR_DUE, { status: 403 });
export const invalid = (message: string, fields?: FieldError[]): GraphQLError =>
  gatewayError('INVALID', message, { status: 400, ...(fields && { fields }) });

/** Maps the path of a field in the REST body to its path in the GraphQL input. */
export type FieldNames = (restPath: string) => string;

interface Refusal {
  status: number;
  body: unknown;
  requestId: string;
  /** Default text of §8 for this call. */
  fallback?: string | undefined;
  fieldNames?: FieldNames | undefined;
  retryAfter?: number | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Returns the body's `message` or `error_description` (§8), or undefined. */
export const messageOf = (body: unknown): string | undefined =>
  isRecord(body) ? (textOf(body.message) ?? textOf(body.error_description)) : undefined;

const fieldsOf = (body: unknown, rename: FieldNames = (path) => path): FieldError[] | undefined => {
  if (!isRecord(body) || !Array.isArray(body.fields)) return undefined;
  const fields = body.fields.flatMap((field: unknown) => {
    if (!isRecord(field)) return [];
    const { path, message } = field;
    return typeof path === 'string' && typeof message === 'string' ? [{ path: rename(path), message }] : [];
  });
  return fields.length > 0 ? fields : undefined;
};

/** Returns what a login by password waits for, or null. */
const secondFactorOf = (body: unknown): Required<Pick<ErrorDetails, 'challenge' | 'methods' | 'passkey'>> | null => {
  if (!isRecord(body) || body.error !== 'mfa_required' || typeof body.mfa_token !== 'string') return null;
  const methods = Array.isArray(body.mfa_methods) ? body.mfa_methods.map(String) : [];
  return { challenge: body.mfa_token, methods, passkey: body.mfa_passkey ?? null };
};

/** Returns the code of a 403: what is missing may be given, and the call repeated. */
const codeOfForbidden = (body: unknown): ErrorCode => {
  if (asksForPassword(body)) return 'REAUTHENTICATION_REQUIRED';
  if (isRecord(body) && body.error === 'SECOND_FACTOR_SETUP_REQUIRED') return 'SECOND_FACTOR_SETUP_REQUIRED';
  return secondFactorOf(body) ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN';
};

/** Returns the error for a response outside 200–299, or with `ok: false`. */
export const refusedBy = ({ status, body, requestId, fallback, fieldNames, retryAfter }: Refusal): GraphQLError => {
  const message = status === 451 ? LEGAL_RESTRICTION : (messageOf(body) ?? fallback ?? DEFAULT_FAILURE);
  // The legal restriction replaces everything in the body, including fields (§8).
  const fields = status === 451 ? undefined : fieldsOf(body, fieldNames);
  const code = status === 403 ? codeOfForbidden(body) : codeOf(status);
  return gatewayError(code, message, {
    status,
    requestId,
    ...(code === 'SECOND_FACTOR_REQUIRED' && secondFactorOf(body)),
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
};

/** Returns the error for a service that is unreachable (503) or timed out (504). */
export const unreachable = (status: 503 | 504, requestId: string, fallback?: string): GraphQLError =>
  gatewayError('UNAVAILABLE', fallback ?? UNAVAILABLE_MESSAGE, { status, requestId });

/** True for an error of the product (not a bug) with this code. */
export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof GraphQLError && error.extensions.code === code;

/** Converts any thrown value to a GraphQLError. */
export const toGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError(DEFAULT_FAILURE, error instanceof Error ? { originalError: error } : {});
