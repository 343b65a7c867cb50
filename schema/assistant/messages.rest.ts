import { Type, type Static } from 'typebox';
import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import { endpoint } from '../platform/endpoint.ts';
import { AssistantAnswer } from './answer.ts';
import { Id, Instant, listKeys, Nullable, Page } from '../platform/shapes.ts';

export const AssistantMessageKind = Type.Union([
  Type.Literal('INFO'),
  Type.Literal('SUCCESS'),
  Type.Literal('WARNING'),
  Type.Literal('ERROR'),
]);

/** One message of a user's conversation with the assistant (§3: assistant chat message). */
export const AssistantMessage = Type.Object({
  id: Id,
  from: Type.Union([Type.Literal('USER'), Type.Literal('ASSISTANT')], { description: 'USER: a question of the user' }),
  kind: AssistantMessageKind,
  text: Type.String({ description: 'Portuguese text for the user' }),
  at: Instant,
  broadcast: Type.Boolean({ description: 'Sent to the whole account; unread until each user acknowledges it' }),
  acknowledged: Type.Boolean(),
  link: Nullable(Type.String({ description: 'Route of the application that the message is about' })),
  answer: Nullable(AssistantAnswer),
});
export type AssistantMessage = Static<typeof AssistantMessage>;

export const AssistantMessagePage = Type.Object({
  ...Page(AssistantMessage).properties,
  unacknowledged: Type.Integer({ description: 'Messages not acknowledged by the user, on all pages' }),
});
export type AssistantMessagePage = Static<typeof AssistantMessagePage>;

export const assistantEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/assistant/messages',
    summary: 'Messages for the user, newest first',
    query: Type.Object({ page: listKeys.page, size: listKeys.size, ids: listKeys.ids }),
    answer: AssistantMessagePage,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/v1/assistant/broadcast/ack/:id',
    summary: 'Marks a message as read by the user',
    params: Type.Object({ id: Id }),
    answer: AssistantMessage,
    failure: SEND_MESSAGE_FAILED,
  }),
  acknowledgeAll: endpoint({
    method: 'POST',
    path: '/api/v1/assistant/broadcast/ack',
    summary: 'Marks every message as read by the user',
    answer: Type.Object({ acknowledged: Type.Integer() }),
    failure: SEND_MESSAGE_FAILED,
  }),
};

/**
 * Path of the stream of server-sent events: each `id` is a message's id, each `data` an AssistantMessage. The first
 * event has no data, only the current id. A client that reconnects with `Last-Event-ID` first receives the missed
 * messages (the newest 200). The stream ends with an event `end` when the session ends.
 */
export const ASSISTANT_STREAM = '/api/v1/assistant/stream';
