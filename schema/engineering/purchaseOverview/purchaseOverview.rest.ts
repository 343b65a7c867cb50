import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, IsoDate, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';
import { OverviewEstimate } from '../estimatedVsActual.rest.ts';

/** Quantity in the unit of the product, and value: landed, with its share of freight, IPI and discount (domain.md §4). */
const Amount = Type.Object({
  /** Four places; null where quantities do not add up. */
  quantity: Nullable(Decimal),
  value: Decimal,
});

/**
 * Amounts of one input, group or stage. Estimated: approved cost estimates, else the newest one, with their amendments,
 * exploded through compositions. Requested: lines of quotes that were sent and led to no order, unless closed; at reference
 * prices, lines without one at nothing, and lines in words not at all. Ordered: live lines of all orders. Received is the part of it that came, at prices of the
 * order; invoiced the same quantity at the prices and charges of its notas; paid the paid share of invoiced.
 * Balance = estimated − ordered; below zero it is exceeded.
 */
const amounts = {
  estimated: Amount,
  requested: Amount,
  ordered: Amount,
  received: Amount,
  invoiced: Amount,
  paid: Amount,
  balance: Amount,
};

/** By quantity; by value of what has none. Exceeded: more is ordered than estimated; complete: all of it is ordered. */
const PurchaseState = Type.Union([
  Type.Literal('OPEN'),
  Type.Literal('COMPLETE'),
  Type.Literal('EXCEEDED'),
  Type.Literal('OUTSIDE', { description: 'Requested or ordered, and not estimated ("Fora do orçamento")' }),
]);

const OverviewUnit = Type.Object({ id: Id, acronyms: Type.String() });
const OverviewGroup = Type.Object({ id: Id, code: Type.String(), name: Type.String() });

/** An input of a building. Without a product: typed services without composition, which have a value and no quantity. */
export const PurchaseOverviewRow = Type.Object({
  product: Nullable(Type.Object({ id: Id, code: Type.String(), name: Type.String() })),
  productType: Nullable(NamedReference),
  /** Product group; null: without a group. */
  group: Nullable(OverviewGroup),
  unit: Nullable(OverviewUnit),
  /** Unit that it is bought in, where that is another one. */
  purchaseUnit: Nullable(OverviewUnit),
  /** Units in one purchase unit. */
  purchaseFactor: Nullable(Decimal),
  ...amounts,
  /** Where it is ordered most often in this building, else where most of it is estimated. */
  suggestedStage: Nullable(NamedReference),
  state: PurchaseState,
  /** First start of a schedule item that uses it, less the lead time of the product. */
  buyUntil: Nullable(IsoDate),
  late: Type.Boolean({ description: 'The day to buy is over, and quantity is left to order' }),
});
export type PurchaseOverviewRow = Static<typeof PurchaseOverviewRow>;

/** Inputs of one product group. */
export const PurchaseOverviewGroup = Type.Object({
  /** Null: without a group. */
  group: Nullable(OverviewGroup),
  outside: Type.Boolean({ description: 'Sums of what is outside the estimate, of all groups' }),
  count: Type.Integer(),
  ...amounts,
});
export type PurchaseOverviewGroup = Static<typeof PurchaseOverviewGroup>;

/** A stage with everything in it. */
export const PurchaseOverviewStage = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String({ description: 'Code in the tree, e.g. "1.2.3"' }),
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0, description: 'Depth in the tree, 0 at the top' }),
  ...amounts,
  /** Ordered in percent of estimated, one place; null without an estimate. */
  percentage: Nullable(Decimal),
});
export type PurchaseOverviewStage = Static<typeof PurchaseOverviewStage>;

/** A line of an order as the overview counts it: what the figures are made of. */
export const PurchaseOverviewLine = Type.Object({
  id: Id,
  order: Type.Object({ id: Id, document: Type.String(), date: IsoDate, deliveryDate: Nullable(IsoDate) }),
  supplier: NamedReference,
  product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  stage: Nullable(NamedReference),
  /** Of a line without a stage: the one that its product has most often in this building. */
  suggestedStage: Nullable(NamedReference),
  ordered: Amount,
  received: Amount,
  invoiced: Amount,
  paid: Amount,
  documentNumbers: Type.Array(Type.String(), { description: 'Notas that brought it' }),
  expenseId: Nullable(Id),
});
export type PurchaseOverviewLine = Static<typeof PurchaseOverviewLine>;

/** A line of a quote that was sent and is open: what the requested figures are made of. */
export const PurchaseOverviewRequest = Type.Object({
  id: Id,
  quote: Type.Object({ id: Id, document: Type.String(), title: Type.String(), deadline: Instant }),
  product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  stage: Nullable(NamedReference),
  requested: Amount,
});
export type PurchaseOverviewRequest = Static<typeof PurchaseOverviewRequest>;

/** What a whole building has, with the cost estimates that count for it. */
const header = {
  building: NamedReference,
  costEstimates: Type.Array(OverviewEstimate),
  scheduled: Type.Boolean({ description: 'The estimate has a schedule, so that days to buy are known' }),
  totals: Type.Object({ ...amounts, count: Type.Integer(), open: Type.Integer(), exceeded: Type.Integer() }),
};

const ofBuilding = Type.Object({ companyId: Id, id: Id });
const path = '/api/v1/engineering/company/:companyId/building/:id/purchase-overview';

const filters = {
  search: listKeys.search,
  group: Type.Optional(
    Type.Integer({ minimum: -1, description: 'Product group with all groups in it; −1: without a group' }),
  ),
  stage: Type.Optional(Type.Integer({ minimum: -1, description: 'What stands in this stage directly; −1: in none' })),
  moving: Type.Optional(
    Type.Boolean({ description: 'True: only what was requested, was ordered or is left to order' }),
  ),
  state: Type.Optional(PurchaseState),
};

const ofLines = Type.Object({
  page: listKeys.page,
  size: listKeys.size,
  product: Type.Optional(Id),
  stage: filters.stage,
});

/** Overview of purchases of a building (§7; domain.md §4; mocks 21). Figures are read on one snapshot and sum up exactly. */
export const purchaseOverviewEndpoints = {
  rows: endpoint({
    method: 'GET',
    path,
    summary: 'Purchases of a building by input, in the order of groups and codes',
    replica: true,
    params: ofBuilding,
    query: Type.Object({ page: listKeys.page, size: listKeys.size, ...filters }),
    answer: Page(PurchaseOverviewRow),
  }),
  groups: endpoint({
    method: 'GET',
    path: `${path}/groups`,
    summary: 'Purchases of a building by product group, and its totals',
    replica: true,
    params: ofBuilding,
    query: Type.Object(filters),
    answer: Type.Object({ ...header, content: Type.Array(PurchaseOverviewGroup) }),
  }),
  stages: endpoint({
    method: 'GET',
    path: `${path}/stages`,
    summary: 'Purchases of a building by stage; the totals are those by input',
    replica: true,
    params: ofBuilding,
    answer: Type.Object({
      ...header,
      content: Type.Array(PurchaseOverviewStage, { description: 'In tree order' }),
      withoutStage: Type.Object({
        ...amounts,
        orders: Type.Integer({ description: 'Orders with live lines without a stage' }),
      }),
    }),
  }),
  lines: endpoint({
    method: 'GET',
    path: `${path}/lines`,
    summary: 'Live lines of orders that the figures are made of, the newest order first',
    replica: true,
    params: ofBuilding,
    query: ofLines,
    answer: Page(PurchaseOverviewLine),
  }),
  requests: endpoint({
    method: 'GET',
    path: `${path}/requests`,
    summary: 'Lines of open quotes that the requested figures are made of, the newest quote first',
    replica: true,
    params: ofBuilding,
    query: ofLines,
    answer: Page(PurchaseOverviewRequest),
  }),
};
