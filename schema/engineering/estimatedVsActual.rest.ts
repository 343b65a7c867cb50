import { FETCH_STAGE_REPORT_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, IsoDate, NamedReference, Nullable } from '../platform/shapes.ts';

/**
 * Estimated versus actual of a building at a day (§3). Actual is the gross value of the building's shares by competence
 * date (domain.md §5), of which `withoutStage` has no stage. Estimated and measured values are null without a priced
 * estimate or measurement.
 */
export const EstimatedVsActual = Type.Object({
  building: NamedReference,
  lastMeasurementDate: Nullable(IsoDate),
  estimatedValue: Nullable(Decimal),
  measuredValue: Nullable(Decimal),
  actualValue: Decimal,
  withoutStage: Decimal,
});
export type EstimatedVsActual = Static<typeof EstimatedVsActual>;

export const estimatedVsActualEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/estimated-vs-actual',
    summary: 'Estimated versus actual of a building on a day',
    query: Type.Object({ buildingId: Id, date: IsoDate }),
    answer: EstimatedVsActual,
    failure: FETCH_STAGE_REPORT_FAILED,
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/estimated-vs-actual',
    summary: 'Estimated versus actual of every active building of a company',
    params: Type.Object({ companyId: Id }),
    query: Type.Object({ date: IsoDate }),
    answer: Type.Object({ content: Type.Array(EstimatedVsActual) }),
    failure: FETCH_STAGE_REPORT_FAILED,
  }),
};
