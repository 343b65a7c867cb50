import {
  privacyEndpoints as endpoints,
  type DataView,
  type PersonalExport,
} from '#schema/security/privacy/privacy.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { toId, toOptionalId } from '../../platform/ids.ts';
import { pick } from '../../platform/lists.ts';

export type PersonalExportParent = PersonalExport;
export type DataViewParent = DataView;

/** What is kept of people. */
export const privacy: Resolvers = {
  Query: {
    myData: (_, _args, { rest }) => rest.call(endpoints.myData, {}),
    anonymisations: async (_, _args, { rest }) => (await rest.call(endpoints.anonymisations, {})).content,
    dataViews: (_, { page, size, partnerId, userId }, { rest }) =>
      rest.call(endpoints.dataViews, {
        query: { page, size, partnerId: toOptionalId(partnerId), userId: toOptionalId(userId) },
      }),
    dataRetention: (_, _args, { rest }) => rest.call(endpoints.retention, {}),
  },
  PersonalExport: {
    link: ({ id, readyAt }) => (readyAt === null ? null : `/api/v1/security/my-data/exports/${id}/file`),
  },
  DataView: {
    partnerId: ({ partner }) => partner.id,
    partnerName: ({ partner }) => partner.name,
    partnerType: ({ partner }) => partner.type,
  },
  Mutation: {
    exportMyData: async (_, _args, { rest }) => ({ export: await rest.call(endpoints.exportMyData, {}) }),
    requestAnonymisation: async (_, { userId }, { rest }) => ({
      anonymisation: await rest.call(endpoints.requestAnonymisation, {
        body: { user: { id: toId(userId) } },
        fieldNames: (path) => (path.startsWith('user') ? 'userId' : path),
      }),
    }),
    decideAnonymisation: async (_, { id, outcome }, { rest }) => ({
      anonymisation: await rest.call(endpoints.decideAnonymisation, { params: { id: toId(id) }, body: { outcome } }),
    }),
    updateDataRetention: async (_, { input }, { rest }) => ({
      retention: await rest.call(endpoints.setRetention, { body: pick(input, ['accessMonths', 'messageMonths']) }),
    }),
  },
};
