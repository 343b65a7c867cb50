import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import {
  Decimal,
  Id,
  IsoDate,
  listKeys,
  Name,
  Nullable,
  Page,
  PositiveDecimal,
  Version,
} from '../../platform/shapes.ts';

/** Limits of one schedule. */
export const MAX_ITEMS = 5_000;
export const MAX_LINKS = 10_000;
export const MAX_DAYS_OFF = 2_000;
export const MAX_DURATION = 3_650;
export const MAX_LAG = 730;

/** Which days are worked beside Monday to Friday (§3); `id` is that of the cost estimate. */
export const DaysOffSettings = Type.Object({
  id: Id,
  workOnSaturdays: Type.Boolean(),
  workOnSundays: Type.Boolean(),
  version: Version,
});
export type DaysOffSettings = Static<typeof DaysOffSettings>;

export const DayOffType = Type.Union([
  Type.Literal('NATIONAL_HOLIDAY'),
  Type.Literal('STATE_HOLIDAY'),
  Type.Literal('MUNICIPAL_HOLIDAY'),
  Type.Literal('OPTIONAL'),
  Type.Literal('RAIN'),
  Type.Literal('COLLECTIVE_LEAVE'),
  Type.Literal('OTHER'),
]);

/** Day on which nobody works (§3). */
export const DayOff = Type.Object({ id: Id, date: IsoDate, type: DayOffType, description: Type.String() });
export type DayOff = Static<typeof DayOff>;

/** Holiday that the schedule does not have yet: of the law, or a municipal one that the schedule of another obra has. */
const ProposedDayOff = Type.Object({
  ...{ date: IsoDate, type: DayOffType, description: Type.String() },
  building: Nullable(
    Type.String({ description: 'Obra of the company whose schedule has it; null: a holiday of the law' }),
  ),
});
export type ProposedDayOff = Static<typeof ProposedDayOff>;

export const ConstraintType = Type.Union([
  Type.Literal('START_ON'),
  Type.Literal('START_NOT_AFTER'),
  Type.Literal('FINISH_ON'),
  Type.Literal('FINISH_NOT_BEFORE'),
  Type.Literal('FINISH_NOT_AFTER'),
]);
const Constraint = Type.Object({ type: ConstraintType, date: IsoDate });
const Duration = Type.Integer({ minimum: 0, maximum: MAX_DURATION, description: 'Working days; 0 for a milestone' });

/**
 * Row of a cost estimate in time (§3), with the dates that the plan gives it. Floats are working days; a negative total
 * float is a date that cannot be kept.
 */
export const ScheduleItem = Type.Object({
  id: Id,
  costEstimateItem: Type.Object({ id: Id, code: Type.String(), description: Type.String() }),
  milestone: Nullable(Type.String({ description: 'Name of a milestone under the stage costEstimateItem' })),
  startDate: IsoDate,
  endDate: IsoDate,
  duration: Duration,
  notBefore: Nullable(Type.String({ format: 'date', description: 'Start that was typed; links only move it later' })),
  constraint: Nullable(Constraint),
  percentComplete: Decimal,
  startedOn: Nullable(Type.String({ format: 'date', description: 'It has begun, and links no longer move it' })),
  latestStart: IsoDate,
  latestFinish: IsoDate,
  totalFloat: Type.Integer(),
  freeFloat: Type.Integer(),
  critical: Type.Boolean(),
});
export type ScheduleItem = Static<typeof ScheduleItem>;

export const LinkType = Type.Union([Type.Literal('FS'), Type.Literal('SS'), Type.Literal('FF'), Type.Literal('SF')]);
export const LagUnit = Type.Union([Type.Literal('WORKING'), Type.Literal('CALENDAR')]);
const Lag = Type.Integer({ minimum: -MAX_LAG, maximum: MAX_LAG, description: 'Days; a negative lag is a lead' });

/** Dependency between two items: finish to start, start to start, finish to finish, start to finish. */
export const ScheduleLink = Type.Object({ id: Id, from: Id, to: Id, type: LinkType, lag: Lag, lagUnit: LagUnit });
export type ScheduleLink = Static<typeof ScheduleLink>;

/** Schedule of a cost estimate; `id` is that of the cost estimate. */
export const Schedule = Type.Object({
  ...DaysOffSettings.properties,
  startsOn: Nullable(
    Type.String({ format: 'date', description: 'Start of items without another date; null while nothing is planned' }),
  ),
  daysOff: Type.Array(DayOff),
  items: Type.Array(ScheduleItem),
  links: Type.Array(ScheduleLink),
  startDate: Nullable(IsoDate),
  endDate: Nullable(IsoDate),
});
export type Schedule = Static<typeof Schedule>;

/** A body that says nothing changes nothing, and is no change. */
const SOMETHING = { minProperties: 1, 'x-message': 'Informe o que muda.' };

const itemFields = {
  startDate: Type.Optional(
    Nullable(Type.String({ format: 'date', description: 'Not before this day; null: as soon as possible' })),
  ),
  endDate: Type.Optional(Nullable(Type.String({ format: 'date', description: 'Sets the duration' }))),
  duration: Type.Optional(Duration),
  constraint: Type.Optional(Nullable(Constraint)),
  percentComplete: Type.Optional(PositiveDecimal),
  startedOn: Type.Optional(Nullable(IsoDate)),
  milestone: Type.Optional(Nullable(Name(120))),
};
const EstimateItem = Type.Object({ id: Id });

/** A new item: a row of the cost estimate, or a milestone under one of its stages. */
export const ScheduleItemBody = Type.Object({ ...itemFields, costEstimateItem: EstimateItem });
export type ScheduleItemBody = Static<typeof ScheduleItemBody>;
/** A changed item; what is left out stays as it is. */
const ScheduleItemUpdate = Type.Object({ ...itemFields, version: Type.Optional(Version) }, SOMETHING);

const key = Type.String({ minLength: 1, maxLength: 60 });
const DayOffBody = Type.Object({ date: IsoDate, type: DayOffType, description: Name(120) });
const linkFields = { type: Type.Optional(LinkType), lag: Type.Optional(Lag), lagUnit: Type.Optional(LagUnit) };

/** An item to make (`costEstimateItem`, `key`), to change or to remove (`id`). */
const ItemChange = Type.Object({
  ...itemFields,
  id: Type.Optional(Id),
  key: Type.Optional(key),
  costEstimateItem: Type.Optional(EstimateItem),
  removed: Type.Optional(Type.Boolean()),
});
export type ItemChange = Static<typeof ItemChange>;
/** A link to make, to change or to remove; a new item is named by its key. */
const LinkChange = Type.Object({
  ...linkFields,
  id: Type.Optional(Id),
  from: Type.Optional(Id),
  fromKey: Type.Optional(key),
  to: Type.Optional(Id),
  toKey: Type.Optional(key),
  removed: Type.Optional(Type.Boolean()),
});
export type LinkChange = Static<typeof LinkChange>;
/** A day off to make, or to remove by its id. */
const DayOffChange = Type.Object({
  id: Type.Optional(Id),
  date: Type.Optional(IsoDate),
  type: Type.Optional(DayOffType),
  description: Type.Optional(Name(120)),
  removed: Type.Optional(Type.Boolean()),
});
export type DayOffChange = Static<typeof DayOffChange>;

/** What a change of a schedule may say, besides its version. */
export const scheduleChangeFields = {
  startsOn: Type.Optional(Type.String({ format: 'date', description: 'Start of items that have no other date' })),
  workOnSaturdays: Type.Optional(Type.Boolean()),
  workOnSundays: Type.Optional(Type.Boolean()),
  daysOff: Type.Optional(Type.Array(DayOffChange, { maxItems: MAX_DAYS_OFF })),
  items: Type.Optional(Type.Array(ItemChange, { maxItems: MAX_ITEMS })),
  links: Type.Optional(Type.Array(LinkChange, { maxItems: MAX_LINKS })),
};
/** Changes of a schedule, made together or not at all; what is not named stays. */
export const ScheduleChanges = Type.Object({ ...scheduleChangeFields, version: Type.Optional(Version) }, SOMETHING);
export type ScheduleChanges = Static<typeof ScheduleChanges>;

/** What changes would move. */
export const SchedulePreview = Type.Object({
  moved: Type.Array(
    Type.Object({
      id: Id,
      costEstimateItem: ScheduleItem.properties.costEstimateItem,
      milestone: ScheduleItem.properties.milestone,
      before: Type.Object({ startDate: IsoDate, endDate: IsoDate }),
      after: Type.Object({ startDate: IsoDate, endDate: IsoDate }),
    }),
  ),
  endBefore: Nullable(IsoDate),
  endAfter: Nullable(IsoDate),
});
export type SchedulePreview = Static<typeof SchedulePreview>;

/**
 * Physical-financial schedule: what the plan does in each month, at the prices with or without BDI. A value is spread evenly over the
 * working days of its item; months of a stage and what is not scheduled sum to its total, to the cent.
 */
export const MonthlySchedule = Type.Object({
  id: Id,
  total: Decimal,
  unscheduled: Type.String({ description: 'Decimal as text: total of rows without an item' }),
  months: Type.Array(
    Type.Object({
      month: Type.String({ format: 'date', description: 'First day of the month' }),
      value: Decimal,
      accumulated: Decimal,
      percentage: Nullable(Type.String({ description: 'Of the total, two places half-even; null where that is 0' })),
      accumulatedPercentage: Nullable(Decimal),
    }),
  ),
  stages: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      description: Type.String(),
      total: Decimal,
      unscheduled: Decimal,
      values: Type.Array(Decimal, { description: 'By month, in the order of `months`' }),
    }),
    { description: 'Rows at the top of the cost estimate' },
  ),
});
export type MonthlySchedule = Static<typeof MonthlySchedule>;

const failures = {
  fetch: 'Falha para buscar cronograma',
  save: 'Falha para salvar cronograma',
  daysOff: 'Falha para buscar dias de folga',
  export: 'Falha para exportar cronograma',
};
const path = '/api/v1/engineering/cost-estimates/:id';
const params = Type.Object({ id: Id });
const withBdi = Type.Object({
  withBdi: Type.Optional(Type.Boolean({ description: 'At the prices with BDI where it is left out' })),
});
const versionKey = Type.Object({ version: Type.Optional(Version) });

export const scheduleEndpoints = {
  get: endpoint({
    method: 'GET',
    path: `${path}/schedule`,
    summary: 'Schedule of a cost estimate',
    failure: failures.fetch,
    params,
    answer: Schedule,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/schedule`,
    summary: 'Changes settings, days off, items and links together, and plans anew',
    failure: failures.save,
    params,
    body: ScheduleChanges,
    bodyBytes: 8 * 1024 * 1024,
    answer: Schedule,
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}/schedule/preview`,
    summary: 'What changes would move, without making them',
    failure: failures.fetch,
    params,
    body: Type.Object(scheduleChangeFields),
    bodyBytes: 8 * 1024 * 1024,
    answer: SchedulePreview,
  }),
  monthly: endpoint({
    method: 'GET',
    path: `${path}/schedule/monthly`,
    summary: 'Physical-financial schedule: what the plan does in each month',
    failure: failures.fetch,
    replica: true,
    params,
    query: withBdi,
    answer: MonthlySchedule,
  }),
  monthlyFile: endpoint({
    method: 'GET',
    path: `${path}/schedule/monthly/file`,
    summary: 'Physical-financial schedule as a file: XLSX with its sums as formulas, or PDF with the S curve',
    failure: failures.export,
    replica: true,
    params,
    query: Type.Object({
      ...withBdi.properties,
      format: Type.Union([Type.Literal('XLSX'), Type.Literal('PDF')]),
    }),
    answer: Type.Unknown(),
    bare: true,
  }),
  settings: endpoint({
    method: 'GET',
    path: `${path}/days-off-settings`,
    summary: 'Whether Saturdays and Sundays are worked',
    failure: failures.daysOff,
    params,
    answer: DaysOffSettings,
  }),
  saveSettings: endpoint({
    method: 'POST',
    path: `${path}/days-off-settings`,
    summary: 'Sets whether Saturdays and Sundays are worked, and plans anew; `id` is that of the cost estimate (§5)',
    failure: failures.save,
    params,
    body: Type.Object({
      id: Id,
      workOnSaturdays: Type.Boolean(),
      workOnSundays: Type.Boolean(),
      version: Type.Optional(Version),
    }),
    answer: DaysOffSettings,
  }),
  daysOff: endpoint({
    method: 'GET',
    path: `${path}/days-off`,
    summary: 'Days off by date',
    failure: failures.daysOff,
    params,
    query: Type.Object({
      page: listKeys.page,
      size: listKeys.size,
      from: Type.Optional(IsoDate),
      to: Type.Optional(Type.String({ format: 'date', description: 'Included' })),
      type: Type.Optional(DayOffType),
    }),
    answer: Page(DayOff),
  }),
  proposals: endpoint({
    method: 'GET',
    path: `${path}/days-off/proposals`,
    summary:
      'National and state holidays of a year, and municipal ones of other obras, that the schedule does not have',
    failure: failures.daysOff,
    params,
    query: Type.Object({
      year: Type.Integer({ minimum: 1900, maximum: 2099 }),
      state: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'UF, such as SP' })),
    }),
    answer: Type.Object({ content: Type.Array(ProposedDayOff) }),
  }),
  createDayOff: endpoint({
    method: 'POST',
    path: `${path}/days-off`,
    summary: 'Adds a day off, and plans anew',
    failure: failures.save,
    params,
    body: DayOffBody,
    answer: DayOff,
  }),
  removeDayOff: endpoint({
    method: 'DELETE',
    path: `${path}/days-off/:dayOffId`,
    summary: 'Makes a day off a working day again, and plans anew',
    failure: failures.save,
    params: Type.Object({ id: Id, dayOffId: Id }),
    answer: Type.Object({ id: Id }),
  }),
  items: endpoint({
    method: 'GET',
    path: `${path}/schedule-items`,
    summary: 'Items of the schedule in the order of the cost estimate',
    failure: failures.fetch,
    params,
    answer: Type.Object({ content: Type.Array(ScheduleItem) }),
  }),
  createItem: endpoint({
    method: 'POST',
    path: `${path}/schedule-items`,
    summary: 'Puts a row of the cost estimate into the schedule, or a milestone under a stage; plans anew',
    failure: failures.save,
    params,
    query: versionKey,
    body: ScheduleItemBody,
    answer: ScheduleItem,
  }),
  updateItem: endpoint({
    method: 'PUT',
    path: `${path}/schedule-items/:scheduleItemId`,
    summary: 'Changes an item, and plans anew; what is left out stays as it is',
    failure: failures.save,
    params: Type.Object({ id: Id, scheduleItemId: Id }),
    body: ScheduleItemUpdate,
    echo: ScheduleItem,
    answer: ScheduleItem,
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: `${path}/schedule-items/:scheduleItemId`,
    summary: 'Takes an item and its links out of the schedule, and plans anew',
    failure: failures.save,
    params: Type.Object({ id: Id, scheduleItemId: Id }),
    answer: Type.Object({ id: Id }),
  }),
};
