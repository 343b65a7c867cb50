import type { IncomingHttpHeaders } from 'node:http';
import type { IncomingHttpHeaders as Http2IncomingHttpHeaders } from 'node:http2';
import { Transform } from 'node:stream';
import proxy from '@fastify/http-proxy';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerBase,
  RequestGenericInterface,
  RouteGenericInterface,
} from 'fastify';
import { ROUTES, type ServiceUrls } from '../rest/services.ts';
import { failureBody } from './failures.ts';

/** A file of 20 MiB and what multipart adds to it. */
const MAX_UPLOAD = 25 * 1024 * 1024;
const CONNECT_TIMEOUT = 1_000;
/** Files and exports take longer to begin than what the gateway asks itself. */
const ANSWER_TIMEOUT = 60_000;

class TooLarge extends Error {
  readonly statusCode = 413;
}

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
  const status = 'statusCode' in error && error.statusCode === 413 ? 413 : statusOfUpstream(error);
  reply.request.log.warn({ err: error }, 'service did not answer');
  void reply.code(status).send(failureBody(status, reply.request));
};

const statusOfUpstream = (error: Error): number => ('statusCode' in error && error.statusCode === 504 ? 504 : 503);

/** Counts what passes, so that a body without a length has the same limit as one that tells it. */
const limited = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_UPLOAD) done(new TooLarge());
      else done(null, chunk);
    },
  });
};

/** Passes `/api/v1`, `/oauth` and `/callback` through to the services by the table of rest/services.ts. */
export const registerProxy = async (
  app: FastifyInstance,
  urls: ServiceUrls,
  answerTimeout = ANSWER_TIMEOUT,
): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD) throw new TooLarge();
    });
    scope.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(limited()));
    for (const { prefix, service } of ROUTES) {
      const { origin, pathname } = new URL(urls[service]);
      await scope.register(proxy, {
        upstream: origin,
        prefix,
        rewritePrefix: pathname.replace(/\/+$/, '') + prefix,
        httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
        retryMethods: [],
        disableRequestLogging: true,
        undici: {
          connections: 128,
          connect: { timeout: CONNECT_TIMEOUT },
          headersTimeout: answerTimeout,
          // Between two pieces of an answer; a stream of messages beats every 15 seconds.
          bodyTimeout: answerTimeout,
        },
        replyOptions: {
          rewriteRequestHeaders: forwardedHeaders,
          rewriteHeaders: ownConnection,
          onError: answerUnreachable,
        },
      });
    }
    // A path under /api of no service is not a screen either.
    scope.all('/api/*', (request, reply) => reply.code(404).send(failureBody(404, request)));
  });
};
