import { randomUUID } from 'node:crypto';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import type { Registry } from 'prom-client';
import { loggerFor } from '#schema/platform/logLine.ts';
import { logRequests, withoutRequests } from '#schema/platform/requests.ts';
import type { GatewaySettings } from './config.ts';
import { GatewayContext } from './context.ts';
import { createApollo } from './graphql/apollo.ts';
import { DocumentCache } from './graphql/documents.ts';
import { formatError } from './graphql/formatError.ts';
import { fastPath } from './graphql/fastPath.ts';
import { callerAddress, trustedPeers } from './http/callerAddress.ts';
import { answerError, answerRaw } from './http/failures.ts';
import { registerGraphiql } from './http/graphiql.ts';
import { registerGraphQL } from './http/graphql.ts';
import { limitConnections } from './http/connections.ts';
import { registerHealth } from './http/health.ts';
import { originCheck } from './http/origin.ts';
import { closeSlowConnections, type MinimumThroughput } from './http/slowConnections.ts';
import { registerProxy } from './http/proxy.ts';
import { describeRequest, isFile } from './http/requestLog.ts';
import { secureHeaders } from './http/secureHeaders.ts';
import { registerWeb } from './http/web.ts';
import { Admission, ALLOWANCES } from './limits/admission.ts';
import { InvalidDocuments } from './limits/invalidDocuments.ts';
import { Logins } from './limits/logins.ts';
import { LIMITS } from './limits/settings.ts';
import { SharedLimits } from './limits/shared.ts';
import { TokenAllowance } from './limits/tokenAllowance.ts';
import { measure, type OpenSockets } from './platform/metrics.ts';
import { buildSchema } from './platform/schema.ts';
import type { Caller } from './rest/client.ts';
import type { ServiceUrls } from './rest/services.ts';
import { type Timeouts, Transport } from './rest/transport.ts';
import { attachSubscriptions } from './subscriptions.ts';

export interface GatewayOptions extends GatewaySettings {
  serviceUrls: ServiceUrls;
  /** Folder of the web build; null serves no web client. */
  webRoot: string | null;
  /** Folder of the GraphiQL build; null or a missing folder serves none. */
  graphiqlRoot?: string | null;
  /** Limits that other processes share; by default those of this process alone. */
  limits?: SharedLimits;
  logger?: FastifyServerOptions<RawServerDefault>['logger'];
  /** Registry of the metrics; without it nothing is measured. */
  metrics?: Registry | undefined;
  /** Timeouts that tests shorten. */
  timeouts?: Timeouts;
  pace?: MinimumThroughput;
  /** Limits that tests lower. */
  connectionsOfAnAddress?: number;
  invalidDocumentsPerMinute?: number;
  tokenPointsPerMinute?: number;
}

const SECOND = 1000;

const newServer = ({ logger, trustProxy }: GatewayOptions): FastifyInstance =>
  fastify<RawServerDefault>({
    logger: loggerFor('gateway', logger),
    logController: withoutRequests(new LogController({ requestIdLogLabel: 'requestId' })),
    trustProxy: trustedPeers(trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    // Enough for a file of 20 MiB over the slow connection of a building site; http/slowConnections.ts cuts off slower clients
    // earlier. Neither limit works without `connectionsCheckingInterval`.
    requestTimeout: 30 * 60 * SECOND,
    keepAliveTimeout: 72 * SECOND,
    http: { connectionsCheckingInterval: 5 * SECOND, headersTimeout: 15 * SECOND },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    // Fastify's own responses to unreadable URLs and invalid HTTP are English.
    frameworkErrors: answerError,
    clientErrorHandler: answerRaw,
  });

/**
 * Builds the gateway, ready for `listen` or `inject`. `close()` closes the sockets, waits for requests in progress,
 * then closes the connections to the services.
 */
export const buildGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const app = newServer(options);
  const transport = new Transport(options.serviceUrls, options.timeouts);
  const schema = buildSchema();
  const documents = new DocumentCache(schema);
  const { exposeCosts = false } = options;
  const onFault = (error: unknown, requestId?: string) =>
    app.log.error({ err: error, ...(requestId && { requestId }) }, 'GraphQL operation failed');
  const { limits = new SharedLimits(), invalidDocumentsPerMinute = LIMITS.invalidDocumentsPerMinute } = options;
  const invalidDocuments = new InvalidDocuments(invalidDocumentsPerMinute, limits);
  const logins = new Logins();
  const tokens = new TokenAllowance(options.tokenPointsPerMinute, limits);
  const admission = new Admission(logins, { ...ALLOWANCES, ...options.allowances }, tokens, limits);
  const contextOf = (caller: Caller) =>
    new GatewayContext(
      transport,
      caller,
      (token, user) => (user === null ? logins.forget(token) : logins.remember(token, user)),
      options.assistantModel ?? null,
    );
  const apollo = createApollo({
    schema,
    documents,
    formatError,
    execution: options.execution ?? 'compiled',
    introspection: options.introspection ?? true,
    exposeCosts,
    onFault,
    admission,
    onInvalidDocument: (address) => invalidDocuments.count(address),
  });
  await apollo.start();

  app.setErrorHandler(answerError);
  logRequests(app, describeRequest, isFile);
  secureHeaders(app, options.publicOrigin);
  closeSlowConnections(app, limits, options.pace);
  limitConnections(app.server, trustedPeers(options.trustProxy), limits, options.connectionsOfAnAddress);
  let open = (): OpenSockets => ({ sockets: 0, subscriptions: 0 });
  measure(app, { transport, open: () => open() }, options.metrics);
  registerHealth(app, options.serviceUrls);
  await registerGraphiql(app, options.graphiqlRoot ?? null);
  registerGraphQL(app, {
    apollo,
    invalidDocuments,
    admission,
    createContext: contextOf,
    fastPath: fastPath({ schema, documents, exposeCosts, admission }),
  });
  await registerProxy(app, options.serviceUrls, transport, {
    ...{ schema, admission, createContext: contextOf },
    answerTimeout: options.timeouts?.total,
    rates: options.restRates,
    tokens,
    limits,
  });
  await registerWeb(app, options.webRoot, options);

  const subscriptions = attachSubscriptions(
    app.server,
    {
      schema,
      formatError,
      onFault,
      invalidDocuments,
      admission,
      documents,
      createContext: (token, address) => contextOf({ token, address, requestId: randomUUID(), idempotencyKey: null }),
      addressOf: callerAddress(options.trustProxy),
      allowsOrigin: originCheck(
        [options.publicOrigin, ...(options.allowedOrigins ?? [])].flatMap((origin) => origin ?? []),
      ),
    },
    (error) => app.log.error({ err: error }, 'socket failed'),
  );
  open = subscriptions.open;
  app.addHook('preClose', subscriptions.end);
  // After the last response: a stopped Apollo rejects requests on connections that are still open. (With this hook,
  // Apollo's drain plugin would wait for itself.)
  app.addHook('onClose', async () => {
    await apollo.stop();
    await transport.close();
  });
  await app.ready();
  return app;
};
