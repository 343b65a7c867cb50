import type { FastifyInstance, FastifyReply, FastifyRequest, LogController } from 'fastify';
import type { Histogram } from 'prom-client';
import { safePath, writes } from './logLine.ts';

/** End of a request, in services and gateway. */
export interface RequestEnd {
  /** Class of the response's status ("2xx"), or `aborted` when the client closed the connection before the response. */
  outcome: string;
  milliseconds: number;
}

const ABORTED = 'aborted';

/** A stream of events always ends by the client's disconnect. */
const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

const classOf = ({ raw }: FastifyReply): string => `${Math.floor(raw.statusCode / 100)}xx`;

type RequestEndListener = (request: FastifyRequest, reply: FastifyReply, ending: RequestEnd) => void;

const listenersByApp = new WeakMap<FastifyInstance, RequestEndListener[]>();

const callListeners = (app: FastifyInstance, all: readonly RequestEndListener[]): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    let answered = false;
    reply.raw.once('finish', () => (answered = true));
    reply.raw.once('close', () => {
      const outcome = answered || isStream(reply) ? classOf(reply) : ABORTED;
      const ending = { outcome, milliseconds: performance.now() - started };
      for (const listener of all) listener(request, reply, ending);
    });
    done();
  });
};

/**
 * Calls `tell` once for every request when it ends. Fastify's onResponse hook and log miss requests aborted while
 * waiting, which are the slowest ones. Registers one listener per request for any number of callbacks.
 */
export const onRequestEnd = (app: FastifyInstance, listener: RequestEndListener): void => {
  const known = listenersByApp.get(app);
  if (known) {
    known.push(listener);
    return;
  }
  const all = [listener];
  listenersByApp.set(app, all);
  callListeners(app, all);
};

/** Disables Fastify's own request lines: `logRequests` writes one per request, and the error handler logs failures. */
export const withoutRequests = (controller: LogController): LogController =>
  Object.assign(controller, {
    incomingRequest: () => undefined,
    requestCompleted: () => undefined,
    defaultErrorLog: () => undefined,
    routeNotFound: () => undefined,
  });

/** Polled by monitoring every few seconds. */
const HEALTH = new Set(['/healthz', '/readyz']);

/**
 * Logs one line per request when it ends: masked path, outcome, duration, and the fields of `describe`. Requests that
 * match `isQuiet`, and health checks, are logged at debug level.
 */
export const logRequests = (
  app: FastifyInstance,
  describe: (request: FastifyRequest) => { title: string; fields: object },
  isQuiet: (request: FastifyRequest) => boolean = () => false,
): void =>
  onRequestEnd(app, (request, { raw }, { outcome, milliseconds }) => {
    const { log, routeOptions } = request;
    const aborted = outcome === ABORTED;
    const quiet = HEALTH.has(routeOptions.url ?? '') || isQuiet(request);
    const level = !aborted && raw.statusCode >= 500 ? 'warn' : quiet ? 'debug' : 'info';
    if (!writes(log.level, level)) return;
    const { title, fields } = describe(request);
    const line = {
      method: request.method,
      path: safePath(request.url),
      ...(aborted ? { aborted } : { status: raw.statusCode }),
      ms: Math.round(milliseconds),
    };
    log[level]({ ...line, ...fields }, title);
  });

/** Returns the histogram options for requests of one part of the product. */
export const requestDuration = (name: string) => ({
  name,
  help: 'Requests by route and class of status; aborted: the client closed the connection before the response',
  labelNames: ['method', 'route', 'status'] as const,
  /** Buckets in seconds; the last one is the request timeout. */
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Observes the duration of every request when it ends, with the labels of its route. */
export const countRequests = (
  app: FastifyInstance,
  duration: Histogram<'method' | 'route' | 'status'>,
  labelsOf: (request: FastifyRequest) => { method: string; route: string },
): void =>
  onRequestEnd(app, (request, _reply, { outcome, milliseconds }) =>
    duration.observe({ ...labelsOf(request), status: outcome }, milliseconds / 1000),
  );
