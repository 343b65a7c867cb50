import {
  webhookEndpoints as calls,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
} from '#schema/security/webhooks.rest.ts';
import type { Resolvers, WebhookInput } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type WebhookParent = Webhook;
export type WebhookDeliveryParent = WebhookDelivery;
export type WebhookDeliveryDetailsParent = WebhookDeliveryDetails;

const toBody = ({ url, description, events, places }: WebhookInput) => ({
  url,
  description: description ?? null,
  events: events ? [...events] : null,
  places:
    places?.map(({ companyId, buildingId }) => ({
      companyId: toId(companyId),
      buildingId: buildingId == null ? null : toId(buildingId),
    })) ?? null,
});

/** Webhooks and their deliveries, for administrators. */
export const webhooks: Resolvers = {
  Query: {
    webhooks: (_, _args, { rest }) => rest.call(calls.list, {}),
    webhookDeliveries: (_, { webhookId, page, size, state }, { rest }) =>
      rest.call(calls.deliveries, {
        params: { id: toId(webhookId) },
        query: { page: page ?? undefined, size: size ?? undefined, state: state ?? undefined },
      }),
    webhookDelivery: (_, { webhookId, id }, { rest }) =>
      rest.call(calls.delivery, { params: { id: toId(webhookId), webhookDeliveryId: toId(id) } }),
  },
  Webhook: {
    places: ({ places }) =>
      places?.map(({ company, building }) => ({
        companyId: String(company.id),
        companyName: company.name,
        buildingId: building && String(building.id),
        buildingName: building && building.name,
      })) ?? null,
  },
  Mutation: {
    createWebhook: (_, { input }, { rest }) => rest.call(calls.create, { body: toBody(input) }),
    updateWebhook: (_, { id, version, input }, { rest }) =>
      rest.call(calls.update, { params: { id: toId(id) }, body: { ...toBody(input), version: version ?? undefined } }),
    setWebhookState: (_, { id, state }, { rest }) =>
      rest.call(calls.setState, { params: { id: toId(id) }, body: { state } }),
    rotateWebhookSecret: (_, { id }, { rest }) => rest.call(calls.rotateSecret, { params: { id: toId(id) } }),
    deleteWebhook: (_, { id }, { rest }) => rest.call(calls.remove, { params: { id: toId(id) } }),
    testWebhook: (_, { id }, { rest }) => rest.call(calls.test, { params: { id: toId(id) } }),
    resendWebhookDelivery: (_, { webhookId, id }, { rest }) =>
      rest.call(calls.resend, { params: { id: toId(webhookId), webhookDeliveryId: toId(id) } }),
    resendFailedWebhookDeliveries: (_, { webhookId }, { rest }) =>
      rest.call(calls.resendFailed, { params: { id: toId(webhookId) } }),
  },
};
