import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import type { Registry } from 'prom-client';
import type { TSchema } from 'typebox';
import { loggerFor } from '#schema/platform/logLine.ts';
import { logRequests, withoutRequests } from '#schema/platform/requests.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { API_USE_HEADER, isApiToken } from '#domain/apiLimits.ts';
import { TOKEN_ENDED } from '#domain/messages.ts';
import { ASK_SESSION, SESSION_HEADER } from '#domain/sessionHeader.ts';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { authorize, companyOf } from '../access.ts';
import { counting } from '../db/database.ts';
import { malformed, notFound, unauthenticated, unavailable } from '../errors.ts';
import { answerFailure, rawFailure } from './failures.ts';
import { readJson } from './json.ts';
import { FILE_LIMIT } from './multipart.ts';
import { measure } from '../metrics.ts';
import type { Platform } from '../platform.ts';
import { trustedHop } from './proxies.ts';
import { describeRequest } from './requestLog.ts';
import { readUse } from '../apiUse.ts';
import { bearerToken, hashToken, resolveSession, sessionIn, type Session } from '../session.ts';
import { serveChannels } from '../streams/channels.ts';
import { compilePart, type Part } from './validation.ts';

const KIB = 1024;
/** Maximum size of a JSON body; multipart files have their own limits. */
const BODY_LIMIT = 256 * KIB;

/** Timeout of the readiness check in milliseconds: a silent database counts as unavailable. */
const READY_WITHIN = 1_500;

type TrustedHop = ReturnType<typeof trustedHop>;

export type Logger = FastifyServerOptions<RawServerDefault>['logger'];

/**
 * Returns the x-request-id of a trusted gateway when it has a valid form, else a new id. An untrusted client could
 * otherwise write into the log, or pass for another request.
 */
const requestIds =
  (isTrusted: TrustedHop) =>
  ({ headers, socket }: IncomingMessage): string => {
    const requestId = headers['x-request-id'];
    const believed =
      typeof requestId === 'string' && /^[\w-]{8,64}$/.test(requestId) && isTrusted(socket.remoteAddress ?? '', 0);
    return believed ? requestId : randomUUID();
  };

const newInstance = (logger: Logger, trustedProxies: string | undefined): FastifyInstance =>
  fastify({
    logger: loggerFor('services', logger),
    logController: withoutRequests(new LogController({ requestIdLogLabel: 'requestId' })),
    bodyLimit: BODY_LIMIT,
    // Needs `connectionsCheckingInterval`: Node checks for slow requests only at that interval.
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { connectionsCheckingInterval: 2_000, headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustedHop(trustedProxies),
    genReqId: requestIds(trustedHop(trustedProxies)),
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(rawFailure());
    },
  });

/**
 * Parses a form; a repeated parameter becomes a list, which every schema rejects: RFC 6749 §3.2 forbids it, and picking
 * one would hide it.
 */
const readForm = (text: string): Record<string, unknown> => {
  const sent = new URLSearchParams(text);
  return Object.fromEntries(
    [...sent.keys()].map((key) => {
      const values = sent.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    }),
  );
};

const readBodies = async (app: FastifyInstance): Promise<void> => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, readJson(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : malformed(), undefined);
    }
  });
  await app.register(formbody, {
    bodyLimit: 16 * KIB,
    parser: readForm,
  });
  await app.register(multipart, {
    limits: { fileSize: FILE_LIMIT, files: 10, fields: 20, fieldSize: BODY_LIMIT, parts: 30, headerPairs: 50 },
  });
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => compilePart(schema, (httpPart ?? 'body') as Part));
  // Tests validate responses against their schemas; at run time native JSON is the fastest and loses nothing.
  app.setSerializerCompiler(() => JSON.stringify);
};

/** Sets the counter twice: reading the body leaves the async context of the first hook. */
const countStatements = (app: FastifyInstance, expose: boolean): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    request.costs = { statements: 0, requestId: request.id };
    counting(request.costs, done);
  });
  app.addHook('preValidation', (request, _reply, done) => counting(request.costs, done));
  if (expose) {
    app.addHook(
      'onSend',
      async (request, reply) => void reply.header('x-sql-queries', String(request.costs.statements)),
    );
  }
};

/** Resolves the token of a request; a token of programs on public calls, too, which not all are a program's. */
const sessionOf = async (request: FastifyRequest, { database, clock }: Platform): Promise<Session | null> => {
  const token = bearerToken(request.headers.authorization);
  const isPublic = request.routeOptions.config.access?.kind === 'public';
  if (token === undefined || (isPublic && !isApiToken(token))) return null;
  const companyId = companyOf(request);
  const whole = request.headers[SESSION_HEADER] === ASK_SESSION && !isApiToken(token);
  const scope = { companyId: whole ? undefined : companyId, address: request.ip };
  const session = await resolveSession(database, clock, hashToken(token), scope);
  if (!session && isApiToken(token)) throw unauthenticated(TOKEN_ENDED);
  if (!session || !whole) return session ?? null;
  request.wholeSession = session;
  return companyId === undefined ? session : sessionIn(session, companyId);
};

const guard = (app: FastifyInstance, platform: Platform, isTrusted: TrustedHop): void => {
  const { apiUse } = platform;
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (!access) return;
    request.session = await sessionOf(request, platform);
    if (request.session) request.costs.accountId = request.session.accountId;
    authorize(access, request.session, request);
    const told = request.headers[API_USE_HEADER];
    if (!request.session?.token || !isTrusted(request.socket.remoteAddress ?? '', 0)) return;
    const use = readUse(told);
    if (use) apiUse.take(request.session, use);
  });
  app.addHook('preClose', () => apiUse.store());
};

const BEARER =
  'A token of programs (prm_…, made in Configurações, Integrações) or of a session. x-prumo-tokens of a call says whether the former reads or writes by it, or is refused (none).';

const TAGS = [
  {
    name: 'financial',
    description: 'Expenses, income, installments, wallets, partners, categories, companies, buildings',
  },
  { name: 'purchase', description: 'Orders, quotes, products and their groups, types, units, brands' },
  { name: 'engineering', description: 'Cost estimates, schedules, measurements, compositions, background jobs' },
  { name: 'security', description: 'Session, own access, users of the account, tokens of programs' },
  { name: 'assistant', description: 'Messages to users, and what they ask' },
  { name: 'reports', description: 'Reports: preview, files, favourites and saved ones' },
  { name: 'lists', description: 'States of lists that users keep under a name' },
  { name: 'csv', description: 'Datasets with columns that stay, for spreadsheets and BI' },
  { name: 'location', description: 'Postal codes and cities of Brazil' },
  { name: 'oauth', description: 'Login of people by the web client' },
  { name: 'callback', description: 'Where providers of single sign-on lead back to' },
];

const documentApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} REST`,
        version: '1',
        description: `Every call of the ${PRODUCT_NAME} services. Guide, in Portuguese: /docs. Messages for people are Portuguese.`,
      },
      servers: [{ url: '/', description: 'The origin that serves this description' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: BEARER } } },
      security: [{ token: [] }],
      tags: TAGS,
    },
  });
};

const answerForItself = (app: FastifyInstance, platform: Platform): void => {
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const { pools } = platform.database;
    await withTimeLimit(READY_WITHIN, () => Promise.all(pools.map((pool) => pool.query('select 1')))).catch(() => {
      throw unavailable();
    });
    // A replica that is down or lags does not make the services unready: the primary answers for it.
    const replica = platform.replica.standing();
    return { status: 'ok', ...(replica && { replica }) };
  });
};

/** Creates the server that features register on, with limits, body parsers, sessions, errors and API documentation. */
export const newServer = async (
  platform: Platform,
  options: {
    logger?: Logger;
    exposeCosts?: boolean;
    trustedProxies?: string | undefined;
    metrics?: Registry | undefined;
    beforeRoutes: (app: FastifyInstance) => void;
  },
): Promise<FastifyInstance> => {
  const app = newInstance(options.logger, options.trustedProxies);
  app.decorate('platform', platform);
  app.decorateRequest('session', null);
  app.decorateRequest('wholeSession', null);
  app.decorateRequest('costs');
  app.decorateRequest('upload', null);
  app.decorateRequest('echoes', null);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => answerFailure(notFound('Endereço não encontrado.'), request, reply));
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  logRequests(app, describeRequest);
  countStatements(app, options.exposeCosts ?? false);
  measure(app, platform.database, options.metrics);
  guard(app, platform, trustedHop(options.trustedProxies));
  serveChannels(app);
  await readBodies(app);
  await documentApi(app);
  options.beforeRoutes(app);
  answerForItself(app, platform);
  return app;
};
