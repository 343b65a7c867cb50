import { SWITCHABLE, type AssistantEvent, type SwitchableEvent } from '#domain/assistant/events.ts';
import { preferenceEndpoints, type PreferencesBody } from '#schema/assistant/preferences.rest.ts';
import type { AssistantPreferencesInput, Resolvers } from '../generated/resolvers.ts';
import { invalid } from '../rest/errors.ts';

const isSwitchable = (event: AssistantEvent): event is SwitchableEvent =>
  SWITCHABLE.some((switchable) => switchable === event);

const FIXED = 'Este aviso não pode ser desligado.';

const toBody = (input: AssistantPreferencesInput): PreferencesBody => {
  const { events, quietFrom, quietTo, quietWeekends, digestHour } = input;
  const switches = events?.map(({ event, panel, digest }, index) => {
    if (!isSwitchable(event)) throw invalid(FIXED, [{ path: `input.events.${index}.event`, message: FIXED }]);
    return { event, panel, digest };
  });
  return {
    ...(switches && { events: switches }),
    ...{
      quietFrom: quietFrom ?? null,
      quietTo: quietTo ?? null,
      quietWeekends: quietWeekends ?? false,
      digestHour: digestHour ?? null,
    },
  };
};

/** What the assistant tells the user by itself, and when. */
export const assistantPreferences: Resolvers = {
  Query: {
    assistantPreferences: (_, _args, { rest }) => rest.call(preferenceEndpoints.get, {}),
  },
  Mutation: {
    saveAssistantPreferences: async (_, { input }, { rest }) => ({
      preferences: await rest.call(preferenceEndpoints.save, { body: toBody(input) }),
    }),
  },
};
