import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LIVE_STREAM, liveEndpoints, type PresenceBody } from '#schema/assistant/live.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { serveStreams } from '../../platform/streams/serveStreams.ts';
import { LiveHub } from './liveHub.ts';
import { LiveStream } from './liveStream.ts';
import type { Told } from './present.ts';
import { mayHear, readSubjects } from './subjects.ts';

/** Registers what is told live besides messages: changed rows, and who has the same row open. */
export const live = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const hub = new LiveHub(platform, (error) => app.log.warn({ err: error }, 'live stream'));
  serveStreams(app, {
    kind: 'live',
    url: LIVE_STREAM,
    summary: 'Rows that others change, and who else has an open row open (server-sent events)',
    tag: 'assistant',
    metric: ['prumo_services_live_streams', 'Open streams of changed rows'],
    hub,
    open: (session, outlet) => hub.open(new LiveStream(session, outlet, platform.clock.now())),
  });

  implement(app, liveEndpoints.tellPresence, async ({ session, body, read }) => {
    const subjects = await read((trx) => readSubjects(trx, body.type, [body.rowId]));
    if (!subjects.some((subject) => mayHear(session, body.type, subject))) throw notFound();
    return hub.tell(toldBy(session, body, platform.clock.now()));
  });
};

const toldBy = ({ accountId, userId, name }: Session, body: PresenceBody, now: Date): Told => ({
  ...body,
  telling: randomUUID(),
  accountId,
  user: { id: userId, name },
  at: now.getTime(),
});
