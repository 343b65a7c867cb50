import type { FastifyInstance } from 'fastify';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { serveStreams } from '../platform/streams/serveStreams.ts';
import { MessageStream } from './stream.ts';
import { StreamHub } from './streamHub.ts';

const lastEventId = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;

/** Registers the message stream (SSE): one connection per subscriber, with the subscriber's own token. */
export const streamMessages = (app: FastifyInstance): void => {
  const hub = new StreamHub(app.platform, (error) => app.log.warn({ err: error }, 'assistant stream'));
  serveStreams(app, {
    url: ASSISTANT_STREAM,
    summary: 'Messages for the user as they are written (server-sent events)',
    tag: 'assistant',
    metric: ['prumo_services_message_streams', 'Open streams of messages'],
    hub,
    open: (session, response, { headers }) =>
      hub.open(new MessageStream(session, response), lastEventId(headers['last-event-id'])),
  });
};
