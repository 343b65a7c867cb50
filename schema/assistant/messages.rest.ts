import { Type, type Static } from 'typebox';
import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import { endpoint } from '../platform/endpoint.ts';
import { AssistantAnswer } from './answer.ts';
import { Id, Instant, listKeys, Nullable, Page, Version } from '../platform/shapes.ts';

export const AssistantMessageKind = Type.Union([
  Type.Literal('INFO'),
  Type.Literal('SUCCESS'),
  Type.Literal('WARNING'),
  Type.Literal('ERROR'),
]);

/** What a message tells of: a kind that its reader may switch off, the account, or a broadcast. */
export const AssistantEvent = Type.Union([
  Type.Literal('PAYMENT', { description: 'A payment, with the balance of its wallet' }),
  Type.Literal('PRICE_ABOVE_LAST', { description: 'An order has a price above the last one paid' }),
  Type.Literal('DUPLICATE', { description: 'An expense was saved that is likely there already' }),
  Type.Literal('MEASUREMENT_BEHIND', { description: 'A measurement is behind plan' }),
  Type.Literal('NEGATIVE_DAY', { description: 'First day on which the expected balance of a company is below zero' }),
  Type.Literal('APPROVAL', { description: 'An order waits for approval, or was decided' }),
  Type.Literal('SUPPLIER', { description: 'A supplier has answered a quote or an order' }),
  Type.Literal('JOB', { description: 'A report or an import is ready, or has failed' }),
  Type.Literal('MENTION', { description: 'A comment on a document mentions the reader' }),
  Type.Literal('ACCOUNT', { description: 'Permissions and rules of the account; cannot be switched off' }),
  Type.Literal('BROADCAST', { description: 'An administrator to all; cannot be switched off' }),
]);

export const PaymentToUndo = Type.Object(
  {
    type: Type.Union([Type.Literal('DEBIT'), Type.Literal('CREDIT')]),
    companyId: Id,
    transactionId: Id,
    installmentId: Id,
    version: Version,
  },
  { description: 'What undoes the payment that a message tells of; null as soon as its document has changed since' },
);

/** One message of a user's conversation with the assistant (§3: assistant chat message). */
export const AssistantMessage = Type.Object({
  id: Id,
  from: Type.Union([Type.Literal('USER'), Type.Literal('ASSISTANT')], { description: 'USER: a question of the user' }),
  kind: AssistantMessageKind,
  event: Nullable(AssistantEvent),
  title: Nullable(Type.String({ description: 'Heading of the text' })),
  text: Type.String({ description: 'Portuguese text for the user' }),
  at: Instant,
  broadcast: Type.Boolean({ description: 'Sent to the whole account; unread until each user acknowledges it' }),
  acknowledged: Type.Boolean(),
  link: Nullable(Type.String({ description: 'Route of the application that the message is about' })),
  linkLabel: Nullable(Type.String({ description: 'Name of what the link leads to; without it, that of its screen' })),
  quiet: Type.Boolean({
    description:
      'It came within the quiet hours of its reader, or by an act of theirs: it stands in the history and does not pop up',
  }),
  answer: Nullable(AssistantAnswer),
  undo: Nullable(PaymentToUndo),
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
