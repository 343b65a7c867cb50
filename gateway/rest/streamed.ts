import type { GatewayContext } from '../context.ts';
import type { ServerSentEvent } from './eventStream.ts';

const textOf = ({ data }: ServerSentEvent): string => data;

/** A subscription to a stream of the services, whose events are the JSON of what is told and nothing else. */
export const streamed = <Told, Args = unknown>(
  follow: (args: Args, context: GatewayContext) => Promise<AsyncIterableIterator<ServerSentEvent, void>>,
) => ({
  subscribe: (_: unknown, args: Args, context: GatewayContext) => follow(args, context),
  // Reads the text alone, as `textOf` promises (graphql/sharedEvents.ts).
  resolve: (event: ServerSentEvent) => JSON.parse(textOf(event)) as Told,
  extensions: { textOf },
});
