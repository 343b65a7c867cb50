import type { FastifyInstance, FastifyReply } from 'fastify';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { forbidden, tooManyRequests } from '../platform/errors.ts';
import { MessageStream } from './stream.ts';
import { gauge } from '../platform/metrics.ts';
import { mayFollow, StreamHub } from './streamHub.ts';

/** How long a silent stream may be taken for dead by what stands in between. */
const HEARTBEAT = 15_000;

const openReply = (reply: FastifyReply): void => {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Nothing follows a stream on its connection: an idle one would keep the server from closing.
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-request-id': reply.request.id,
  };
  reply.hijack();
  // Said to both: what is written, and what the log knows of it.
  reply.headers(headers).raw.writeHead(200, headers);
};

const lastEventId = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;

/** Registers the stream of messages: one connection for each subscriber, under the subscriber's own token. */
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
      // The policy table lets nobody in without a session.
      if (!session) throw new Error('a stream needs a session');
      if (!mayFollow(session)) throw forbidden();
      if (hub.isFull(session.userId)) throw tooManyRequests(30, 'Há conexões demais abertas. Feche outras janelas.');
      openReply(reply);
      hub.open(new MessageStream(session, reply.raw), lastEventId(request.headers['last-event-id']));
    },
  });
};
