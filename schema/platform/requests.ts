import type { FastifyInstance, FastifyReply, FastifyRequest, LogController } from 'fastify';
import type { Histogram } from 'prom-client';
import { safePath, writes } from './logLine.ts';

/** How a request ended, in services and gateway alike. */
export interface Ending {
  /** Class of the status that was answered ("2xx"), or `aborted`: whoever asked hung up before the answer was out. */
  outcome: string;
  milliseconds: number;
}

const ABORTED = 'aborted';

/** A stream of events has no other end than its reader's leaving. */
const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

const classOf = ({ raw }: FastifyReply): string => `${Math.floor(raw.statusCode / 100)}xx`;

type Tell = (request: FastifyRequest, reply: FastifyReply, ending: Ending) => void;

const tellers = new WeakMap<FastifyInstance, Tell[]>();

const tellAll = (app: FastifyInstance, all: readonly Tell[]): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    let answered = false;
    reply.raw.once('finish', () => (answered = true));
    reply.raw.once('close', () => {
      const outcome = answered || isStream(reply) ? classOf(reply) : ABORTED;
      const ending = { outcome, milliseconds: performance.now() - started };
      for (const tell of all) tell(request, reply, ending);
    });
    done();
  });
};

/**
 * Calls `tell` once for every request when it is over. Fastify's own hook and log know nothing of those that are given up
 * while they wait, which are the ones that took longest. However many are told, a request is watched once.
 */
export const whenOver = (app: FastifyInstance, tell: Tell): void => {
  const known = tellers.get(app);
  if (known) {
    known.push(tell);
    return;
  }
  const all = [tell];
  tellers.set(app, all);
  tellAll(app, all);
};

/** Fastify's own lines about requests are left out: `logRequests` writes one, and the error handler tells failures. */
export const withoutRequests = (controller: LogController): LogController =>
  Object.assign(controller, {
    incomingRequest: () => undefined,
    requestCompleted: () => undefined,
    defaultErrorLog: () => undefined,
    routeNotFound: () => undefined,
  });

/** Asked for every few seconds by whoever watches us. */
const HEALTH = new Set(['/healthz', '/readyz']);

/**
 * Logs one line for each request when it is over: the path without what may be secret in it, how it ended, how long it
 * took, and what `describe` adds. `isQuiet` names what is told at the level of debugging only, besides health checks.
 */
export const logRequests = (
  app: FastifyInstance,
  describe: (request: FastifyRequest) => { title: string; fields: object },
  isQuiet: (request: FastifyRequest) => boolean = () => false,
): void =>
  whenOver(app, (request, { raw }, { outcome, milliseconds }) => {
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

/** What one part of the product counts of its requests. */
export const requestDuration = (name: string) => ({
  name,
  help: 'Requests by route and class of status; aborted: whoever asked hung up before the answer was out',
  labelNames: ['method', 'route', 'status'] as const,
  /** Seconds; the upper end is where requests are given up. */
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts every request when it is over, under the labels of its route. */
export const countRequests = (
  app: FastifyInstance,
  duration: Histogram<'method' | 'route' | 'status'>,
  labelsOf: (request: FastifyRequest) => { method: string; route: string },
): void =>
  whenOver(app, (request, _reply, { outcome, milliseconds }) =>
    duration.observe({ ...labelsOf(request), status: outcome }, milliseconds / 1000),
  );
