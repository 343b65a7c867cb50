import {
  purchaseOverviewEndpoints,
  type PurchaseOverviewGroup as RestPurchaseOverviewGroup,
  type PurchaseOverviewLine as RestPurchaseOverviewLine,
  type PurchaseOverviewRequest as RestPurchaseOverviewRequest,
  type PurchaseOverviewRow as RestPurchaseOverviewRow,
  type PurchaseOverviewStage as RestPurchaseOverviewStage,
} from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import { orderStagesEndpoint } from '#schema/purchase/orders/orderStages.rest.ts';
import type { PurchaseOverviewFilter, Resolvers } from '../generated/resolvers.ts';
import { toId, toReference } from '../platform/ids.ts';
import { pick } from '../platform/lists.ts';

export type PurchaseOverviewRowParent = RestPurchaseOverviewRow;
export type PurchaseOverviewGroupParent = RestPurchaseOverviewGroup;
export type PurchaseOverviewStageParent = RestPurchaseOverviewStage;
export type PurchaseOverviewLineParent = RestPurchaseOverviewLine;
export type PurchaseOverviewRequestParent = RestPurchaseOverviewRequest;

const placeOf = ({ companyId, buildingId }: { companyId: string; buildingId: string }) => ({
  companyId: toId(companyId),
  id: toId(buildingId),
});

/** "-1" is what stands in none. */
const toIdOrNone = (id: string | null | undefined): number | undefined => {
  if (id === null || id === undefined) return undefined;
  return id === '-1' ? -1 : toId(id);
};

const toFilter = (filter: PurchaseOverviewFilter | null | undefined) => {
  const [group, stage] = [toIdOrNone(filter?.groupId), toIdOrNone(filter?.stageId)];
  return {
    ...pick(filter, ['search', 'moving', 'state']),
    ...(group !== undefined && { group }),
    ...(stage !== undefined && { stage }),
  };
};

interface LineArguments {
  productId?: string | null | undefined;
  stageId?: string | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
}

const toLineQuery = ({ productId, stageId, page, size }: LineArguments) => {
  const stage = toIdOrNone(stageId);
  return {
    ...pick({ page, size }, ['page', 'size']),
    ...(productId != null && { product: toId(productId) }),
    ...(stage !== undefined && { stage }),
  };
};

/** Overview of purchases by input, group and stage, and the stages of its lines. */
export const purchaseOverview: Resolvers = {
  Query: {
    purchaseOverview: (_, { filter, page, size, ...place }, { rest }) =>
      rest.call(purchaseOverviewEndpoints.rows, {
        params: placeOf(place),
        query: { ...pick({ page, size }, ['page', 'size']), ...toFilter(filter) },
      }),
    purchaseOverviewGroups: (_, { filter, ...place }, { rest }) =>
      rest.call(purchaseOverviewEndpoints.groups, { params: placeOf(place), query: toFilter(filter) }),
    purchaseOverviewStages: (_, place, { rest }) =>
      rest.call(purchaseOverviewEndpoints.stages, { params: placeOf(place) }),
    purchaseOverviewLines: (_, asked, { rest }) =>
      rest.call(purchaseOverviewEndpoints.lines, { params: placeOf(asked), query: toLineQuery(asked) }),
    purchaseOverviewRequests: (_, asked, { rest }) =>
      rest.call(purchaseOverviewEndpoints.requests, { params: placeOf(asked), query: toLineQuery(asked) }),
  },
  Mutation: {
    classifyOrderLines: async (_, { companyId, buildingId, lines }, { rest }) => {
      const { results } = await rest.call(orderStagesEndpoint, {
        params: { companyId: toId(companyId) },
        body: {
          building: { id: toId(buildingId) },
          lines: lines.map(({ id, costEstimateGroupId }) => ({
            id: toId(id),
            stage: toReference(costEstimateGroupId),
          })),
        },
        fieldNames: (path) =>
          path.replace(/\.stage(\.id)?$/, '.costEstimateGroupId').replace(/^building.*$/, 'buildingId'),
      });
      return results.map(({ lines: before, ...result }) => ({
        ...result,
        lines: before.map(({ id, stage }) => ({ id, costEstimateGroupId: stage?.id ?? null })),
      }));
    },
  },
  PurchaseOverviewStage: { stageId: ({ id }) => id },
  PurchaseOverviewLine: { lineId: ({ id }) => id },
  PurchaseOverviewRequest: { lineId: ({ id }) => id },
};
