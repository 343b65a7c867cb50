import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_FAILURE } from '#domain/messages.ts';
import { protocolOf } from '#schema/platform/protocolFailures.ts';
import type { Failure } from '#schema/platform/shapes.ts';
import { codeOf, UNAVAILABLE_MESSAGE } from '../rest/errors.ts';

/** Returns the path without its query, which may contain tokens. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

const JSON_TYPE = 'application/json; charset=utf-8';

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'A requisição está malformada.',
  404: 'Registro não encontrado.',
  408: 'A requisição demorou demais para chegar.',
  413: 'O conteúdo enviado é grande demais.',
  414: 'O endereço da requisição é longo demais.',
  415: 'Este tipo de conteúdo não é aceito.',
  429: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  431: 'Os cabeçalhos da requisição são grandes demais.',
  502: UNAVAILABLE_MESSAGE,
  503: UNAVAILABLE_MESSAGE,
  504: UNAVAILABLE_MESSAGE,
};

const messageOf = (status: number): string => MESSAGES[status] ?? DEFAULT_FAILURE;

/** Error thrown for a request that the gateway itself rejects. */
export class Refusal extends Error {
  /** Seconds after which the client may retry. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly statusCode: number,
    { message = messageOf(statusCode), retryAfter }: { message?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Returns an error body of the gateway in the form of the services (§8). */
export const failureBody = (
  status: number,
  request: Pick<FastifyRequest, 'url' | 'id'>,
  message = messageOf(status),
): Failure => ({
  timestamp: new Date().toISOString(),
  status,
  error: codeOf(status),
  message,
  path: pathOf(request.url),
  requestId: request.id,
});

/** Type and body of a failure in the form that clients of the path read: a standard's, or the services'. */
export const failureForm = (
  status: number,
  request: Pick<FastifyRequest, 'url' | 'id'>,
  message = messageOf(status),
): { type: string; body: object } => {
  const protocol = protocolOf(pathOf(request.url));
  return protocol
    ? { type: protocol.type, body: protocol.failure(status, message) }
    : { type: JSON_TYPE, body: failureBody(status, request, message) };
};

/** As `failureBody`, in the form of a GraphQL response. */
export const graphqlFailure = (status: number, request: FastifyRequest, message = messageOf(status)) => ({
  errors: [{ message, extensions: { code: codeOf(status), status, requestId: request.id } }],
});

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** Error handler of all routes: logs internal errors and responds with a Portuguese message without the cause. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const status = statusOf(error);
  const refusal = error instanceof Refusal ? error : undefined;
  if (status >= 500 && !refusal) request.log.error({ err: error }, 'request failed');
  if (refusal?.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter));
  // Closes the connection when the body is unread: its rest would occupy the connection as long as the client sends.
  if (request.raw.complete === false) void reply.header('connection', 'close');
  if (pathOf(request.url) === '/graphql') {
    return void reply.code(status).send(graphqlFailure(status, request, refusal?.message));
  }
  const { type, body } = failureForm(status, request, refusal?.message);
  void reply.code(status).type(type).send(body);
};

/** HTTP status of the parser errors of Node. */
const RAW: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Responds to bytes that are not valid HTTP: Node passes the bare socket, and Fastify's default response is English.
 */
export const answerRaw = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, reason] = RAW[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify(failureBody(status, { url: '', id: randomUUID() }));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // Destroys the socket after the response in case the client keeps it open.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};
