import { FETCH_STAGE_REPORT_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, IsoDate, NamedReference, Nullable } from '../platform/shapes.ts';

/** Why a figure is null, or counts less than everything. */
export const OverviewGap = Type.Union([
  Type.Literal('COST_ESTIMATE', { description: 'The building has no cost estimate' }),
  Type.Literal('PRICE', { description: 'Its cost estimate has no value' }),
  Type.Literal('APPROVAL', { description: 'No cost estimate is approved: the newest one counts' }),
  Type.Literal('SCHEDULE', { description: 'There is no schedule, and so no planned value' }),
  Type.Literal('UNSCHEDULED', { description: 'A part of the cost estimate is not in the schedule' }),
  Type.Literal('MEASUREMENT', { description: 'Nothing was measured up to the day' }),
]);
export type OverviewGap = Static<typeof OverviewGap>;

/**
 * Values and indices of a building or a stage at a day (domain.md §5); null where a divisor is zero or a part is missing.
 * `committedValue` is what is ordered and not received yet, landed, as it stands now. `availableValue` = `estimateTotal` −
 * `actualValue` − `committedValue` (domain.md §4), null without estimate.
 */
const earnedValue = {
  estimateTotal: Nullable(Decimal),
  estimatedValue: Nullable(Decimal),
  measuredValue: Nullable(Decimal),
  actualValue: Decimal,
  committedValue: Decimal,
  availableValue: Nullable(Decimal),
  costVariance: Nullable(Decimal),
  scheduleVariance: Nullable(Decimal),
  cpi: Nullable(Decimal),
  spi: Nullable(Decimal),
  estimateAtCompletion: Nullable(Decimal),
  estimateToComplete: Nullable(Decimal),
  deviation: Nullable(Decimal),
  deviationPercentage: Nullable(Decimal),
};
export const EarnedValue = Type.Object(earnedValue);
export type EarnedValue = Static<typeof EarnedValue>;

/** A cost estimate that counts for its building: every approved one does, else the newest one. */
export const OverviewEstimate = Type.Object({
  id: Id,
  code: Type.String(),
  description: Type.String(),
  approved: Type.Boolean(),
});
export type OverviewEstimate = Static<typeof OverviewEstimate>;

const header = {
  building: NamedReference,
  lastMeasurementDate: Nullable(IsoDate),
  costEstimates: Type.Array(OverviewEstimate),
  gaps: Type.Array(OverviewGap),
};

/**
 * Estimated versus actual of a building at a day (§3). Estimated is the planned value; actual is the gross value of the
 * building's shares by competence date (domain.md §5), of which `withoutStage` has no stage.
 */
export const EstimatedVsActual = Type.Object({ ...header, ...earnedValue, withoutStage: Decimal });
export type EstimatedVsActual = Static<typeof EstimatedVsActual>;

/** A stage, in tree order; its values are those of everything in it. */
export const StageOverview = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String({ description: 'Code in the tree, e.g. "1.2.3"' }),
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0, description: 'Depth in the tree, 0 at the top' }),
  ...earnedValue,
});
export type StageOverview = Static<typeof StageOverview>;

/** Accumulated values on a day: the end of a month, or the day of the report. */
export const CurvePoint = Type.Object({
  date: IsoDate,
  estimatedValue: Nullable(Decimal),
  measuredValue: Nullable(Decimal),
  actualValue: Nullable(Decimal),
});
export type CurvePoint = Static<typeof CurvePoint>;

export const AppropriationsOverview = Type.Object({
  ...header,
  date: IsoDate,
  withBdi: Type.Boolean(),
  start: Nullable(IsoDate),
  finish: Nullable(IsoDate),
  projectedFinish: Nullable(IsoDate),
  unscheduledValue: Nullable(Decimal),
  total: EarnedValue,
  withoutStage: EarnedValue,
  sharesWithoutStage: Type.Integer({ description: 'Apportionments without a stage' }),
  openOrders: Type.Integer({ description: 'Orders that the committed value comes from' }),
  stages: Type.Array(StageOverview),
  curve: Type.Array(CurvePoint),
});
export type AppropriationsOverview = Static<typeof AppropriationsOverview>;

const withBdi = Type.Optional(
  Type.Boolean({ description: 'Estimated and measured values with BDI and discount; without them by default' }),
);
const day = { date: IsoDate, withBdi };

export const estimatedVsActualEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/estimated-vs-actual',
    summary: 'Estimated versus actual of a building on a day',
    replica: true,
    query: Type.Object({ buildingId: Id, ...day }),
    answer: EstimatedVsActual,
    failure: FETCH_STAGE_REPORT_FAILED,
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/estimated-vs-actual',
    summary: 'Estimated versus actual of every active building of a company',
    replica: true,
    params: Type.Object({ companyId: Id }),
    query: Type.Object(day),
    answer: Type.Object({ content: Type.Array(EstimatedVsActual) }),
    failure: FETCH_STAGE_REPORT_FAILED,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/buildings/:id/appropriations/overview',
    summary: 'Estimated, measured and actual values of a building by stage on a day',
    replica: true,
    params: Type.Object({ companyId: Id, id: Id }),
    // §7 names no query key: today by default.
    query: Type.Object({ ...day, date: Type.Optional(IsoDate) }),
    answer: AppropriationsOverview,
    failure: FETCH_STAGE_REPORT_FAILED,
  }),
};
