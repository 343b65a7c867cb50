import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller } from '../rest/client.ts';
import type { GatewayContext } from '../context.ts';
import type { FastPath, FastPathRequest } from '../graphql/fastPath.ts';
import type { InvalidDocuments } from '../limits/invalidDocuments.ts';
import type { Admission } from '../limits/admission.ts';
import { newOperation } from '../platform/operation.ts';
import { LIMITS } from '../limits/settings.ts';
import { bearerOf } from '../platform/bearer.ts';
import { ClientDisconnect } from '../platform/clientDisconnect.ts';
import { graphqlFailure } from './failures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The context of a request to /graphql, which the fast path and Apollo share, so that answers are read once. Not in a WeakMap:
     * the young generation's collector takes its values for reachable, so that every context grew old with its answers.
     */
    graphqlContext: GatewayContext | null;
  }
}

export interface GraphQLRouteOptions {
  apollo: ApolloServer<GatewayContext>;
  invalidDocuments: InvalidDocuments;
  createContext: (caller: Caller) => GatewayContext;
  /** Executes queries that were compiled before; returns null for other requests. */
  fastPath: FastPath;
  admission: Admission;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,180}$/;

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : null;
};

/** Returns a signal of the client's disconnect: the connection closed before the response was written. */
const disconnectOf = ({ raw }: FastifyReply): ClientDisconnect => {
  const disconnect = new ClientDisconnect();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnect.disconnect();
  });
  return disconnect;
};

const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  token: bearerOf(request.headers.authorization),
  requestId: request.id,
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300),
  idempotencyKey: idempotencyKeyOf(request),
  operation: (request.operation = newOperation()),
  disconnect: disconnectOf(reply),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a plain GraphQL request for the fast path; null when Apollo has to handle it (extensions, invalid shape). */
const fastPathRequestOf = ({ method, body }: FastifyRequest): FastPathRequest | null => {
  if (method !== 'POST' || !isRecord(body) || typeof body.query !== 'string') return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof operationName !== 'string' && operationName != null) return null;
  if (!isRecord(variables) && variables != null) return null;
  return extensions == null ? { query, operationName, variables } : null;
};

/** Returns the document from body or query; empty when it is not text, which Apollo rejects. */
const textOf = ({ body, query }: FastifyRequest): string => {
  const text = isRecord(body) ? body.query : isRecord(query) ? query.query : undefined;
  return typeof text === 'string' ? text : '';
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** Response type by `accept` header, as Apollo chooses it for tools, browsers and Apollo Client. */
const ANSWER_TYPES: Readonly<Record<string, string>> = {
  '*/*': JSON_TYPE,
  'application/json': JSON_TYPE,
  'application/graphql-response+json,application/json;q=0.9': 'application/graphql-response+json; charset=utf-8',
};

/** Registers the route for queries and mutations over HTTP. */
export const registerGraphQL = (app: FastifyInstance, options: GraphQLRouteOptions): void => {
  const { apollo, invalidDocuments, createContext, fastPath, admission } = options;
  const contextOf = (request: FastifyRequest, reply: FastifyReply): GatewayContext =>
    (request.graphqlContext ??= createContext(callerOf(request, reply)));
  const answerApollo = fastifyApolloHandler(apollo, {
    context: async (request, reply) => contextOf(request, reply),
  });
  app.decorateRequest('operation', null);
  app.decorateRequest('graphqlContext', null);
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
    onSend: async (request, reply) => {
      const use = request.graphqlContext?.program.use;
      if (use) void reply.headers(admission.tokens.headers(use));
    },
    handler: async (request, reply) => {
      const fastPathRequest = fastPathRequestOf(request);
      const type = fastPathRequest && ANSWER_TYPES[request.headers.accept ?? '*/*'];
      const answer = type && (await fastPath(fastPathRequest, () => contextOf(request, reply)));
      if (!answer) {
        const refusal = await admission.refuseText(contextOf(request, reply), textOf(request));
        if (refusal) return reply.code(refusal.status).send(graphqlFailure(refusal.status, request, refusal.message));
        return answerApollo.call(app, request, reply);
      }
      // As a Buffer: Node would copy a long string once more to join it with the headers.
      return reply.type(type).send(Buffer.from(JSON.stringify(answer)));
    },
  });
};
