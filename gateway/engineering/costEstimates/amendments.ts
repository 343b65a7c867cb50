import {
  amendmentEndpoints,
  type AmendmentLineBody,
  type SavedAmendment,
} from '#schema/engineering/costEstimates/amendments.rest.ts';
import type {
  CostEstimateAmendmentInput,
  CostEstimateAmendmentLineInput,
  Resolvers,
} from '../../generated/resolvers.ts';
import { toId } from '../../platform/ids.ts';
import { keyIn, keyOf, toEstimate } from './costEstimates.ts';

/** The body of REST calls a row of the estimate `id`, the input of GraphQL `rowId`. */
const fieldNames = (path: string): string => path.replace(/^(lines\.\d+)\.id$/, '$1.rowId');

const toLine = ({
  rowId,
  parentId,
  bdiId,
  productId,
  taskId,
  ...texts
}: CostEstimateAmendmentLineInput): AmendmentLineBody => ({
  ...texts,
  ...(rowId != null && { id: toId(rowId) }),
  ...keyIn('parentId', parentId),
  ...keyIn('bdiId', bdiId),
  ...keyIn('productId', productId),
  ...keyIn('taskId', taskId),
});

const toBody = ({ date, reason, days, lines }: CostEstimateAmendmentInput) => ({
  ...{ date, reason, lines: lines.map(toLine) },
  ...(days != null && { days }),
});

const toPayload = ({ amendment, costEstimate }: SavedAmendment) => ({
  amendment,
  costEstimate: toEstimate(costEstimate),
});

interface Key {
  companyId: string;
  id: string;
  amendmentId: string;
}
const amendmentKey = ({ amendmentId, ...key }: Key) => ({ ...keyOf(key), amendmentId: toId(amendmentId) });

const queries: Resolvers['Query'] = {
  costEstimateAmendments: (_, key, { rest }) => rest.call(amendmentEndpoints.list, { params: keyOf(key) }),
  costEstimateAmendmentTree: async (_, key, { rest }) => {
    const { amendment, rows } = await rest.call(amendmentEndpoints.get, { params: amendmentKey(key) });
    return { amendment, rows: rows.map(({ id: rowId, ...row }) => ({ ...row, rowId })) };
  },
};

const mutations: Resolvers['Mutation'] = {
  createCostEstimateAmendment: async (_, { input, ...key }, { rest }) =>
    toPayload(await rest.call(amendmentEndpoints.create, { params: keyOf(key), body: toBody(input), fieldNames })),
  updateCostEstimateAmendment: async (_, { input, version, ...key }, { rest }) =>
    toPayload(
      await rest.call(amendmentEndpoints.update, {
        params: amendmentKey(key),
        body: { ...toBody(input), ...(version != null && { version }) },
        fieldNames,
      }),
    ),
  amendCostEstimateExcess: async (_, { measurementId, rowId, date, ...key }, { rest }) => {
    const { outcome, ...saved } = await rest.call(amendmentEndpoints.amendExcess, {
      params: keyOf(key),
      body: { measurementId: toId(measurementId), rowId: toId(rowId), date },
    });
    return { ...toPayload(saved), outcome };
  },
  setCostEstimateAmendmentStatus: async (_, { status, version, ...key }, { rest }) =>
    toPayload(
      await rest.call(amendmentEndpoints.setStatus, {
        params: amendmentKey(key),
        body: { status, ...(version != null && { version }) },
        fieldNames,
      }),
    ),
  deleteCostEstimateAmendment: (_, { version, ...key }, { rest }) =>
    rest.call(amendmentEndpoints.remove, {
      params: amendmentKey(key),
      query: version == null ? {} : { version },
    }),
};

/** Amendments (aditivos) of approved cost estimates. */
export const estimateAmendments: Resolvers = { Query: queries, Mutation: mutations };
