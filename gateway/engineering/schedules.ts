import {
  scheduleEndpoints,
  type Schedule as RestSchedule,
  type ScheduleChanges,
} from '#schema/engineering/schedules/schedules.rest.ts';
import type {
  Resolvers,
  ScheduleInput,
  ScheduleItemInput,
  ScheduleLinkInput,
  DayOffInput,
} from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';

export type ScheduleParent = RestSchedule;

/** Leaves out what the input does not have, or has as null where null means the same. */
const given = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

const toDayOff = ({ id, date, type, description, removed }: DayOffInput) =>
  given({ id: toOptionalId(id), date, type, description, removed });

const toItem = ({ id, costEstimateItemId, key, duration, percentComplete, removed, ...dates }: ScheduleItemInput) => ({
  ...given({ id: toOptionalId(id), key, duration, percentComplete, removed }),
  ...(costEstimateItemId != null && { costEstimateItem: { id: toId(costEstimateItemId) } }),
  // A date that is sent as null is taken back.
  ...dates,
});

const toLink = ({ id, fromId, toId: to, ...rest }: ScheduleLinkInput) =>
  given({ id: toOptionalId(id), from: toOptionalId(fromId), to: toOptionalId(to), ...rest });

const toChanges = ({ daysOff, items, links, ...settings }: ScheduleInput): ScheduleChanges => ({
  ...given(settings),
  ...(daysOff && { daysOff: daysOff.map(toDayOff) }),
  ...(items && { items: items.map(toItem) }),
  ...(links && { links: links.map(toLink) }),
});

/** The bodies of REST calls name items by reference, the inputs of GraphQL by key. */
const scheduleField = (path: string): string =>
  path.replace(/\.costEstimateItem(\.id)?$/, '.costEstimateItemId').replace(/^(links\.\d+)\.(from|to)$/, '$1.$2Id');

export const schedules: Resolvers = {
  Query: {
    schedule: (_, { costEstimateId }, { rest }) =>
      rest.call(scheduleEndpoints.get, { params: { id: toId(costEstimateId) } }),
    schedulePreview: (_, { costEstimateId, changes }, { rest }) =>
      rest.call(scheduleEndpoints.preview, {
        params: { id: toId(costEstimateId) },
        body: toChanges(changes),
        fieldNames: scheduleField,
      }),
    monthlySchedule: (_, { costEstimateId, withBdi }, { rest }) =>
      rest.call(scheduleEndpoints.monthly, { params: { id: toId(costEstimateId) }, query: given({ withBdi }) }),
    proposedDaysOff: async (_, { costEstimateId, year, state }, { rest }) =>
      (
        await rest.call(scheduleEndpoints.proposals, {
          params: { id: toId(costEstimateId) },
          query: { year, ...(state != null && { state }) },
        })
      ).content,
  },
  Mutation: {
    saveSchedule: async (_, { costEstimateId, version, changes }, { rest }) => ({
      schedule: await rest.call(scheduleEndpoints.save, {
        params: { id: toId(costEstimateId) },
        body: { ...toChanges(changes), version },
        fieldNames: scheduleField,
      }),
    }),
  },
};
