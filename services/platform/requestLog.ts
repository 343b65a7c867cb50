import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { safePath, writes } from '#schema/platform/logLine.ts';

/** Asked for every few seconds by whoever watches us. */
const HEALTH = new Set(['/healthz', '/readyz']);

const levelOf = (route: string | undefined, status: number): 'warn' | 'info' | 'debug' => {
  if (status >= 500) return 'warn';
  return HEALTH.has(route ?? '') ? 'debug' : 'info';
};

/**
 * One line for each request, when its answer is out: who asked for what, how it ended, how long it took and how many SQL
 * statements. Its id is the gateway's, so that the lines of both belong together.
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
    const { log, session, routeOptions, costs } = request;
    const level = levelOf(routeOptions.url, reply.statusCode);
    if (!writes(log.level, level)) return;
    log[level](
      {
        method: request.method,
        path: safePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        statements: costs?.statements,
        ...(session && { account: session.accountId, user: session.userId }),
      },
      'request',
    );
  }
}
