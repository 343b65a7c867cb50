import { Type, type Static } from 'typebox';
import { DELIVERY_ERRORS } from '#domain/webhooks.ts';
import { EVENT_TYPES } from '#domain/webhookEvents.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, listKeys, NamedReference, Nullable, Page, Version } from '../platform/shapes.ts';

const EventType = Type.Unsafe<string>(
  Type.Union(
    EVENT_TYPES.map((type) => Type.Literal(type)),
    { description: 'Type of an event: order.received' },
  ),
);

const State = Type.Union([Type.Literal('ACTIVE'), Type.Literal('PAUSED')]);

const Place = Type.Object(
  { companyId: Id, buildingId: Nullable(Id) },
  { description: 'A building; without one, all of the company' },
);

export const WebhookBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'https address of the receiver, on port 443 or 8443 of a public host',
  }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 120 }))),
  events: Type.Optional(
    Nullable(
      Type.Array(EventType, {
        minItems: 1,
        maxItems: EVENT_TYPES.length,
        uniqueItems: true,
        description: 'Null: all, also those that are added later',
      }),
    ),
  ),
  places: Type.Optional(
    Nullable(
      Type.Array(Place, {
        minItems: 1,
        maxItems: 200,
        description: 'Null: all. What belongs to no company (partners, categories, products) is always sent',
      }),
    ),
  ),
});
export type WebhookBody = Static<typeof WebhookBody>;

const WebhookUpdate = Type.Object({ ...WebhookBody.properties, version: Type.Optional(Version) });
export type WebhookUpdate = Static<typeof WebhookUpdate>;

const Hour = Type.Object({
  hour: Instant,
  delivered: Type.Integer(),
  failed: Type.Integer({ description: 'Given up, or waiting after a failed attempt' }),
});

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  description: Nullable(Type.String()),
  events: Nullable(Type.Array(Type.String(), { description: 'Null: all' })),
  places: Nullable(
    Type.Array(Type.Object({ company: NamedReference, building: Nullable(NamedReference) }), {
      description: 'Those that still exist',
    }),
  ),
  state: State,
  pauseReason: Nullable(
    Type.Union([Type.Literal('MANUAL'), Type.Literal('EXHAUSTED'), Type.Literal('GONE')], {
      description: 'EXHAUSTED: a delivery failed for three days; GONE: the receiver answered 410',
    }),
  ),
  pausedAt: Nullable(Instant),
  failing: Type.Boolean({ description: 'The last attempt failed' }),
  oldSecretUntil: Nullable(Type.String({ format: 'date-time', description: 'Until then the old secret signs, too' })),
  createdAt: Instant,
  version: Version,
  hours: Type.Array(Hour, {
    description: 'Events of the last 24 hours by the hour in which they happened; hours without any are left out',
  }),
  delivered: Type.Integer({ description: 'Of the events of the last 24 hours' }),
  total: Type.Integer({ description: 'Events of the last 24 hours' }),
});
export type Webhook = Static<typeof Webhook>;

const DeliveryState = Type.Union([Type.Literal('WAITING'), Type.Literal('DELIVERED'), Type.Literal('FAILED')]);
const DeliveryError = Type.Union(
  DELIVERY_ERRORS.map((error) => Type.Literal(error)),
  { description: 'Why no answer came' },
);

export const WebhookDelivery = Type.Object({
  id: Id,
  eventId: Type.String({ description: 'Header webhook-id of every attempt' }),
  type: Type.String(),
  at: Type.String({ format: 'date-time', description: 'When it happened' }),
  label: Nullable(Type.String({ description: 'Number or name of the row, as of an order: PC-0415' })),
  test: Type.Boolean(),
  state: DeliveryState,
  attempts: Type.Integer({ description: 'Since the event, or since it was last sent again' }),
  nextAttemptAt: Nullable(Instant),
  lastAttemptAt: Nullable(Instant),
  status: Nullable(Type.Integer({ description: 'HTTP status of the last answer' })),
  error: Nullable(DeliveryError),
  milliseconds: Nullable(Type.Integer({ description: 'Of the last attempt' })),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const Attempt = Type.Object({
  id: Id,
  at: Instant,
  milliseconds: Type.Integer(),
  status: Nullable(Type.Integer()),
  error: Nullable(DeliveryError),
  answer: Nullable(Type.String({ description: 'Beginning of the answer, at most 4,096 bytes' })),
});

export const WebhookDeliveryDetails = Type.Object({
  ...WebhookDelivery.properties,
  body: Type.String({ description: 'JSON that is sent' }),
  history: Type.Array(Attempt, { description: 'Attempts, newest first; at most 50' }),
});
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>;

const path = '/api/v1/security/webhooks';
const one = Type.Object({ id: Id });
const delivery = Type.Object({ id: Id, webhookDeliveryId: Id });
const WithSecret = Type.Object({
  secret: Type.String({ description: 'whsec_ and base64; shown now and never again' }),
  webhook: Webhook,
});

/** Webhooks (docs/decisions/0088): events of an account, sent to other programs. */
export const webhookEndpoints = {
  list: endpoint({ method: 'GET', path, summary: 'Webhooks, oldest first', answer: Type.Array(Webhook) }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Makes a webhook, whose secret is told once; requires reauthentication',
    body: WebhookBody,
    answer: WithSecret,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a webhook; requires reauthentication',
    params: one,
    body: WebhookUpdate,
    answer: Webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes a webhook with its deliveries',
    params: one,
    answer: one,
  }),
  setState: endpoint({
    method: 'PUT',
    path: `${path}/:id/state`,
    summary: 'Pauses a webhook, or goes on: what waits is sent at once; what happens while it is paused is not kept',
    params: one,
    body: Type.Object({ state: State }),
    answer: Webhook,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: `${path}/:id/secret`,
    summary: 'Makes a new secret, told once; the old one signs, too, for 24 hours; requires reauthentication',
    params: one,
    answer: WithSecret,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Sends a marked event (webhook.test), which is tried once',
    params: one,
    answer: one,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    summary: 'Deliveries of the last 30 days, newest first',
    params: one,
    query: Type.Object({
      page: listKeys.page,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Rows per page; 20 without it' })),
      state: Type.Optional(DeliveryState),
    }),
    answer: Page(WebhookDelivery),
  }),
  delivery: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries/:webhookDeliveryId`,
    summary: 'A delivery with what was sent and answered',
    params: delivery,
    answer: WebhookDeliveryDetails,
  }),
  resend: endpoint({
    method: 'POST',
    path: `${path}/:id/deliveries/:webhookDeliveryId/resend`,
    summary: 'Sends a delivery again, with the same event id',
    params: delivery,
    answer: WebhookDelivery,
  }),
  resendFailed: endpoint({
    method: 'POST',
    path: `${path}/:id/resend-failed`,
    summary: 'Sends all failed deliveries again, in their order',
    params: one,
    answer: Type.Object({ count: Type.Integer() }),
  }),
};
