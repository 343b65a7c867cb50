import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, listKeys, Name, NamedReference, Nullable, Page } from '../platform/shapes.ts';

const BroadcastKind = Type.Union([Type.Literal('INFO'), Type.Literal('WARNING')]);

export const BroadcastBody = Type.Object({
  title: Name(120),
  text: Name(1_000),
  kind: Type.Optional(BroadcastKind),
  link: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Address of a screen behind the login, with or without its query: /home/forms/transactions/bank',
      }),
    ),
  ),
});
export type BroadcastBody = Static<typeof BroadcastBody>;

/** A message of an administrator to the account. */
export const Broadcast = Type.Object({
  id: Id,
  kind: BroadcastKind,
  title: Nullable(Type.String({ description: 'Null of those from before there were headings' })),
  text: Type.String(),
  link: Nullable(Type.String()),
  at: Instant,
  sentBy: Nullable(NamedReference),
  withdrawnAt: Nullable(Instant),
  readers: Type.Integer({ description: 'Active users who were in the account when it was sent' }),
  acknowledged: Type.Integer({ description: 'Those of them who have acknowledged it' }),
});
export type Broadcast = Static<typeof Broadcast>;

export const BroadcastPage = Page(Broadcast);

export const BroadcastReader = Type.Object({ user: NamedReference, acknowledgedAt: Nullable(Instant) });
export type BroadcastReader = Static<typeof BroadcastReader>;

export const BroadcastReaderPage = Page(BroadcastReader);

const path = '/api/v1/assistant/broadcast';
const query = Type.Object({ page: listKeys.page, size: listKeys.size });

/** Broadcasts, for administrators (docs/decisions/0089); acknowledged by `assistantEndpoints`. */
export const broadcastEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Broadcasts of the account, newest first, with how many have acknowledged them',
    query,
    answer: BroadcastPage,
  }),
  send: endpoint({
    method: 'POST',
    path,
    summary: 'Sends a broadcast to the account',
    body: BroadcastBody,
    answer: Broadcast,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Takes a broadcast back: nobody sees it any more; idempotent',
    params: Type.Object({ id: Id }),
    answer: Broadcast,
  }),
  readers: endpoint({
    method: 'GET',
    path: `${path}/:id/readers`,
    summary: 'Who has acknowledged a broadcast and who has not: those first, then by name',
    params: Type.Object({ id: Id }),
    query,
    answer: BroadcastReaderPage,
  }),
};
