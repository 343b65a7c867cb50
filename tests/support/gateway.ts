import type { FastifyInstance } from 'fastify';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket, type ClientOptions } from 'ws';
import { serviceUrlsFrom } from '#gateway/config.ts';
import { SharedLimits } from '#gateway/limits/shared.ts';
import { buildGateway, type GatewayOptions } from '#gateway/server.ts';
import { alternating, inTwo, peersInMemory } from './alternating.ts';

/** A GraphQL response. `data` is untyped; tests assert on it. */
export interface GraphQLReply {
  status: number;
  headers: Record<string, unknown>;
  // The test itself asserts on the shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
  errors: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[] | undefined;
  /** REST calls of the operation, in order: `GET /api/v1/security/session`. */
  restCalls: string[];
  /** SQL statements of those calls, counted when the services are real. */
  sqlQueries: number;
}

export interface Ask {
  token?: string | null;
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  operationName?: string;
}

export interface TestGateway {
  app: FastifyInstance;
  url: string;
  /** Sends an operation over HTTP, by default with the token "token". */
  ask(query: string, options?: Ask): Promise<GraphQLReply>;
  /** Opens a graphql-ws socket; close it with `dispose`. */
  socket(options?: { token?: string | null; origin?: string; params?: Record<string, unknown> }): Client;
  stop(): Promise<void>;
}

export type TestGatewayOptions = Partial<Omit<GatewayOptions, 'serviceUrls'>> & {
  services: string;
  serviceUrls?: Partial<GatewayOptions['serviceUrls']>;
};

const asker =
  (app: FastifyInstance): TestGateway['ask'] =>
  async (query, { token = 'token', variables, headers = {}, operationName } = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      payload: JSON.stringify({ query, variables, operationName }),
    });
    const body = response.json();
    return {
      status: response.statusCode,
      headers: response.headers,
      data: body.data,
      errors: body.errors,
      restCalls: body.extensions?.restCalls ?? [],
      sqlQueries: body.extensions?.sqlQueries ?? 0,
    };
  };

/** Opens sockets to the gateway at this address. */
export const socketsOf =
  (url: string): TestGateway['socket'] =>
  ({ token = 'token', origin, params } = {}) =>
    createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      retryAttempts: 0,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string[]) {
          const handshake: ClientOptions = origin ? { origin } : {};
          super(address, protocols, handshake);
        }
      },
      connectionParams: params ?? (token ? { authorization: `Bearer ${token}` } : {}),
    });

/** Limits above the use of any test. */
export const UNLIMITED = {
  user: 1e12,
  address: 1e12,
  anonymous: 1e12,
  socketsPerUser: 1e6,
  socketsPerAddress: 1e6,
};

/** Two gateways that share their limits. */
const twoOf = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const [first, second] = peersInMemory(2).map((peers) => new SharedLimits(peers, 0));
  const app = await buildGateway({ ...options, ...(first && { limits: first }) });
  // A registry has each metric once.
  const other = await buildGateway({ ...options, metrics: undefined, ...(second && { limits: second }) });
  return alternating(app, other);
};

/**
 * Starts a gateway over services at one address, on a free port. EXECUTION=interpreted runs the suite on graphql-js
 * instead of compiled operations; TEST_PROCESSES=2 starts two of them.
 */
export const startGateway = async ({ services, serviceUrls, ...options }: TestGatewayOptions): Promise<TestGateway> => {
  const execution = process.env.EXECUTION === 'interpreted' ? 'interpreted' : 'compiled';
  const all: GatewayOptions = {
    webRoot: null,
    // Logs unexpected errors only, which give the cause of an INTERNAL.
    logger: { level: 'error' },
    exposeCosts: true,
    execution,
    invalidDocumentsPerMinute: 10_000,
    restRates: { token: 1e6, address: 1e6, anonymous: 1e6 },
    // Disables limits, because a suite sends more operations a second than a user in a day; suites about limits set
    // their own.
    allowances: UNLIMITED,
    ...options,
    serviceUrls: { ...serviceUrlsFrom({}, services), ...serviceUrls },
  };
  const app = inTwo ? await twoOf(all) : await buildGateway(all);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url,
    ask: asker(app),
    socket: socketsOf(url),
    stop: () => app.close(),
  };
};
