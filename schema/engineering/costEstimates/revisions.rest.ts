import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, NamedReference, Nullable } from '../../platform/shapes.ts';
import { CostEstimateDetail, ItemType } from './costEstimates.rest.ts';

const Signed = Type.String({ description: 'Decimal as text; below zero: less than before' });

const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** A kept state of a cost estimate. */
export const CostEstimateRevision = Type.Object({
  number: RevisionNumber,
  reason: Type.Union([
    Type.Literal('APPROVAL'),
    Type.Literal('BEFORE_PRICES'),
    Type.Literal('PRICES'),
    Type.Literal('AMENDMENT'),
    Type.Literal('AMENDMENT_UNDONE'),
  ]),
  createdAt: Instant,
  createdBy: Nullable(NamedReference),
  directTotal: Decimal,
  bdiTotal: Decimal,
  discount: Decimal,
  total: Decimal,
  itemCount: Type.Integer(),
  undoable: Type.Boolean({ description: 'An update of prices after which nothing was saved' }),
});
export type CostEstimateRevision = Static<typeof CostEstimateRevision>;

/** Row of a revision: as it was, with its figures and the BDI that applied. */
export const RevisionRow = Type.Object({
  ...Type.Pick(CostEstimateDetail, [
    ...(['id', 'type', 'code', 'level', 'description', 'unit', 'quantity', 'unitPrice'] as const),
    ...(['unitPriceWithBdi', 'directTotal', 'total'] as const),
  ]).properties,
  bdi: Nullable(Type.String({ description: 'Percent that applied; null: none' })),
  sourceCode: Nullable(Type.String()),
  source: Nullable(Type.String()),
});
export type RevisionRow = Static<typeof RevisionRow>;

const effects = {
  added: Signed,
  removed: Signed,
  quantity: Signed,
  price: Signed,
  bdi: Signed,
};

const side = {
  quantity: Nullable(Decimal),
  unitPrice: Nullable(Decimal),
  bdi: Nullable(Decimal),
};

/** A row that differs between two states. */
const ComparedRow = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('ADDED'), Type.Literal('REMOVED'), Type.Literal('CHANGED')]),
  type: ItemType,
  code: Type.String(),
  description: Type.String(),
  unit: Nullable(Type.String()),
  before: Nullable(Type.Object(side)),
  after: Nullable(Type.Object(side)),
  ...effects,
  difference: Signed,
});

/** Two states of a cost estimate, and the difference explained; the parts sum to it. */
export const RevisionComparison = Type.Object({
  first: Nullable(CostEstimateRevision),
  second: Nullable(CostEstimateRevision),
  firstTotal: Decimal,
  secondTotal: Decimal,
  ...effects,
  discount: Signed,
  difference: Signed,
  rows: Type.Array(ComparedRow),
});
export type RevisionComparison = Static<typeof RevisionComparison>;

export const AbcKind = Type.Union([Type.Literal('SERVICES'), Type.Literal('INPUTS')]);
export type AbcKind = Static<typeof AbcKind>;
const Cut = Type.Optional(
  Type.String({
    format: 'decimal',
    pattern: '^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$',
    description: 'Accumulated share in percent that closes the class',
    'x-message': 'Informe um percentual de 0 a 100.',
  }),
);

export const CostEstimateAbc = Type.Object({
  id: Id,
  total: Decimal,
  rows: Type.Array(
    Type.Object({
      id: Nullable(Type.Integer({ description: 'Row, or input; null: services without lines, typed' })),
      code: Type.String(),
      description: Type.String(),
      unit: Nullable(Type.String()),
      quantity: Nullable(Type.String({ description: 'Decimal as text, four places' })),
      unitPrice: Nullable(Decimal),
      total: Decimal,
      share: Nullable(Decimal),
      accumulated: Decimal,
      accumulatedShare: Nullable(Decimal),
      abcClass: Type.Union([Type.Literal('A'), Type.Literal('B'), Type.Literal('C')]),
    }),
  ),
});
export type CostEstimateAbc = Static<typeof CostEstimateAbc>;

const path = '/api/v1/engineering/company/:companyId/cost-estimate/:id';
const params = Type.Object({ companyId: Id, id: Id });
const failures = {
  all: 'Falha para buscar revisões do orçamento',
  abc: 'Falha para buscar curva ABC do orçamento',
};

export const revisionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${path}/revisions`,
    summary: 'Kept states of a cost estimate, the newest first',
    failure: failures.all,
    params,
    answer: Type.Object({ content: Type.Array(CostEstimateRevision) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/revisions/:number`,
    summary: 'One kept state with its rows',
    failure: failures.all,
    params: Type.Object({ companyId: Id, id: Id, number: RevisionNumber }),
    answer: Type.Object({ ...CostEstimateRevision.properties, rows: Type.Array(RevisionRow) }),
  }),
  compare: endpoint({
    method: 'GET',
    path: `${path}/revision-comparison`,
    summary: 'Two states of a cost estimate; a number that is left out is the state now',
    failure: failures.all,
    params,
    query: Type.Object({ first: Type.Optional(RevisionNumber), second: Type.Optional(RevisionNumber) }),
    answer: RevisionComparison,
  }),
  abc: endpoint({
    method: 'GET',
    path: `${path}/abc`,
    summary: 'Curva ABC of rows, or of inputs through all compositions',
    failure: failures.abc,
    params,
    query: Type.Object({ kind: Type.Optional(AbcKind), cutA: Cut, cutB: Cut }),
    answer: CostEstimateAbc,
  }),
};
