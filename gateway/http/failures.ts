import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_FAILURE } from '#domain/messages.ts';
import type { Failure } from '#schema/platform/shapes.ts';
import { codeOf, UNAVAILABLE_MESSAGE } from '../rest/errors.ts';

/** The path without its query, which may carry tokens. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'A requisição está malformada.',
  404: 'Registro não encontrado.',
  413: 'O conteúdo enviado é grande demais.',
  415: 'Este tipo de conteúdo não é aceito.',
  429: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  502: UNAVAILABLE_MESSAGE,
  503: UNAVAILABLE_MESSAGE,
  504: UNAVAILABLE_MESSAGE,
};

const messageOf = (status: number): string => MESSAGES[status] ?? DEFAULT_FAILURE;

/** A failure of the gateway itself, in the form of the services (§8). */
export const failureBody = (status: number, request: Pick<FastifyRequest, 'url' | 'id'>): Failure => ({
  timestamp: new Date().toISOString(),
  status,
  error: codeOf(status),
  message: messageOf(status),
  path: pathOf(request.url),
  requestId: request.id,
});

/** The same in the form of GraphQL. */
export const graphqlFailure = (status: number, request: FastifyRequest, message = messageOf(status)) => ({
  errors: [{ message, extensions: { code: codeOf(status), status, requestId: request.id } }],
});

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;

/** Whatever a route could not answer: logged when it is our fault, told in Portuguese without its cause. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  const graphql = pathOf(request.url) === '/graphql';
  void reply.code(status).send(graphql ? graphqlFailure(status, request) : failureBody(status, request));
};
