import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, IsoDate, Name, Nullable } from '../../platform/shapes.ts';

/** Most baselines of one schedule. */
export const MAX_BASELINES = 50;

/** Baseline of a schedule: dates, quantities and values as they were planned when it was saved. */
export const ScheduleBaseline = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  startDate: IsoDate,
  endDate: IsoDate,
  total: Type.String({ description: 'Decimal as text: value of what was scheduled, with BDI' }),
});
export type ScheduleBaseline = Static<typeof ScheduleBaseline>;

const Planned = Type.Object({
  startDate: IsoDate,
  endDate: IsoDate,
  duration: Type.Integer({ description: 'Working days' }),
  quantity: Nullable(Decimal),
  value: Decimal,
});
const Shift = Nullable(
  Type.Integer({ description: 'Working days, later where positive; null where the item is in one of the two only' }),
);

/** What has changed from a baseline to the plan, or to another baseline. */
export const ScheduleComparison = Type.Object({
  items: Type.Array(
    Type.Object({
      costEstimateItem: Type.Object({ id: Id, code: Type.String(), description: Type.String() }),
      milestone: Nullable(Type.String()),
      before: Nullable(Planned),
      after: Nullable(Planned),
      startShift: Shift,
      endShift: Shift,
    }),
  ),
  months: Type.Array(
    Type.Object({
      month: Type.String({ format: 'date', description: 'First day of the month' }),
      before: Decimal,
      after: Decimal,
      moved: Type.String({ description: 'Decimal as text: after − before' }),
    }),
  ),
  endBefore: Nullable(IsoDate),
  endAfter: Nullable(IsoDate),
  endShift: Shift,
});
export type ScheduleComparison = Static<typeof ScheduleComparison>;

const failures = {
  fetch: 'Falha para buscar linhas de base',
  save: 'Falha para salvar linha de base',
  remove: 'Falha para excluir linha de base',
};
const path = '/api/v1/engineering/cost-estimates/:id/schedule-baselines';
const params = Type.Object({ id: Id });
const one = Type.Object({ id: Id, baselineId: Id });

export const baselineEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Baselines of a schedule, the newest one first',
    failure: failures.fetch,
    params,
    answer: Type.Object({ content: Type.Array(ScheduleBaseline) }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Keeps dates, quantities and values as they are planned now',
    failure: failures.save,
    params,
    body: Type.Object({ name: Name(80) }),
    answer: ScheduleBaseline,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:baselineId`,
    summary: 'Deletes a baseline; the schedule stays as it is',
    failure: failures.remove,
    params: one,
    answer: Type.Object({ id: Id }),
  }),
  comparison: endpoint({
    method: 'GET',
    path: `${path}/:baselineId/comparison`,
    summary: 'What has changed from a baseline to the plan, or to the baseline `otherBaselineId`',
    failure: failures.fetch,
    params: one,
    query: Type.Object({ otherBaselineId: Type.Optional(Id) }),
    answer: ScheduleComparison,
  }),
};
