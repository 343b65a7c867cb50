import { priceEndpoints } from '#schema/engineering/costEstimates/prices.rest.ts';
import { revisionEndpoints } from '#schema/engineering/costEstimates/revisions.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { toId, toOptionalId } from '../../platform/ids.ts';
import { keyOf, toEstimate } from './costEstimates.ts';

const toChoice = ({
  databaseId,
  keptResources,
}: {
  databaseId?: string | null | undefined;
  keptResources?: readonly string[] | null | undefined;
}) => {
  const database = toOptionalId(databaseId);
  return {
    ...(database !== undefined && { database }),
    ...(keptResources && { keptResources: keptResources.map(toId) }),
  };
};

/** The body of REST names a cost database, the arguments of GraphQL its key. */
const fieldNames = (path: string): string => (path === 'database' ? 'databaseId' : path);

const queries: Resolvers['Query'] = {
  costEstimatePriceUpdate: async (_, { databaseId, keptResources, ...key }, { rest }) => {
    const { id, rows, resources, ...preview } = await rest.call(priceEndpoints.preview, {
      params: keyOf(key),
      body: toChoice({ databaseId, keptResources }),
      fieldNames,
    });
    return {
      ...{ ...preview, costEstimateId: id },
      rows: rows.map(({ id: rowId, ...row }) => ({ ...row, rowId })),
      resources: resources.map(({ id: resourceId, ...resource }) => ({ ...resource, resourceId })),
    };
  },
  costEstimateRevisions: (_, key, { rest }) => rest.call(revisionEndpoints.list, { params: keyOf(key) }),
  costEstimateKeptRevision: async (_, { number, ...key }, { rest }) => {
    const { rows, ...revision } = await rest.call(revisionEndpoints.get, { params: { ...keyOf(key), number } });
    return { revision, rows: rows.map(({ id: rowId, ...row }) => ({ ...row, rowId })) };
  },
  costEstimateRevisionChanges: async (_, { first, second, ...key }, { rest }) => {
    const { rows, ...compared } = await rest.call(revisionEndpoints.compare, {
      params: keyOf(key),
      query: { ...(first != null && { first }), ...(second != null && { second }) },
    });
    return { ...compared, rows: rows.map(({ id: rowId, ...row }) => ({ ...row, rowId })) };
  },
  costEstimateAbc: async (_, { kind, cutA, cutB, ...key }, { rest }) => {
    const { rows, total } = await rest.call(revisionEndpoints.abc, {
      params: keyOf(key),
      query: { ...(kind && { kind }), ...(cutA != null && { cutA }), ...(cutB != null && { cutB }) },
    });
    return { total, rows: rows.map(({ id: itemId, ...row }) => ({ ...row, itemId })) };
  },
};

const mutations: Resolvers['Mutation'] = {
  updateCostEstimatePrices: async (_, { version, databaseId, keptResources, ...key }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(priceEndpoints.apply, {
        params: keyOf(key),
        body: { ...toChoice({ databaseId, keptResources }), version },
        fieldNames,
      }),
    ),
  }),
  undoCostEstimatePrices: async (_, { version, ...key }, { rest }) => ({
    costEstimate: toEstimate(await rest.call(priceEndpoints.undo, { params: keyOf(key), body: { version } })),
  }),
};

/** States of cost estimates: updates of prices, revisions and their comparison, curva ABC. */
export const estimateStates: Resolvers = { Query: queries, Mutation: mutations };
