import type {
  CostEstimate as RestCostEstimate,
  DetailBody,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { costEstimateEndpoints } from '#schema/engineering/costEstimates/endpoints.ts';
import { embeddedBuilding, toBuilding, type BuildingParent } from '../../financial/buildings.ts';
import { embeddedCompany, type CompanyParent } from '../../financial/companies.ts';
import { KNOWN_PARTNER, type PartnerParent } from '../../financial/partners.ts';
import { partnerLoader } from '../../financial/partners.loaders.ts';
import type {
  CostEstimateDetailInput,
  CostEstimateFilter,
  CostEstimateInput,
  CostEstimateTaskItemInput,
  Resolvers,
} from '../../generated/resolvers.ts';
import { embedded, wholeOf } from '../../platform/embedded.ts';
import { toId, toOptionalId, toReference } from '../../platform/ids.ts';
import { pick, toPageQuery } from '../../platform/lists.ts';
import { followLock } from './lock.stream.ts';

export interface CostEstimateParent extends Omit<RestCostEstimate, 'building' | 'company' | 'customer'> {
  company: CompanyParent;
  building: BuildingParent | null;
  customer: PartnerParent | null;
}

export const toEstimate = ({ building, ...estimate }: RestCostEstimate): CostEstimateParent => ({
  ...estimate,
  building: toBuilding(building, estimate.company),
});

const toFilter = (filter: CostEstimateFilter | null | undefined) => ({
  ...pick(filter, ['approved', 'fromAnotherSystem', 'search']),
  building: toOptionalId(filter?.buildingId),
  customer: toOptionalId(filter?.customerId),
});

interface Key {
  companyId: string;
  id: string;
}
export const keyOf = ({ companyId, id }: Key) => ({ companyId: toId(companyId), id: toId(id) });

/** The body of REST calls a reference by its row, the input of GraphQL by its key. */
const headerField = (path: string): string =>
  path.replace(/^building(\.id)?$/, 'buildingId').replace(/^customer(\.id)?$/, 'customerId');

const toHeader = ({ buildingId, customerId, bdis, defaultBdiIndex, discount, ...texts }: CostEstimateInput) => ({
  ...texts,
  building: { id: toId(buildingId) },
  ...(customerId !== undefined && { customer: toReference(customerId) }),
  ...(bdis && {
    bdis: bdis.map(({ id, name, percentage, parts }) => ({
      ...(id != null && { id: toId(id) }),
      name,
      ...(percentage != null && { percentage }),
      ...(parts && { parts: pick(parts, BDI_PARTS) }),
    })),
  }),
  ...(defaultBdiIndex !== undefined && { defaultBdiIndex }),
  ...(discount != null && { discount }),
});
const BDI_PARTS = ['administration', 'insurance', 'guarantee', 'risk', 'financial', 'profit', 'taxes'] as const;

/** A key that was left out stays so; null clears. */
export const keyIn = <Name extends string>(
  name: Name,
  id: string | null | undefined,
): { [K in Name]?: number | null } =>
  (id === undefined ? {} : { [name]: id === null ? null : toId(id) }) as { [K in Name]?: number | null };

const toItem = ({ id, resourceId, productId, taskId, quantity, unitPrice }: CostEstimateTaskItemInput) => ({
  ...(id != null && { id: toId(id) }),
  ...(resourceId != null && { resourceId: toId(resourceId) }),
  ...(productId != null && { productId: toId(productId) }),
  ...(taskId != null && { taskId: toId(taskId) }),
  quantity,
  ...(unitPrice !== undefined && { unitPrice }),
});

/** A row of a save: keys are numbers in REST; fields that were left out stay so. */
const toDetail = ({
  id,
  parentId,
  bdiId,
  productId,
  taskId,
  documentsTo,
  type,
  position,
  removed,
  documentsWithoutStage,
  items,
  fromRegister,
  ...texts
}: CostEstimateDetailInput): DetailBody => ({
  ...texts,
  ...(items && { items: items.map(toItem) }),
  ...(fromRegister != null && { fromRegister }),
  ...keyIn('id', id),
  ...keyIn('parentId', parentId),
  ...keyIn('bdiId', bdiId),
  ...keyIn('productId', productId),
  ...keyIn('taskId', taskId),
  ...keyIn('documentsTo', documentsTo),
  ...(type != null && { type }),
  ...(position != null && { position }),
  ...(removed != null && { removed }),
  ...(documentsWithoutStage != null && { documentsWithoutStage }),
});

const ofCustomer = embedded<'customer', PartnerParent>('customer', KNOWN_PARTNER, wholeOf(partnerLoader));

const queries: Resolvers['Query'] = {
  costEstimates: async (_, { companyId, filter, ...page }, { rest }) => {
    const query = { ...toPageQuery(page), ...toFilter(filter) };
    const answer = await rest.call(costEstimateEndpoints.list, { params: { companyId: toId(companyId) }, query });
    return { ...answer, content: answer.content.map(toEstimate) };
  },
  costEstimateTotals: (_, { companyId, filter }, { rest }) =>
    rest.call(costEstimateEndpoints.totals, { params: { companyId: toId(companyId) }, query: toFilter(filter) }),
  costEstimate: async (_, key, { rest }) =>
    toEstimate(await rest.call(costEstimateEndpoints.get, { params: keyOf(key) })),
  costEstimateDetails: (_, key, { rest }) => rest.call(costEstimateEndpoints.details, { params: keyOf(key) }),
  costEstimateTasks: (_, { page: number, size: rows, ...key }, { rest }) => {
    const { page, size } = toPageQuery({ page: number, size: rows });
    return rest.call(costEstimateEndpoints.tasks, { params: keyOf(key), query: { page, size } });
  },
  costEstimateTask: (_, { companyId, costEstimateId, id }, { rest }) =>
    rest.call(costEstimateEndpoints.task, {
      params: { ...keyOf({ companyId, id: costEstimateId }), resourceId: toId(id) },
    }),
  costEstimateSummary: (_, key, { rest }) => rest.call(costEstimateEndpoints.summary, { params: keyOf(key) }),
  productCostEstimates: (_, { id, ...paged }, { rest }) => {
    const { page, size } = toPageQuery(paged);
    return rest.call(costEstimateEndpoints.ofProduct, { params: { id: toId(id) }, query: { page, size } });
  },
  taskCostEstimates: (_, { id, ...paged }, { rest }) => {
    const { page, size } = toPageQuery(paged);
    return rest.call(costEstimateEndpoints.ofTask, { params: { id: toId(id) }, query: { page, size } });
  },
};

const mutations: Resolvers['Mutation'] = {
  createCostEstimate: async (_, { companyId, input }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(costEstimateEndpoints.create, {
        params: { companyId: toId(companyId) },
        body: toHeader(input),
        fieldNames: headerField,
      }),
    ),
  }),
  updateCostEstimate: async (_, { version, input, ...key }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(costEstimateEndpoints.updateById, {
        params: keyOf(key),
        body: { ...toHeader(input), version },
        fieldNames: headerField,
      }),
    ),
  }),
  approveCostEstimate: async (_, { version, approved, ...key }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(costEstimateEndpoints.approve, { params: keyOf(key), body: { approved, version } }),
    ),
  }),
  duplicateCostEstimate: async (_, { companyId, id, input }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(costEstimateEndpoints.create, {
        params: { companyId: toId(companyId) },
        body: { ...toHeader(input), duplicateFrom: toId(id) },
        fieldNames: headerField,
      }),
    ),
  }),
  deleteCostEstimate: async (_, key, { rest }) => {
    await rest.call(costEstimateEndpoints.remove, { params: keyOf(key) });
    return { id: key.id };
  },
  lockCostEstimate: async (_, { takeover, ...key }, { rest }) => ({
    costEstimate: toEstimate(
      await rest.call(costEstimateEndpoints.lock, {
        params: keyOf(key),
        query: takeover == null ? {} : { takeover },
      }),
    ),
  }),
  unlockCostEstimate: async (_, key, { rest }) => ({
    costEstimate: toEstimate(await rest.call(costEstimateEndpoints.unlock, { params: keyOf(key) })),
  }),
  saveCostEstimateDetails: async (_, { version, details, ...key }, { rest }) => {
    const saved = await rest.call(costEstimateEndpoints.saveDetails, {
      params: keyOf(key),
      query: { version },
      body: details.map(toDetail),
      fieldNames: (path) => (/^\d/.test(path) ? `details.${path}` : path),
    });
    return { ...saved, costEstimate: toEstimate(saved.costEstimate) };
  },
  saveCostEstimateTask: async (_, { version, items, resourceId, ...key }, { rest }) => {
    const saved = await rest.call(costEstimateEndpoints.saveTask, {
      params: { ...keyOf(key), resourceId: toId(resourceId) },
      body: { version, items: items.map(toItem) },
    });
    return { ...saved, costEstimate: toEstimate(saved.costEstimate) };
  },
  resetCostEstimateResource: async (_, { version, resourceId, ...key }, { rest }) => {
    const saved = await rest.call(costEstimateEndpoints.reset, {
      params: { ...keyOf(key), resourceId: toId(resourceId) },
      query: { version },
    });
    return { ...saved, costEstimate: toEstimate(saved.costEstimate) };
  },
};

/** Cost estimates: headers, rows, locks, and the tasks within them. */
export const costEstimates: Resolvers = {
  Query: queries,
  Mutation: mutations,
  Subscription: {
    costEstimateLock: {
      subscribe: (_, key, context) => followLock(context, keyOf(key)),
      resolve: (state: RestCostEstimate) => state,
    },
  },
  CostEstimate: {
    company: embeddedCompany,
    building: embeddedBuilding,
    customer: ofCustomer,
  },
};
