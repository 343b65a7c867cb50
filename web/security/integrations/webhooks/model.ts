import { EVENT_GROUPS, EVENT_TYPES } from '#domain/webhookEvents.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { WebhookDeliveryRowFragment, WebhookInput, WebhookRowFragment } from '#web/generated/security.ts';
import type { Option } from '#web/ui/index.ts';

export type Webhook = WebhookRowFragment;
export type Delivery = WebhookDeliveryRowFragment;

export interface WebhookForm {
  url: string;
  description: string;
  /** None: all. */
  events: readonly string[];
  /** Keys of places, as `placeOptions` makes them; none: everywhere. */
  places: readonly string[];
}

export const KEPT_WEBHOOK = 'integrations.webhook';

const placeKey = ({ companyId, buildingId }: NonNullable<Webhook['places']>[number]): string =>
  buildingId ? `${companyId}/${buildingId}` : companyId;

export const formOf = (webhook: Webhook | null): WebhookForm => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? [],
  places: webhook?.places?.map(placeKey) ?? [],
});

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** What was typed before the page was left for the provider that asks who one is. */
export const isWebhookForm = (value: unknown): value is WebhookForm =>
  isRecord(value) && isText(value.url) && isText(value.description) && isTexts(value.events) && isTexts(value.places);

export const problemsOf = ({ url }: WebhookForm): Problems => {
  if (url.trim() === '') return { url: 'Informe o endereço que recebe os eventos' };
  return /^https:\/\/\S+$/i.test(url.trim()) ? {} : { url: 'O endereço precisa começar com https://' };
};

const placeOf = (key: string): { companyId: string; buildingId: string | null } => {
  const [companyId = '', buildingId] = key.split('/');
  return { companyId, buildingId: buildingId ?? null };
};

export const inputOf = ({ url, description, events, places }: WebhookForm): WebhookInput => ({
  url,
  description,
  events: events.length === 0 || events.length === EVENT_TYPES.length ? null : [...events],
  places: places.length === 0 ? null : places.map(placeOf),
});

/** Every type, under what it is about. */
export const EVENT_OPTIONS: Option[] = EVENT_GROUPS.flatMap(({ label, types }) =>
  types.map((type) => ({ id: type, label: type, hint: label })),
);
