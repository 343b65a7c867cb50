import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayContext } from '../context.ts';
import { cancellable } from './cancellable.ts';
import { parseBody } from './client.ts';
import { forbidden, refusedBy, unauthenticated } from './errors.ts';
import { readEvents, type ServerSentEvent } from './eventStream.ts';
import { isOver, pauseAfter } from './resuming.ts';

/** Maximum size in bytes of an error body; the rest is not read. */
const MAX_REFUSAL = 64 * 1024;

const readRefusal = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_REFUSAL) break;
  }
  return Buffer.concat(chunks).toString();
};

const open = async ({ rest }: GatewayContext, address: string, lastId: string | null, signal: AbortSignal) => {
  const headers = rest.headers({ accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) });
  const answer = await rest.transport.open({ method: 'GET', address, headers }, signal);
  if (answer.statusCode === 200) return answer.body;
  const body = parseBody(await readRefusal(answer.body));
  throw refusedBy({ status: answer.statusCode, body, requestId: rest.caller.requestId });
};

/**
 * Follows a stream of the services with the caller's token: events after the id `after`, or only new ones when it is null. Reconnects
 * when the service closes the stream, resuming after the last id received. Throws UNAUTHENTICATED when the session
 * ends, FORBIDDEN when the session loses the permission, and RATE_LIMITED or LEGAL_RESTRICTION when the service
 * responds so.
 */
export const followStream = (
  context: GatewayContext,
  address: string,
  after: string | null = null,
): AsyncIterableIterator<ServerSentEvent, void> =>
  cancellable(async function* follow(signal) {
    let lastId = after;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        for await (const event of readEvents(await open(context, address, lastId, signal))) {
          if (event.event === 'end') throw event.data.includes('"FORBIDDEN"') ? forbidden() : unauthenticated();
          failures = 0;
          lastId = event.id ?? lastId;
          if (event.data !== '') yield event;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isOver(error)) throw error;
      }
      await wait(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    }
  });
