import type { FastifyInstance, FastifyReply } from 'fastify';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { forbidden, tooManyRequests } from '../platform/errors.ts';
import { MessageStream } from './stream.ts';
import { gauge } from '../platform/metrics.ts';
import { mayFollow, StreamHub } from './streamHub.ts';

/** Heartbeat interval in milliseconds, so that proxies do not close a silent stream. */
const HEARTBEAT = 15_000;

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

const lastEventId = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;

/** Registers the message stream (SSE): one connection per subscriber, with the subscriber's own token. */
export const streamMessages = (app: FastifyInstance): void => {
  const hub = new StreamHub(app.platform, (error) => app.log.warn({ err: error }, 'assistant stream'));
  gauge(app.platform.metrics, 'prumo_services_message_streams', 'Open streams of messages', () => hub.size);
  const heartbeat = setInterval(() => hub.beat(), HEARTBEAT);
  heartbeat.unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    hub.close();
  });

  app.route({
    method: 'GET',
    url: ASSISTANT_STREAM,
    schema: { summary: 'Messages for the user as they are written (server-sent events)', tags: ['assistant'] },
    handler: (request, reply) => {
      const { session } = request;
      // Not reachable: the policy requires a session.
      if (!session) throw new Error('a stream needs a session');
      if (!mayFollow(session)) throw forbidden();
      if (hub.isFull(session.userId)) throw tooManyRequests(30, 'Há conexões demais abertas. Feche outras janelas.');
      openReply(reply);
      hub.open(new MessageStream(session, reply.raw), lastEventId(request.headers['last-event-id']));
    },
  });
};
