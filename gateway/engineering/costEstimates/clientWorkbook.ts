import {
  clientWorkbookEndpoints,
  type ClientCheck,
  type ClientWorkbook,
} from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { keyOf } from './costEstimates.ts';

const toCheck = ({ missing, ...check }: ClientCheck) => ({
  ...check,
  missing: missing.map(({ id: detailId, ...row }) => ({ ...row, detailId })),
});

const toWorkbook = ({ id: costEstimateId, check, ...workbook }: ClientWorkbook) => ({
  ...workbook,
  costEstimateId,
  check: check && toCheck(check),
});

const queries: Resolvers['Query'] = {
  costEstimateClientWorkbook: async (_, key, { rest }) =>
    toWorkbook(await rest.call(clientWorkbookEndpoints.get, { params: keyOf(key) })),
  costEstimateClientWorkbookPreview: async (_, { layout, ...key }, { rest }) =>
    toCheck(await rest.call(clientWorkbookEndpoints.preview, { params: keyOf(key), body: { layout } })),
};

const mutations: Resolvers['Mutation'] = {
  confirmCostEstimateClientWorkbook: async (_, { layout, version, fill, withPrices, ...key }, { rest }) => ({
    clientWorkbook: toWorkbook(
      await rest.call(clientWorkbookEndpoints.confirm, {
        params: keyOf(key),
        body: {
          layout,
          ...(version != null && { version }),
          ...(fill != null && { fill }),
          ...(withPrices != null && { withPrices }),
        },
      }),
    ),
  }),
  removeCostEstimateClientWorkbook: async (_, key, { rest }) => {
    const { id } = await rest.call(clientWorkbookEndpoints.remove, { params: keyOf(key) });
    return { costEstimateId: id };
  },
};

/** The client's workbook of a cost estimate. */
export const clientWorkbook: Resolvers = { Query: queries, Mutation: mutations };
