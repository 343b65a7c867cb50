import {
  type ReportEntry as RestEntry,
  type ReportFile as RestFile,
  type ReportParameters as RestParameters,
  type ReportPreview as RestPreview,
  reportEndpoints as endpoints,
  type SavedReport as RestSaved,
} from '#schema/reports/reports.rest.ts';
import type { ReportParametersInput, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';

export type ReportEntryParent = RestEntry;
export type ReportPreviewParent = RestPreview;
export type SavedReportParent = RestSaved;
export type ReportFileParent = RestFile;

const ofCompany = (companyId: string) => ({ companyId: toId(companyId) });

const toParameters = ({ from, to, regime, grouping, ...ids }: ReportParametersInput): RestParameters => ({
  from: from ?? undefined,
  to: to ?? undefined,
  regime: regime ?? undefined,
  grouping: grouping ?? undefined,
  buildingId: toOptionalId(ids.buildingId),
  walletId: toOptionalId(ids.walletId),
});

export const reports: Resolvers = {
  Query: {
    reportCatalogue: async (_, { companyId }, { rest }) =>
      (await rest.call(endpoints.catalogue, { params: ofCompany(companyId) })).content,
    reportPreview: (_, { companyId, report, parameters }, { rest }) =>
      rest.call(endpoints.preview, { params: { ...ofCompany(companyId), report }, query: toParameters(parameters) }),
    savedReports: async (_, { companyId }, { rest }) =>
      (await rest.call(endpoints.saved, { params: ofCompany(companyId) })).content,
    reportFiles: async (_, { companyId }, { rest }) =>
      (await rest.call(endpoints.files, { params: ofCompany(companyId) })).content,
  },
  Mutation: {
    setReportFavourite: (_, { companyId, report, favourite }, { rest }) =>
      rest.call(endpoints.favourite, { params: { ...ofCompany(companyId), report }, body: { favourite } }),
    saveReport: async (_, { companyId, input }, { rest }) => ({
      saved: await rest.call(endpoints.save, {
        params: ofCompany(companyId),
        body: {
          ...{ name: input.name, report: input.report, shared: input.shared },
          parameters: toParameters(input.parameters),
        },
      }),
    }),
    deleteSavedReport: async (_, { companyId, id }, { rest }) => {
      await rest.call(endpoints.forget, { params: { ...ofCompany(companyId), id: toId(id) } });
      return { id };
    },
    makeReportFile: async (_, { companyId, report, format, parameters }, { rest }) => ({
      file: await rest.call(endpoints.makeFile, {
        params: ofCompany(companyId),
        body: { report, format, parameters: toParameters(parameters) },
      }),
    }),
  },
  ReportPreview: {
    companyName: ({ company }) => company.name,
    companyTaxId: ({ company }) => company.taxId,
  },
  SavedReport: { createdByName: ({ createdBy }) => createdBy.name },
  ReportFile: { size: ({ size }) => (size === null ? null : String(size)) },
};
