import type { FieldProblem } from '#domain/errors.ts';
import { SECOND_FACTOR_DUE, SESSION_EXPIRED } from '#domain/messages.ts';

/** A problem with a form field. `path` is dotted: `transactionRecordList.0.value`. */
export type FieldError = FieldProblem;

/** Error codes; the gateway maps them one to one to `extensions.code` (design.md). */
export type FailureCode =
  | 'MALFORMED'
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'REAUTHENTICATION_REQUIRED'
  | 'SECOND_FACTOR_SETUP_REQUIRED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RULE_BROKEN'
  | 'LOCKED'
  | 'TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'LEGAL_RESTRICTION'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** An error with an HTTP status and a Portuguese message for the user. */
export class ServiceError extends Error {
  /** Property in which Fastify reads and sets the status of an error. */
  statusCode: number;

  constructor(
    readonly status: number,
    readonly code: FailureCode,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.statusCode = status;
  }
}

/** 404: the row does not exist, belongs to another account, or is not visible to the user. */
export const notFound = (message = 'Registro não encontrado.') => new ServiceError(404, 'NOT_FOUND', message);

/** 400: unreadable request. */
export const malformed = (message = 'A requisição está malformada.') => new ServiceError(400, 'MALFORMED', message);

/** 400: missing or invalid fields. */
export const invalid = (fields: readonly FieldError[], message = 'Confira os campos informados.') =>
  new ServiceError(400, 'INVALID', message, fields);

/** 409: stale version, duplicate, or row in use. */
export const conflict = (message: string, fields: readonly FieldError[] = []) =>
  new ServiceError(409, 'CONFLICT', message, fields);

/** 409: the update was made on an outdated version. */
export const staleVersion = () =>
  conflict('Este registro foi alterado por outra pessoa. Confira a versão gravada e tente de novo.');

/** 403: the account demands a second factor, which the user has yet to set up. */
export const secondFactorDue = () => new ServiceError(403, 'SECOND_FACTOR_SETUP_REQUIRED', SECOND_FACTOR_DUE);

/** 422: violated business rule. */
export const ruleBroken = (message: string, fields: readonly FieldError[] = []) =>
  new ServiceError(422, 'RULE_BROKEN', message, fields);

export const unauthenticated = (message = SESSION_EXPIRED) =>
  new ServiceError(401, 'UNAUTHENTICATED', message, [], { 'www-authenticate': 'Bearer' });

export const forbidden = (message = 'Você não tem permissão para esta operação.') =>
  new ServiceError(403, 'FORBIDDEN', message);

/** 423: another operation holds the lock. */
export const locked = (message: string) => new ServiceError(423, 'LOCKED', message);

export const tooManyRequests = (
  seconds: number,
  message = 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  headers: Record<string, string> = {},
) => new ServiceError(429, 'TOO_MANY_REQUESTS', message, [], { ...headers, 'retry-after': String(seconds) });

/** 507: the disk of the database is full. Nothing was stored; reads still work. */
export const storageFull = () =>
  new ServiceError(
    507,
    'UNAVAILABLE',
    'Não há espaço em disco para gravar: nada foi salvo. Consultas continuam funcionando; avise quem cuida do servidor.',
  );

export const unavailable = (message = 'O serviço está indisponível no momento. Tente novamente em instantes.') =>
  new ServiceError(503, 'UNAVAILABLE', message, [], { 'retry-after': '1' });
