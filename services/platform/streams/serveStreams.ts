import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StreamKind } from '#schema/assistant/channel.ts';
import { forbidden, tooManyRequests } from '../errors.ts';
import { gauge } from '../metrics.ts';
import type { Session } from '../session.ts';
import type { OpenStream } from './channels.ts';
import { mayFollow } from './openStreams.ts';
import { SseOutlet } from './sseOutlet.ts';

/** Heartbeat interval in milliseconds, so that proxies do not close a silent stream. */
const HEARTBEAT = 15_000;

/** What holds the open streams of an address. */
export interface StreamHolder {
  readonly size: number;
  isFull(userId: number): boolean;
  beat(): void;
  close(): void;
}

export interface ServedStreams {
  kind: StreamKind;
  url: string;
  summary: string;
  tag: string;
  /** Name and description of the gauge of open streams. */
  metric: readonly [name: string, help: string];
  hub: StreamHolder;
  open: OpenStream;
}

const openReply = (reply: FastifyReply): void => {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // The connection ends with its stream: an idle one would delay the server's shutdown.
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-request-id': reply.request.id,
  };
  reply.hijack();
  // Set on the reply for the log, and on the raw response for the client.
  reply.headers(headers).raw.writeHead(200, headers);
};

const textOf = (header: string | string[] | undefined): string | null => (typeof header === 'string' ? header : null);

/**
 * Registers a kind of streams: at an address of server-sent events, one connection per subscriber with the subscriber's own token, and
 * for the channels of gateways.
 */
export const serveStreams = (app: FastifyInstance, { hub, ...served }: ServedStreams): void => {
  const admit = (session: Session): void => {
    if (!mayFollow(session)) throw forbidden();
    if (hub.isFull(session.userId)) throw tooManyRequests(30, 'Há conexões demais abertas. Feche outras janelas.');
  };
  app.channels.carry(served.kind, (session, outlet, after) => {
    admit(session);
    served.open(session, outlet, after);
  });
  gauge(app.platform.metrics, ...served.metric, () => hub.size);
  const heartbeat = setInterval(() => hub.beat(), HEARTBEAT);
  heartbeat.unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    hub.close();
  });
  app.route({
    method: 'GET',
    url: served.url,
    schema: { summary: served.summary, tags: [served.tag] },
    handler: (request, reply) => {
      const { session } = request;
      // Not reachable: the policy requires a session.
      if (!session) throw new Error('a stream needs a session');
      admit(session);
      openReply(reply);
      served.open(session, new SseOutlet(reply.raw), textOf(request.headers['last-event-id']));
    },
  });
};
