import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { safePath, writes } from '#schema/platform/logLine.ts';
import type { Operation } from '../graphql/operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a request to /graphql asked for, once that is known. */
    operation: Operation | null;
  }
}

/** Asked for every few seconds by whoever watches us. */
const HEALTH = new Set(['/healthz', '/readyz']);
const LONGEST_NAME = 60;

/** Files of the build are many and say little. */
const isQuiet = ({ routeOptions, method }: FastifyRequest): boolean =>
  HEALTH.has(routeOptions.url ?? '') || (method === 'GET' && /\.\w+$/.test(routeOptions.url ?? ''));

const levelOf = (request: FastifyRequest, status: number): 'warn' | 'info' | 'debug' => {
  if (status >= 500) return 'warn';
  return isQuiet(request) ? 'debug' : 'info';
};

/** The name as its author wrote it: GraphQL allows letters, digits and underscores in it. */
const told = ({ name, kind, codes, restCalls }: Operation) => ({
  operation: name?.slice(0, LONGEST_NAME) ?? null,
  kind,
  restCalls,
  ...(codes.length > 0 && { codes }),
});

/**
 * One line for each request, when its answer is out: the path without what may be secret in it, how it ended, how long
 * it took; for GraphQL the operation, the REST calls it made and the codes of its errors.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}
  // Failures are told by the one error handler; their status stands in the request's line.
  override defaultErrorLog(): void {}
  override routeNotFound(): void {}

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { log, operation } = request;
    const level = levelOf(request, reply.statusCode);
    if (!writes(log.level, level)) return;
    log[level](
      {
        method: request.method,
        path: safePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        ...(operation && told(operation)),
      },
      operation ? 'operation' : 'request',
    );
  }
}
