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
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { named } from '#schema/platform/named.ts';
import { addressKey, Shares } from '../limits/rates.ts';
import { bearerOf } from '../platform/bearer.ts';
import { routeOf, ROUTES, type ServiceUrls } from '../rest/services.ts';
import type { Transport } from '../rest/transport.ts';
import { lengthOf, MAX_BODY, readWhole, SMALL_BODY } from './bodies.ts';
import { failureBody, Refusal } from './failures.ts';
import { registerOpenApi } from './openapi.ts';
import { hasBody } from './pace.ts';
import { limitRates, type RestRates } from './restRates.ts';
import { Uploads } from './uploads.ts';

const CONNECT_TIMEOUT = 1_000;
/** Files and exports take longer to begin than what the gateway asks itself. */
const ANSWER_TIMEOUT = 60_000;
/** Connections to a service below each prefix. They are held from the first byte sent to the last one read, all within this machine or its network. */
const CONNECTIONS = 128;
/** What is kept of an answer for somebody who reads slowly, so that no connection to a service waits for them: a whole file. */
const MAX_KEPT = 25 * 1024 * 1024;
/** Requests that may wait for their answer, or be read, at a time: a browser sends six, and one address never takes all connections. */
const UNDER_WAY = { ofToken: 32, ofAddress: 96 };
/** Streams of messages that may be open: a program has a few, an office one for each person. */
const STREAMS = { ofToken: 20, ofAddress: 200 };

// The plugin types its hooks for every kind of server.
type AnyRequest = FastifyRequest<RequestGenericInterface, RawServerBase>;
type AnyReply = FastifyReply<RouteGenericInterface, RawServerBase>;
type Headers = IncomingHttpHeaders | Http2IncomingHttpHeaders;

/** What a browser says of where it comes from is not believed; we say it. */
const forwardedHeaders = (request: AnyRequest, headers: Headers): Headers => {
  const { forwarded: _forwarded, 'x-real-ip': _real, ...kept } = headers;
  return {
    ...kept,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    'x-request-id': request.id,
  };
};

/** What a service says of its connection to us says nothing of the browser's. */
const ownConnection = (headers: Headers): Headers => {
  const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = headers;
  return kept;
};

const answerUnreachable = (reply: AnyReply, { error }: { error: Error }): void => {
  const status = statusOfUpstream(error);
  reply.request.log.warn({ err: error }, 'service did not answer');
  void reply.code(status).send(failureBody(status, reply.request));
};

const statusOfUpstream = (error: Error): number => ('statusCode' in error && error.statusCode === 504 ? 504 : 503);

/** Takes the whole answer from the service, however slowly it is read here. */
const passOn = (_request: AnyRequest, reply: AnyReply, { stream }: { stream: Readable }): void =>
  void reply.send(pipeline(stream, new PassThrough({ highWaterMark: MAX_KEPT }), () => undefined));

/**
 * The body, whole before anything is asked of a service: a connection that waits for the rest of it would be lost to
 * everybody else. One that is larger than a form needs a login and a place among the uploads.
 */
const receive =
  (uploads: Uploads) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable> => {
    if (!hasBody(request) || request.method === 'GET' || request.method === 'HEAD') return payload;
    const length = lengthOf(request);
    if (length !== undefined && length > MAX_BODY) throw new Refusal(413);
    // What does not tell its length may be small and come from anybody, or be as large as it likes with a login.
    const isUpload = length === undefined ? bearerOf(request.headers.authorization) !== null : length > SMALL_BODY;
    if (isUpload) await uploads.admit(request, reply);
    return Readable.from([await readWhole(payload, isUpload ? MAX_BODY : SMALL_BODY)]);
  };

/** Lets a login, and an address, have only so many requests under way from the moment when their bodies are there. */
const share = ({ ofToken, ofAddress }: typeof UNDER_WAY) => {
  const [tokens, addresses] = [new Shares(ofToken), new Shares(ofAddress)];
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerOf(request.headers.authorization);
    const taken = [addresses.take(addressKey(request.ip)), ...(token === null ? [] : [tokens.take(token)])];
    reply.raw.once('close', () => taken.forEach((giveBack) => giveBack?.()));
    if (taken.includes(null)) throw new Refusal(429, { retryAfter: 1 });
  };
};

/** Streams stay open for hours: they have connections of their own, and are counted by themselves. */
const passed = () => {
  const underWay = share(UNDER_WAY);
  return [
    ...ROUTES.map(({ prefix, service }) => ({ prefix, service, connections: CONNECTIONS, preHandler: underWay })),
    {
      prefix: ASSISTANT_STREAM,
      service: routeOf(ASSISTANT_STREAM).service,
      connections: null,
      preHandler: share(STREAMS),
    },
  ];
};

/** Passes `/api/v1`, `/oauth` and `/callback` through to the services by the table of rest/services.ts. */
export const registerProxy = async (
  app: FastifyInstance,
  urls: ServiceUrls,
  transport: Transport,
  { answerTimeout = ANSWER_TIMEOUT, rates }: { answerTimeout?: number | undefined; rates?: RestRates | undefined } = {},
): Promise<void> => {
  const passing = async (scope: FastifyInstance): Promise<void> => {
    limitRates(scope, rates);
    scope.addHook('preParsing', receive(new Uploads(transport)));
    for (const { prefix, service, connections, preHandler } of passed()) {
      const { origin, pathname } = new URL(urls[service]);
      await scope.register(proxy, {
        upstream: origin,
        prefix,
        rewritePrefix: pathname.replace(/\/+$/, '') + prefix,
        httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
        retryMethods: [],
        disableRequestLogging: true,
        preHandler,
        undici: {
          connections,
          connect: { timeout: CONNECT_TIMEOUT },
          headersTimeout: answerTimeout,
          // Between two pieces of an answer; a stream of messages beats every 15 seconds.
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
    registerOpenApi(scope, urls);
    // A path under /api of no service is not a screen either.
    scope.all('/api/*', (request, reply) => reply.code(404).send(failureBody(404, request)));
  };
  await app.register(named('services', passing));
};
