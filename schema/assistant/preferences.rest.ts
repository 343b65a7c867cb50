import { Type, type Static } from 'typebox';
import { SWITCHABLE } from '#domain/assistant/events.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Nullable } from '../platform/shapes.ts';

const SwitchableEvent = Type.Union(
  [
    Type.Literal('PAYMENT'),
    Type.Literal('PRICE_ABOVE_LAST'),
    Type.Literal('DUPLICATE'),
    Type.Literal('MEASUREMENT_BEHIND'),
    Type.Literal('NEGATIVE_DAY'),
    Type.Literal('APPROVAL'),
    Type.Literal('SUPPLIER'),
    Type.Literal('JOB'),
    Type.Literal('MENTION'),
  ],
  { description: 'Kind of message, as of AssistantMessage.event' },
);

const EventSwitch = Type.Object({
  event: SwitchableEvent,
  panel: Type.Boolean({ description: 'Off: messages of this kind are not posted to the user, errors excepted' }),
  digest: Type.Boolean({ description: 'Whether the daily letter counts unread messages of this kind' }),
});

const Time = Nullable(
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'Time of day HH:MM in the time zone of the user',
    'x-message': 'Informe uma hora de 00:00 a 23:59.',
  }),
);

export const PreferencesBody = Type.Object({
  events: Type.Optional(
    Type.Array(EventSwitch, { maxItems: SWITCHABLE.length, description: 'Kinds that are left out stay as they are' }),
  ),
  quietFrom: Time,
  quietTo: Time,
  quietWeekends: Type.Boolean(),
  digestHour: Nullable(
    Type.Integer({ minimum: 0, maximum: 23, description: 'From this hour on, once a day; null: no letter' }),
  ),
});
export type PreferencesBody = Static<typeof PreferencesBody>;

/** What the user wants to be told, and when (docs/decisions/0089). */
export const AssistantPreferences = Type.Object({
  ...PreferencesBody.properties,
  events: Type.Array(EventSwitch, { description: 'All kinds' }),
  timeZone: Type.String({ description: 'Time zone of the user, of which the times are' }),
});
export type AssistantPreferences = Static<typeof AssistantPreferences>;

const path = '/api/v1/assistant/preferences';

export const preferenceEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'What the assistant tells the user, and when',
    answer: AssistantPreferences,
  }),
  save: endpoint({
    method: 'PUT',
    path,
    summary: 'Stores what the assistant tells the user, and when',
    body: PreferencesBody,
    answer: AssistantPreferences,
  }),
};
