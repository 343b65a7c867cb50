import { Type, type Static } from 'typebox';
import { Decimal, Id, Instant, IsoDate, NamedReference, Nullable, Version } from '../../platform/shapes.ts';

/** Limits of one sheet and of one call. */
export const MAX_LINES = 5_000;
export const MAX_PHOTOS = 300;

/** Whose measurement it is: the customer's, at the prices of the cost estimate, or that of a contractor. */
export const ContractKind = Type.Union([Type.Literal('CONTRACTOR'), Type.Literal('CUSTOMER')]);
/** Being filled in, sent for checking, or closed. */
export const MeasurementStatus = Type.Union([Type.Literal('OPEN'), Type.Literal('REVIEW'), Type.Literal('CLOSED')]);
export type MeasurementStatus = Static<typeof MeasurementStatus>;

/** Document that a measurement or a release made; status as in the list of its kind. */
const MadeDocument = Type.Object({
  id: Id,
  type: Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')]),
  status: Type.Union([Type.Literal('OPEN'), Type.Literal('PARTIAL'), Type.Literal('PAID')]),
});

const EstimateOfMeasurement = Type.Object({ id: Id, code: Type.String(), description: Type.String() });
const NullablePercentage = Nullable(
  Type.String({ description: 'Of the contracted value, two places; null where it is 0' }),
);

/** A measurement without its rows. Figures of a closed one are those stored when it was closed. */
export const Measurement = Type.Object({
  id: Id,
  contractId: Id,
  kind: ContractKind,
  number: Type.Integer({ minimum: 1, description: 'Within its contract' }),
  companyId: Id,
  building: NamedReference,
  costEstimate: EstimateOfMeasurement,
  partner: Nullable(NamedReference),
  periodStart: IsoDate,
  periodEnd: IsoDate,
  status: MeasurementStatus,
  contractedValue: Decimal,
  previousValue: Decimal,
  periodValue: Decimal,
  accumulatedValue: Decimal,
  balanceValue: Decimal,
  previousPercentage: NullablePercentage,
  periodPercentage: NullablePercentage,
  percentage: NullablePercentage,
  excessValue: Type.String({ description: 'Decimal as text: measured above the contract' }),
  unresolved: Type.Integer({ description: 'Lines that keep it from being closed' }),
  retentionPercentage: Decimal,
  retentionValue: Decimal,
  netValue: Type.String({ description: 'Decimal as text: period less retention' }),
  dueDate: Type.String({ format: 'date', description: 'Of its document; proposed until it is closed' }),
  transaction: Nullable(MadeDocument),
  photoCount: Type.Integer(),
  reviewRequestedAt: Nullable(Instant),
  reviewRequestedBy: Nullable(NamedReference),
  closedAt: Nullable(Instant),
  closedBy: Nullable(NamedReference),
  updatedAt: Instant,
  updatedBy: Nullable(NamedReference),
  isLast: Type.Boolean({ description: 'The last one of its contract' }),
  canReopen: Type.Boolean({ description: 'Closed, the last one, and nothing of its document is paid' }),
  version: Version,
});
export type Measurement = Static<typeof Measurement>;

/** Line as it is stored; version 0 where nothing was typed in this measurement. */
export const MeasurementLine = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Row of the cost estimate' }),
  accumulated: Type.String({ description: 'Decimal as text, four places: accumulated quantity' }),
  excessConfirmed: Type.Boolean(),
  reason: Nullable(Type.String()),
  version: Type.Integer({ minimum: 0 }),
  updatedAt: Nullable(Instant),
  updatedBy: Nullable(NamedReference),
});
export type MeasurementLine = Static<typeof MeasurementLine>;

/** Row of a sheet in the order of the tree: a stage, or a line with what is measured of it. */
export const MeasurementRow = Type.Object({
  ...MeasurementLine.properties,
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0 }),
  group: Type.Boolean({ description: 'A stage; what follows the unit is null or 0 for it' }),
  code: Type.String(),
  description: Type.String(),
  unit: Nullable(Type.String()),
  quantity: Nullable(Decimal),
  unitPrice: Nullable(
    Type.String({ description: 'Decimal as text: with BDI for the customer, else the contractor’s' }),
  ),
  total: Nullable(Type.String({ description: 'Decimal as text: contracted value' })),
  amendmentQuantity: Nullable(
    Type.String({
      description: 'Decimal as text: what amendments add to the quantity, which contains it; null: nothing',
    }),
  ),
  previous: Type.String({ description: 'Decimal as text: accumulated quantity of the measurement before' }),
  previousValue: Nullable(Type.String({ description: 'Decimal as text: its value as stored; null where none is' })),
  photoCount: Type.Integer(),
});
export type MeasurementRow = Static<typeof MeasurementRow>;

export const MeasurementSheet = Type.Object({ measurement: Measurement, rows: Type.Array(MeasurementRow) });
export type MeasurementSheet = Static<typeof MeasurementSheet>;

/** Release of what was kept back (caução). */
export const RetentionRelease = Type.Object({
  id: Id,
  value: Decimal,
  dueDate: IsoDate,
  transaction: MadeDocument,
  canUndo: Type.Boolean({ description: 'Nothing of its document is paid' }),
});
export type RetentionRelease = Static<typeof RetentionRelease>;

const LatestMeasurement = Type.Object({
  id: Id,
  number: Type.Integer(),
  status: MeasurementStatus,
  periodEnd: IsoDate,
});

/** One side of the measurements of a cost estimate. */
export const MeasurementContract = Type.Object({
  id: Id,
  costEstimateId: Id,
  kind: ContractKind,
  partner: Nullable(NamedReference),
  category: Nullable(NamedReference),
  retentionPercentage: Decimal,
  paymentDays: Type.Integer({ minimum: 0, maximum: 365, description: 'From the end of a period to the due date' }),
  contractedValue: Decimal,
  lines: Type.Array(Type.Object({ id: Id, quantity: Decimal, unitPrice: Decimal }), {
    description: 'Of a contractor: rows of the cost estimate at his quantities and prices; empty for the customer',
  }),
  latest: Nullable(LatestMeasurement),
  measurementCount: Type.Integer(),
  retained: Type.String({ description: 'Decimal as text: kept back by closed measurements and not released' }),
  releases: Type.Array(RetentionRelease),
  version: Version,
});
export type MeasurementContract = Static<typeof MeasurementContract>;

const OptionalReference = Type.Optional(Nullable(Type.Object({ id: Id })));
const Quantity = Type.String({
  format: 'decimal',
  pattern: '^\\d{1,13}(\\.\\d{1,4})?$',
  description: 'Decimal as text, zero or more, up to four places',
  'x-message': 'Informe um valor maior ou igual a zero, com até 4 casas.',
});
const RetentionPercentage = Type.String({
  format: 'decimal',
  pattern: '^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$',
  description: 'Decimal as text, 0 to 100, two places',
  'x-message': 'Informe um percentual de 0 a 100, com até 2 casas.',
});
const ContractLine = Type.Object({ id: Id, quantity: Quantity, unitPrice: Quantity });

const contractFields = {
  partner: OptionalReference,
  category: OptionalReference,
  retentionPercentage: Type.Optional(RetentionPercentage),
  paymentDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  lines: Type.Optional(Type.Array(ContractLine, { maxItems: MAX_LINES })),
};
export const ContractBody = Type.Object({ kind: ContractKind, ...contractFields });
export type ContractBody = Static<typeof ContractBody>;
/** A body that says nothing changes nothing, and is no change. */
const SOMETHING = { minProperties: 1, 'x-message': 'Informe o que muda.' };

export const ContractUpdate = Type.Object({ ...contractFields, version: Type.Optional(Version) }, SOMETHING);
export type ContractUpdate = Static<typeof ContractUpdate>;

/** Without a start, the day after the measurement before; without one, the first day of the month of the end. */
export const MeasurementBody = Type.Object({ periodStart: Type.Optional(IsoDate), periodEnd: IsoDate });
export type MeasurementBody = Static<typeof MeasurementBody>;
export const MeasurementUpdate = Type.Object(
  { periodStart: Type.Optional(IsoDate), periodEnd: Type.Optional(IsoDate), version: Type.Optional(Version) },
  SOMETHING,
);
export type MeasurementUpdate = Static<typeof MeasurementUpdate>;

/** What was typed for a line; `version` is that of the line, 0 where nothing was typed before. */
const LineChange = Type.Object({
  id: Id,
  accumulated: Quantity,
  excessConfirmed: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});
export type LineChange = Static<typeof LineChange>;
export const LinesBody = Type.Object({ lines: Type.Array(LineChange, { minItems: 1, maxItems: MAX_LINES }) });

/** Lines that somebody else had changed are told as they are now, and the rest is stored. */
export const SavedLines = Type.Object({
  measurement: Measurement,
  saved: Type.Array(MeasurementLine),
  conflicts: Type.Array(MeasurementLine),
});
export type SavedLines = Static<typeof SavedLines>;

/** REVIEW sends it for checking, CLOSED closes it, OPEN takes either back. */
export const StatusBody = Type.Object({
  status: MeasurementStatus,
  dueDate: Type.Optional(Type.String({ format: 'date', description: 'Of the document that closing makes' })),
  version: Type.Optional(Version),
});
export type StatusBody = Static<typeof StatusBody>;

export const MeasurementChange = Type.Object({
  id: Id,
  at: Instant,
  action: Type.String({ description: 'create, update, lines, review, resume, close, reopen, attach, detach' }),
  user: Nullable(NamedReference),
  lines: Type.Integer({ description: 'Of lines: how many were changed' }),
});
export type MeasurementChange = Static<typeof MeasurementChange>;

/** Photo of a line; its content is answered by the path of the photo. */
export const MeasurementPhoto = Type.Object({
  id: Id,
  measurementId: Id,
  rowId: Type.Integer({ minimum: 1, description: 'Row of the cost estimate' }),
  name: Type.String(),
  mediaType: Type.String(),
  size: Type.Integer(),
  takenAt: Nullable(Instant),
  latitude: Nullable(Decimal),
  longitude: Nullable(Decimal),
  createdAt: Instant,
  createdBy: Nullable(NamedReference),
  path: Type.String({ description: 'REST path of its content' }),
});
export type MeasurementPhoto = Static<typeof MeasurementPhoto>;

/** Without a value, everything that is kept back. */
export const ReleaseBody = Type.Object({
  value: Type.Optional(Type.String({ ...Decimal, pattern: '^\\d{1,13}(\\.\\d{1,2})?$' })),
  dueDate: IsoDate,
});
export type ReleaseBody = Static<typeof ReleaseBody>;

/** Where the user is: a line, or none. */
export const PresenceBody = Type.Object({ rowId: Nullable(Id) });
export type PresenceBody = Static<typeof PresenceBody>;

/** Somebody else who has a measurement open, and the line where that one is. */
export const MeasurementPresence = Type.Object({
  user: NamedReference,
  rowId: Nullable(Type.Integer({ minimum: 1, description: 'Row of the cost estimate; null: at no line' })),
});
export type MeasurementPresence = Static<typeof MeasurementPresence>;

/** Counts of the views of the list, and sums of what the filter leaves. */
export const MeasurementTotals = Type.Object({
  all: Type.Integer(),
  open: Type.Integer(),
  review: Type.Integer(),
  closed: Type.Integer(),
  periodValue: Decimal,
  retentionValue: Decimal,
});
export type MeasurementTotals = Static<typeof MeasurementTotals>;
