import type { StreamKind } from '#schema/assistant/channel.ts';
import { LIVE_STREAM } from '#schema/assistant/live.rest.ts';
import { ASSISTANT_STREAM } from '#schema/assistant/messages.rest.ts';
import type { GatewayContext } from '../context.ts';
import { unauthenticated } from './errors.ts';
import type { ServerSentEvent } from './eventStream.ts';
import { followStream } from './followStream.ts';

const ADDRESSES: Record<StreamKind, string> = { messages: ASSISTANT_STREAM, live: LIVE_STREAM };

/**
 * Follows a stream of the services with the caller's token: events after the id `after`, or only new ones when it is null. Over the
 * channel of this process; where the services have none, over a connection of its own.
 */
export const follow = async (
  context: GatewayContext,
  stream: StreamKind,
  after: string | null = null,
): Promise<AsyncIterableIterator<ServerSentEvent, void>> => {
  const { transport, caller } = context.rest;
  const { token, requestId } = caller;
  if (token === null) throw unauthenticated();
  if (await transport.channel.isServed()) return transport.channel.subscribe({ stream, token, requestId, after });
  return followStream(context, ADDRESSES[stream], after);
};
