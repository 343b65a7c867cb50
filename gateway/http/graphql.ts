import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller } from '../rest/client.ts';
import type { GatewayContext } from '../context.ts';
import type { InvalidDocuments } from '../limits/invalidDocuments.ts';
import { newOperation } from '../graphql/operation.ts';
import { LIMITS } from '../limits/settings.ts';
import { bearerOf } from '../platform/bearer.ts';
import { graphqlFailure } from './failures.ts';

export interface GraphQLRouteOptions {
  apollo: ApolloServer<GatewayContext>;
  invalidDocuments: InvalidDocuments;
  createContext: (caller: Caller) => GatewayContext;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,180}$/;

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : null;
};

/** Aborted when the connection ends before the answer is written. */
const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
};

const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  token: bearerOf(request.headers.authorization),
  requestId: request.id,
  address: request.ip,
  idempotencyKey: idempotencyKeyOf(request),
  operation: (request.operation = newOperation()),
  gone: goneSignal(reply),
});

/** Queries and mutations over HTTP. */
export const registerGraphQL = (app: FastifyInstance, options: GraphQLRouteOptions): void => {
  const { apollo, invalidDocuments, createContext } = options;
  app.decorateRequest('operation', null);
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: LIMITS.bodyBytes,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!(await invalidDocuments.blocks(request.ip))) return;
      const message = 'Muitas consultas inválidas. Aguarde um minuto.';
      return reply
        .code(429)
        .header('retry-after', '60')
        .send(graphqlFailure(429, request, message));
    },
    handler: fastifyApolloHandler(apollo, {
      context: async (request, reply) => createContext(callerOf(request, reply)),
    }),
  });
};
