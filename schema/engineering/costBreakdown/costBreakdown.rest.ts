import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, IsoDate, NamedReference, Nullable, Reference } from '../../platform/shapes.ts';
import { OverviewEstimate } from '../estimatedVsActual.rest.ts';

const FAILURE = 'Falha para buscar etapas por categoria';

const Regime = Type.Union([Type.Literal('CASH'), Type.Literal('ACCRUAL')], {
  description: 'ACCRUAL (competência) counts expenses by their competence date, CASH (caixa) what is paid of them',
});

/**
 * Amounts of a cell or a row. Estimated: approved cost estimates with their amendments, without BDI; committed: ordered and
 * not yet received, landed, as it stands now; actual: gross shares of expenses up to the day.
 */
const amounts = {
  estimated: Type.Union([Decimal, Type.Null()], {
    description:
      'Null without an approved estimate, and in cells of a stage whose estimate cannot be split by category',
  }),
  committed: Decimal,
  actual: Decimal,
};

/** A column of the matrix; a category of null holds expenses and orders without one. */
export const BreakdownColumn = Type.Object({ category: Nullable(NamedReference), ...amounts });
export type BreakdownColumn = Static<typeof BreakdownColumn>;

/** One cell that is not empty. */
export const BreakdownCell = Type.Object({ categoryId: Nullable(Id), ...amounts });
export type BreakdownCell = Static<typeof BreakdownCell>;

/** A stage with everything in it. */
export const BreakdownStage = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  parentId: Nullable(Id),
  level: Type.Integer(),
  split: Type.Boolean({ description: 'Its estimate is split by category' }),
  ...amounts,
  cells: Type.Array(BreakdownCell),
});
export type BreakdownStage = Static<typeof BreakdownStage>;

const InputKind = Type.Union([Type.Literal('GROUP'), Type.Literal('WITHOUT_GROUP'), Type.Literal('WITHOUT_INPUT')], {
  description:
    'GROUP: inputs of a product group; WITHOUT_GROUP: inputs without one; WITHOUT_INPUT: what is made of no input, as typed services',
});

/** Inputs of the estimate by product group, and the category that they belong to. */
export const BreakdownInput = Type.Object({
  kind: InputKind,
  group: Nullable(Type.Object({ id: Id, code: Type.String(), name: Type.String() })),
  estimated: Decimal,
  category: Nullable(NamedReference),
  inherited: Type.Boolean({ description: 'The category is that of a group above' }),
});
export type BreakdownInput = Static<typeof BreakdownInput>;

/** Stages of a building by category of expense, on a day. */
export const CostBreakdown = Type.Object({
  building: NamedReference,
  regime: Regime,
  date: IsoDate,
  costEstimates: Type.Array(OverviewEstimate, { description: 'Approved ones' }),
  columns: Type.Array(BreakdownColumn, {
    description: 'The largest first; they sum to `total`, but for estimates that are not split',
  }),
  stages: Type.Array(BreakdownStage),
  withoutStage: Type.Object({ ...amounts, cells: Type.Array(BreakdownCell) }),
  sharesWithoutStage: Type.Integer({
    description: 'Shares of expenses without a stage, by competence date up to the day',
  }),
  total: Type.Object({ ...amounts, balance: Nullable(Decimal) }),
  unsplit: Type.Union([Decimal, Type.Null()], { description: 'Part of the estimate whose inputs have no category' }),
  inputs: Type.Array(BreakdownInput),
});
export type CostBreakdown = Static<typeof CostBreakdown>;

/** Categories of inputs of the account; null: none. */
export const InputCategoriesBody = Type.Object({
  items: Type.Array(
    Type.Object({ kind: InputKind, group: Type.Optional(Nullable(Reference)), category: Nullable(Reference) }),
    { minItems: 1, maxItems: 500 },
  ),
});
export type InputCategoriesBody = Static<typeof InputCategoriesBody>;

const path = '/api/v1/engineering/companies/:companyId/buildings/:id/cost-breakdown';
const params = Type.Object({ companyId: Id, id: Id });
const query = { regime: Type.Optional(Regime), date: Type.Optional(IsoDate) };

export const costBreakdownEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'Stages of a building by category: estimated, committed and actual up to a day, today without it',
    replica: true,
    params,
    query: Type.Object(query),
    answer: CostBreakdown,
    failure: FAILURE,
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/file`,
    summary: 'The same as PDF (landscape), XLSX (totals are formulas) or CSV',
    replica: true,
    params,
    query: Type.Object({
      ...query,
      format: Type.Union([Type.Literal('PDF'), Type.Literal('XLSX'), Type.Literal('CSV')]),
    }),
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para exportar etapas por categoria',
  }),
  classifyInputs: endpoint({
    method: 'PUT',
    path: '/api/v1/engineering/input-categories',
    summary: 'Says which category of expense the inputs of product groups belong to, for all estimates of the account',
    body: InputCategoriesBody,
    answer: Type.Object({ items: Type.Integer({ description: 'Number of categories that changed' }) }),
    failure: 'Falha para salvar categorias dos insumos',
  }),
};
