import {
  type ReportRecipient as RestRecipient,
  type ReportSchedule as RestSchedule,
  type ScheduleBody,
  reportScheduleEndpoints as endpoints,
  type ScheduleRun as RestRun,
} from '#schema/reports/schedules.rest.ts';
import type { ReportScheduleInput, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';

export type ReportRecipientParent = RestRecipient;
export type ReportScheduleParent = RestSchedule;
export type ReportScheduleRunParent = RestRun;

const ofRow = ({ companyId, id }: { companyId: string; id: string }) => ({
  companyId: toId(companyId),
  id: toId(id),
});

const toBody = ({ parameters, userIds, formats, addresses, ...input }: ReportScheduleInput): ScheduleBody => ({
  ...input,
  formats: [...formats],
  addresses: [...addresses],
  userIds: userIds.map(toId),
  parameters: {
    buildingId: toOptionalId(parameters.buildingId),
    walletId: toOptionalId(parameters.walletId),
    regime: parameters.regime ?? undefined,
    grouping: parameters.grouping ?? undefined,
  },
});

/** Reports that are sent by mail (docs/decisions/0090). */
export const reportSchedules: Resolvers = {
  Query: {
    reportRecipients: async (_, { companyId, report }, { rest }) =>
      (await rest.call(endpoints.recipients, { params: { companyId: toId(companyId), report } })).content,
    reportSchedules: async (_, { companyId }, { rest }) =>
      (await rest.call(endpoints.list, { params: { companyId: toId(companyId) } })).content,
    reportScheduleRuns: async (_, args, { rest }) => (await rest.call(endpoints.runs, { params: ofRow(args) })).content,
  },
  Mutation: {
    createReportSchedule: async (_, { companyId, input }, { rest }) => ({
      schedule: await rest.call(endpoints.create, { params: { companyId: toId(companyId) }, body: toBody(input) }),
    }),
    updateReportSchedule: async (_, { input, ...args }, { rest }) => ({
      schedule: await rest.call(endpoints.update, { params: ofRow(args), body: toBody(input) }),
    }),
    setReportScheduleActive: async (_, { active, ...args }, { rest }) => ({
      schedule: await rest.call(endpoints.setActive, { params: ofRow(args), body: { active } }),
    }),
    testReportSchedule: async (_, args, { rest }) => ({
      schedule: await rest.call(endpoints.test, { params: ofRow(args) }),
    }),
    deleteReportSchedule: async (_, args, { rest }) => {
      await rest.call(endpoints.remove, { params: ofRow(args) });
      return { id: args.id };
    },
    leaveReportSchedule: async (_, args, { rest }) => {
      await rest.call(endpoints.leave, { params: ofRow(args) });
      return { id: args.id };
    },
  },
  ReportSchedule: { createdByName: ({ createdBy }) => createdBy.name },
};
