import { DEFAULT_FAILURE } from '#domain/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RuleError } from '#domain/errors.ts';
import { oauthFailure, protocolOf } from '#schema/platform/protocolFailures.ts';
import type { Failure } from '#schema/platform/shapes.ts';
import { refusalOfDatabase } from '../db/constraints.ts';
import { malformed, notFound, ruleBroken, ServiceError, tooManyRequests } from '../errors.ts';

/** Portuguese errors for failures of Fastify and its plugins, by status: their own messages are English. */
const byStatus: Record<number, () => ServiceError> = {
  400: () => malformed(),
  404: () => notFound('Endereço não encontrado.'),
  408: () => new ServiceError(408, 'MALFORMED', 'A requisição demorou demais para chegar.'),
  413: () => new ServiceError(413, 'TOO_LARGE', 'O conteúdo enviado é grande demais.'),
  414: () => new ServiceError(414, 'TOO_LARGE', 'O endereço da requisição é longo demais.'),
  415: () => new ServiceError(415, 'MALFORMED', 'O tipo de conteúdo enviado não é aceito aqui.'),
  429: () => tooManyRequests(60),
};

const JSON_TYPE = 'application/json; charset=utf-8';

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/**
 * Converts any thrown value to a ServiceError; undefined for an internal error, whose cause only the log may contain.
 */
export const refusalOf = (error: unknown, request: FastifyRequest): ServiceError | undefined => {
  if (error instanceof ServiceError) return error;
  if (error instanceof RuleError) return ruleBroken(error.message, error.fields);
  const ofDatabase = refusalOfDatabase(error, request.server.platform.constraints);
  if (ofDatabase) return ofDatabase;
  const status = statusOf(error);
  return status !== undefined && status < 500 ? (byStatus[status] ?? byStatus[400])?.() : undefined;
};

/** An error of the token endpoint, with its code of RFC 6749. */
export class OAuthError extends ServiceError {
  constructor(
    status: number,
    readonly oauthCode: string,
    message: string,
    headers: Record<string, string> = {},
    /** Further members of the body. */
    readonly members: Record<string, unknown> = {},
  ) {
    super(status, status === 401 ? 'UNAUTHENTICATED' : 'INVALID', message, [], headers);
  }
}

const oauthBody = (error: ServiceError) =>
  error instanceof OAuthError
    ? { ...oauthFailure(error.status, error.message, error.oauthCode), ...error.members }
    : oauthFailure(error.status, error.message);

/** Without the query, which may contain a confirmation token or an email address. */
const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

const failureBody = (error: ServiceError, request: FastifyRequest): Failure => ({
  timestamp: request.server.platform.clock.now().toISOString(),
  status: error.status,
  error: error.code,
  message: error.message,
  path: pathOf(request),
  requestId: request.id,
  ...(error.fields.length > 0 ? { fields: [...error.fields] } : {}),
});

/** Type and body of a failure: of a route that says so in OAuth's form, of an address without a route in that of its protocol. */
const formOf = (error: ServiceError, request: FastifyRequest): { type: string; body: object } => {
  if (request.routeOptions.config?.oauth) return { type: JSON_TYPE, body: oauthBody(error) };
  const protocol = protocolOf(pathOf(request));
  return protocol
    ? { type: protocol.type, body: protocol.failure(error.status, error.message) }
    : { type: JSON_TYPE, body: failureBody(error, request) };
};

/** Error handler of all routes: responds in the form of domain.md §7, in Portuguese, without stack or SQL. */
export const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { config } = request.routeOptions;
  let refusal = refusalOf(error, request);
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected failure');
    refusal = new ServiceError(500, 'INTERNAL', config?.failure ?? DEFAULT_FAILURE);
  }
  const { type, body } = formOf(refusal, request);
  return reply
    .status(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.headers })
    .type(type)
    .serializer(JSON.stringify)
    .send(body);
};

/** Returns the response to bytes that are not valid HTTP, for which Node passes the bare socket. */
export const rawFailure = (): string => {
  const body = JSON.stringify({
    timestamp: new Date().toISOString(),
    status: 400,
    error: 'MALFORMED',
    message: 'A requisição está malformada.',
    path: '',
  });
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};
