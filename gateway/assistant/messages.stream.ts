import { setTimeout as wait } from 'node:timers/promises';
import { ASSISTANT_STREAM, type AssistantMessage } from '#schema/assistant/messages.rest.ts';
import type { GatewayContext } from '../context.ts';
import { cancellable } from '../rest/cancellable.ts';
import { parseBody } from '../rest/client.ts';
import { forbidden, refusedBy, hasCode, unauthenticated } from '../rest/errors.ts';
import { readEvents } from '../rest/eventStream.ts';

/** Pauses in milliseconds before reconnecting to a stream that broke; the last one repeats. */
const PAUSES = [250, 500, 1_000, 2_000];

/** Adds jitter (±50 %), since all streams of a service break at the same time. */
const pauseAfter = (failures: number): number =>
  (PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0) * (0.5 + Math.random());

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

const open = async (context: GatewayContext, lastId: string | null, signal: AbortSignal) => {
  const { rest } = context;
  const headers = rest.headers({ accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) });
  const answer = await rest.transport.open({ method: 'GET', address: ASSISTANT_STREAM, headers }, signal);
  if (answer.statusCode === 200) return answer.body;
  const body = parseBody(await readRefusal(answer.body));
  throw refusedBy({ status: answer.statusCode, body, requestId: rest.caller.requestId });
};

const ENDS_STREAM = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'LEGAL_RESTRICTION'] as const;
const isOver = (error: unknown): boolean => ENDS_STREAM.some((code) => hasCode(error, code));

/**
 * Streams the user's assistant messages: those after the id `after`, or only new ones when it is undefined. Reconnects
 * when the service closes the stream, resuming after the last id received. Throws UNAUTHENTICATED when the session
 * ends, FORBIDDEN when the session loses the permission, and RATE_LIMITED or LEGAL_RESTRICTION when the service
 * responds so.
 */
export const followMessages = (
  context: GatewayContext,
  after: number | undefined,
): AsyncIterableIterator<AssistantMessage, void> =>
  cancellable(async function* follow(signal) {
    let lastId = after === undefined ? null : String(after);
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        for await (const { id, event, data } of readEvents(await open(context, lastId, signal))) {
          if (event === 'end') throw data.includes('"FORBIDDEN"') ? forbidden() : unauthenticated();
          failures = 0;
          lastId = id ?? lastId;
          if (event === 'message' && data !== '') yield JSON.parse(data) as AssistantMessage;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isOver(error)) throw error;
      }
      await wait(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    }
  });
