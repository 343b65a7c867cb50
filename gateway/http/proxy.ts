import type { IncomingHttpHeaders } from 'node:http';
import type { IncomingHttpHeaders as Http2IncomingHttpHeaders } from 'node:http2';
import { PassThrough, pipeline, Readable } from 'node:stream';
import proxy from '@fastify/http-proxy';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerBase,
  RequestGenericInterface,
  RouteGenericInterface,
} from 'fastify';
import { API_USE_HEADER, isApiToken } from '#domain/apiLimits.ts';
import { LIVE_STREAM } from '#schema/assistant/live.rest.ts';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { named } from '#schema/platform/named.ts';
import { registerDocs } from '../docs/docs.ts';
import { addressKey } from '../limits/rates.ts';
import type { SharedLimits } from '../limits/shared.ts';
import type { TokenAllowance } from '../limits/tokenAllowance.ts';
import { bearerOf } from '../platform/bearer.ts';
import { routeOf, ROUTES, type ServiceUrls } from '../rest/services.ts';
import type { Transport } from '../rest/transport.ts';
import { lengthOf, MAX_BODY, readWhole, SMALL_BODY } from './bodies.ts';
import { failureBody, failureForm, Refusal } from './failures.ts';
import { registerAssistantMessage, type MessageRouteOptions } from './assistantMessage.ts';
import { registerListExport } from './listExport.ts';
import { registerContracts } from './openapi.ts';
import { hasBody } from './slowConnections.ts';
import { limitRates, type RestRates } from './restRates.ts';
import { Uploads } from './uploads.ts';

const PROVISIONING = '/scim/v2';
const CONNECT_TIMEOUT = 1_000;
/** Longer than for the gateway's own calls: files and exports take longer to start. */
const ANSWER_TIMEOUT = 60_000;
/**
 * Connections to a service per prefix. A request occupies one from its first byte sent to the last one read, within
 * this machine or its network.
 */
const CONNECTIONS = 128;
/**
 * Buffer for the response of a slow client, large enough for a whole file, so that no connection to a service waits for
 * the client.
 */
const MAX_KEPT = 25 * 1024 * 1024;
/**
 * Maximum concurrent requests, from the complete body to the end of the response: a browser sends six, and one address
 * must leave connections for others.
 */
const UNDER_WAY = { ofToken: 32, ofAddress: 96 };
/** Maximum open message streams: a program has a few, an office one per user. */
const STREAMS = { ofToken: 20, ofAddress: 200 };

// The plugin's hook types cover every kind of server.
type AnyRequest = FastifyRequest<RequestGenericInterface, RawServerBase>;
type AnyReply = FastifyReply<RouteGenericInterface, RawServerBase>;
type Headers = IncomingHttpHeaders | Http2IncomingHttpHeaders;

/** Replaces the client's forwarding headers, which are not trusted, with the gateway's own. */
const forwardedHeaders = (request: AnyRequest, headers: Headers): Headers => {
  const { forwarded: _forwarded, 'x-real-ip': _real, [API_USE_HEADER]: _use, ...kept } = headers;
  const isProgram = isApiToken(bearerOf(headers.authorization) ?? '');
  return {
    ...kept,
    ...(isProgram && { [API_USE_HEADER]: 'calls=1' }),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    'x-request-id': request.id,
  };
};

/** Removes connection headers, which describe the connection to the service instead of the client's. */
const ownConnection = (headers: Headers): Headers => {
  const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = headers;
  return kept;
};

const answerUnreachable = (reply: AnyReply, { error }: { error: Error }): void => {
  const status = statusOfUpstream(error);
  reply.request.log.warn({ err: error }, 'service did not answer');
  const { type, body } = failureForm(status, reply.request);
  void reply.code(status).type(type).send(body);
};

const statusOfUpstream = (error: Error): number => ('statusCode' in error && error.statusCode === 504 ? 504 : 503);

/** Reads the whole response from the service into a buffer, at the service's speed, and sends it at the client's. */
const passOn = (_request: AnyRequest, reply: AnyReply, { stream }: { stream: Readable }): void =>
  void reply.send(pipeline(stream, new PassThrough({ highWaterMark: MAX_KEPT }), () => undefined));

/**
 * Reads the complete body before calling a service: a connection that waits for the rest of a body would be lost to
 * other requests. A body larger than a form needs a valid token and an upload slot.
 */
const receive =
  (uploads: Uploads) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable> => {
    if (!hasBody(request) || request.method === 'GET' || request.method === 'HEAD') return payload;
    const length = lengthOf(request);
    const most = request.url.startsWith(PROVISIONING) ? SMALL_BODY : MAX_BODY;
    if (length !== undefined && length > most) throw new Refusal(413);
    // A chunked body counts as an upload when the request has a token; without one it is limited to the size of a form.
    // A token of SCIM is none of a session, and brings no files.
    const hasToken = most === MAX_BODY && bearerOf(request.headers.authorization) !== null;
    const isUpload = length === undefined ? hasToken : length > SMALL_BODY;
    if (isUpload) await uploads.admit(request, reply);
    return Readable.from([await readWhole(payload, isUpload ? MAX_BODY : SMALL_BODY)]);
  };

/** Limits the concurrent requests per token and per address, from the complete body on. */
const share = (limits: SharedLimits, name: string, { ofToken, ofAddress }: typeof UNDER_WAY) => {
  const tokens = limits.slots(`${name} of tokens`, ofToken);
  const addresses = limits.slots(`${name} of addresses`, ofAddress);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerOf(request.headers.authorization);
    const taken = [addresses.take(addressKey(request.ip)), ...(token === null ? [] : [tokens.take(token)])];
    reply.raw.once('close', () => taken.forEach((release) => release?.()));
    if (taken.includes(null)) throw new Refusal(429, { retryAfter: 1 });
  };
};

/** Streams stay open for hours, so they have their own connections and limits. */
const passed = (limits: SharedLimits) => {
  const underWay = share(limits, 'requests', UNDER_WAY);
  return [
    ...ROUTES.map(({ prefix, service }) => ({ prefix, service, connections: CONNECTIONS, preHandler: underWay })),
    ...[ASSISTANT_STREAM, LIVE_STREAM].map((prefix) => ({
      prefix,
      service: routeOf(prefix).service,
      connections: null,
      preHandler: share(limits, `streams ${prefix}`, STREAMS),
    })),
  ];
};

/** Proxies `/api/v1`, `/oauth`, `/callback` and `/scim` to the services by the table of rest/services.ts. */
export const registerProxy = async (
  app: FastifyInstance,
  urls: ServiceUrls,
  transport: Transport,
  options: MessageRouteOptions & {
    answerTimeout?: number | undefined;
    rates?: RestRates | undefined;
    tokens: TokenAllowance;
    limits: SharedLimits;
  },
): Promise<void> => {
  const { answerTimeout = ANSWER_TIMEOUT, rates, tokens, limits } = options;
  const passing = async (scope: FastifyInstance): Promise<void> => {
    limitRates(scope, { tokens, limits }, rates);
    scope.addHook('preParsing', receive(new Uploads(transport, limits)));
    for (const { prefix, service, connections, preHandler } of passed(limits)) {
      const { origin, pathname } = new URL(urls[service]);
      await scope.register(proxy, {
        upstream: origin,
        prefix,
        rewritePrefix: pathname.replace(/\/+$/, '') + prefix,
        // PATCH is SCIM's: the product's own calls have none.
        httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', ...(prefix === PROVISIONING ? ['PATCH' as const] : [])],
        retryMethods: [],
        disableRequestLogging: true,
        preHandler,
        undici: {
          connections,
          connect: { timeout: CONNECT_TIMEOUT },
          headersTimeout: answerTimeout,
          // Maximum gap between two chunks of a response; a message stream sends a heartbeat every 15 seconds.
          bodyTimeout: answerTimeout,
        },
        replyOptions: {
          rewriteRequestHeaders: forwardedHeaders,
          rewriteHeaders: ownConnection,
          onResponse: passOn,
          onError: answerUnreachable,
        },
      });
    }
    registerAssistantMessage(scope, options);
    registerListExport(scope, options);
    registerContracts(scope, urls);
    registerDocs(scope, urls);
    // Responds 404 to unknown paths under /api, which would otherwise receive the web client's page.
    scope.all('/api/*', (request, reply) => reply.code(404).send(failureBody(404, request)));
  };
  await app.register(named('services', passing));
};
