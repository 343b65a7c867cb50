import type { FastifyInstance } from 'fastify';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import { serveStreams } from '../platform/streams/serveStreams.ts';
import { MessageStream } from './stream.ts';
import { StreamHub } from './streamHub.ts';

const lastEventId = (after: string | null): number | null =>
  after !== null && /^\d{1,15}$/.test(after) ? Number(after) : null;

/** Registers the streams of messages. */
export const streamMessages = (app: FastifyInstance): void => {
  const hub = new StreamHub(app.platform, (error) => app.log.warn({ err: error }, 'assistant stream'));
  serveStreams(app, {
    kind: 'messages',
    url: ASSISTANT_STREAM,
    summary: 'Messages for the user as they are written (server-sent events)',
    tag: 'assistant',
    metric: ['prumo_services_message_streams', 'Open streams of messages'],
    hub,
    open: (session, outlet, after) => hub.open(new MessageStream(session, outlet), lastEventId(after)),
  });
};
