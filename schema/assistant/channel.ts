import { Type, type Static } from 'typebox';

/**
 * Path of the channel: one WebSocket of a gateway for the streams of all its sockets. Each message is a JSON object. What comes over it
 * is what the streams of server-sent events tell, to subscribers that are numbered by who opened the channel.
 */
export const CHANNEL = '/api/v1/assistant/channel';

/** The streams that a channel carries, by name. */
export const StreamKind = Type.Union([Type.Literal('messages'), Type.Literal('live')]);
export type StreamKind = Static<typeof StreamKind>;

const Key = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Adds a subscriber with a token of its own, behind event `after`; null, or what is no id, for what is new. */
export const Subscribe = Type.Object(
  {
    subscribe: Key,
    stream: StreamKind,
    token: Type.String(),
    after: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type Subscribe = Static<typeof Subscribe>;

/** Removes a subscriber, or withdraws what was asked for it. */
export const Leave = Type.Object({ leave: Key }, { additionalProperties: false });
export type Leave = Static<typeof Leave>;

/** What a gateway says. */
export const ChannelRequest = Type.Union([Subscribe, Leave]);
export type ChannelRequest = Static<typeof ChannelRequest>;

/** Why a subscriber is not told anything any more: what an answer of REST would say. */
export interface StreamRefusal {
  status: number;
  error: string;
  message: string;
  /** Seconds. */
  retryAfter?: number;
}

/** An event, once for all subscribers that hear it. Without data it only carries the id to resume behind. */
export interface Tell {
  tell: number[];
  id: string | null;
  event: string;
  data: string;
}

/** The end of a subscriber; without a refusal it may subscribe again behind its last event. */
export interface End {
  end: number;
  refusal: StreamRefusal | null;
}

/** What the services say; for each subscriber in the order of its stream. */
export type ChannelTold = Tell | End;
