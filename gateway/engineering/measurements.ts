import { bulletinEndpoints } from '#schema/engineering/measurements/bulletins.rest.ts';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import type {
  Measurement,
  MeasurementContract,
  MeasurementLine,
  MeasurementPhoto,
  MeasurementRow,
} from '#schema/engineering/measurements/measurements.rest.ts';
import type {
  MeasurementContractInput,
  MeasurementFilter,
  MeasurementLineInput,
  Resolvers,
} from '../generated/resolvers.ts';
import { toId, toOptionalId, toReference } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';

export type MeasurementParent = Measurement;
export type MeasurementRowParent = MeasurementRow;
export type MeasurementLineParent = MeasurementLine;
export type MeasurementPhotoParent = MeasurementPhoto;
export type MeasurementContractParent = MeasurementContract;

const toFilter = (filter: MeasurementFilter | null | undefined) => ({
  ...pick(filter, ['kind', 'status', 'search']),
  building: toOptionalId(filter?.buildingId),
  costEstimate: toOptionalId(filter?.costEstimateId),
  contract: toOptionalId(filter?.contractId),
  transaction: toOptionalId(filter?.transactionId),
});

const toContract = ({ partnerId, categoryId, lines, ...terms }: MeasurementContractInput) => ({
  ...pick(terms, ['retentionPercentage', 'paymentDays']),
  ...(partnerId !== undefined && { partner: toReference(partnerId) }),
  ...(categoryId !== undefined && { category: toReference(categoryId) }),
  ...(lines && { lines: lines.map(({ id, ...line }) => ({ id: toId(id), ...line })) }),
});

/** The body of REST calls a reference by its row, the input of GraphQL by its key. */
const contractField = (path: string): string =>
  path.replace(/^partner(\.id)?$/, 'partnerId').replace(/^category(\.id)?$/, 'categoryId');

const toLine = ({ id, accumulated, reason, ...rest }: MeasurementLineInput) => ({
  id: toId(id),
  accumulated,
  ...(reason !== undefined && { reason }),
  ...pick(rest, ['excessConfirmed', 'version']),
});

const versionQuery = (version: number | null | undefined) => (version == null ? {} : { version });

const mutations: Resolvers['Mutation'] = {
  createMeasurement: async (_, { contractId, periodStart, periodEnd }, { rest }) => ({
    measurement: await rest.call(measurementEndpoints.create, {
      params: { contractId: toId(contractId) },
      body: { ...(periodStart != null && { periodStart }), periodEnd },
    }),
  }),
  updateMeasurement: async (_, { measurementId, version, ...period }, { rest }) => ({
    measurement: await rest.call(measurementEndpoints.update, {
      params: { measurementId: toId(measurementId) },
      body: { version, ...pick(period, ['periodStart', 'periodEnd']) },
    }),
  }),
  deleteMeasurement: (_, { measurementId, version }, { rest }) =>
    rest.call(measurementEndpoints.remove, {
      params: { measurementId: toId(measurementId) },
      query: versionQuery(version),
    }),
  saveMeasurementLines: (_, { measurementId, lines }, { rest }) =>
    rest.call(measurementEndpoints.saveLines, {
      params: { measurementId: toId(measurementId) },
      body: { lines: lines.map(toLine) },
    }),
  tellMeasurementPresence: (_, { measurementId, rowId }, { rest }) =>
    rest.call(measurementEndpoints.presence, {
      params: { measurementId: toId(measurementId) },
      body: { rowId: rowId == null ? null : toId(rowId) },
    }),
  setMeasurementStatus: async (_, { measurementId, version, status, dueDate }, { rest }) => ({
    measurement: await rest.call(measurementEndpoints.setStatus, {
      params: { measurementId: toId(measurementId) },
      body: { version, status, ...(dueDate != null && { dueDate }) },
    }),
  }),
  deleteMeasurementPhoto: (_, { measurementId, photoId }, { rest }) =>
    rest.call(measurementEndpoints.removePhoto, {
      params: { measurementId: toId(measurementId), photoId: toId(photoId) },
    }),
};

const contractMutations: Resolvers['Mutation'] = {
  createMeasurementContract: async (_, { costEstimateId, kind, input }, { rest }) => ({
    contract: await rest.call(measurementEndpoints.createContract, {
      params: { id: toId(costEstimateId) },
      body: { kind, ...toContract(input) },
      fieldNames: contractField,
    }),
  }),
  updateMeasurementContract: async (_, { contractId, version, input }, { rest }) => ({
    contract: await rest.call(measurementEndpoints.updateContract, {
      params: { contractId: toId(contractId) },
      body: { version, ...toContract(input) },
      fieldNames: contractField,
    }),
  }),
  deleteMeasurementContract: (_, { contractId, version }, { rest }) =>
    rest.call(measurementEndpoints.removeContract, {
      params: { contractId: toId(contractId) },
      query: versionQuery(version),
    }),
  releaseRetention: async (_, { contractId, value, dueDate }, { rest }) => ({
    contract: await rest.call(measurementEndpoints.release, {
      params: { contractId: toId(contractId) },
      body: { ...(value != null && { value }), dueDate },
    }),
  }),
  undoRetentionRelease: async (_, { contractId, releaseId }, { rest }) => ({
    contract: await rest.call(measurementEndpoints.undoRelease, {
      params: { contractId: toId(contractId), releaseId: toId(releaseId) },
    }),
  }),
};

export const measurements: Resolvers = {
  Query: {
    measurements: (_, { companyId, page, size, sort, filter }, { rest }) =>
      rest.call(measurementEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery({ page, size, sort }), ...toFilter(filter) },
      }),
    measurementTotals: (_, { companyId, filter }, { rest }) =>
      rest.call(measurementEndpoints.totals, { params: { companyId: toId(companyId) }, query: toFilter(filter) }),
    measurementContracts: async (_, { costEstimateId }, { rest }) =>
      (await rest.call(measurementEndpoints.contracts, { params: { id: toId(costEstimateId) } })).content,
    measurementRows: (_, { measurementId }, { rest }) =>
      rest.call(measurementEndpoints.get, { params: { measurementId: toId(measurementId) } }),
    measurementHistory: (_, { measurementId, page, size }, { rest }) =>
      rest.call(measurementEndpoints.history, {
        params: { measurementId: toId(measurementId) },
        query: toPageQuery({ page, size }),
      }),
    measurementPhotos: async (_, { measurementId }, { rest }) =>
      (await rest.call(measurementEndpoints.photos, { params: { measurementId: toId(measurementId) } })).content,
    measurementBulletin: (_, { measurementId }, { rest }) =>
      rest.call(bulletinEndpoints.state, { params: { measurementId: toId(measurementId) } }),
  },
  Mutation: { ...mutations, ...contractMutations },
};
