import { Type, type Static } from 'typebox';
import { TransactionType } from '../categories.rest.ts';
import {
  Decimal,
  Id,
  Instant,
  IsoDate,
  Name,
  NamedReference,
  Nullable,
  PositiveDecimal,
  Reference,
  Update,
  Version,
} from '../../platform/shapes.ts';

/** Models of transactions (domain.md §3; mock 10): what repeats, and the documents that a month would bring. */

export const RecurrenceKind = Type.Union([
  Type.Literal('MONTHLY'),
  Type.Literal('WEEKLY'),
  Type.Literal('YEARLY'),
  Type.Literal('ON_DEMAND', { description: 'No month brings it: a person uses it' }),
]);

const WorkingDayRule = Type.Union([Type.Literal('NEXT'), Type.Literal('PREVIOUS'), Type.Literal('KEEP')], {
  description: 'Where a due date on a weekend or a holiday goes',
});

const CompetenceRule = Type.Union(
  [
    Type.Literal('SAME', { description: 'The day on which the model falls' }),
    Type.Literal('PREVIOUS', { description: 'The last day of the month before, as of wages' }),
  ],
  { description: 'Competence date of its documents' },
);

const ValueRule = Type.Union([
  Type.Literal('FIXED'),
  Type.Literal('LAST', { description: 'Gross value of the last document' }),
  Type.Literal('MEAN', { description: 'Half-even mean of the last three' }),
  Type.Literal('TYPED', { description: 'Typed each time' }),
]);

const day = { minimum: 1, maximum: 31 };
const recurrence = {
  recurrence: RecurrenceKind,
  day: Nullable(
    Type.Integer({
      ...day,
      description: 'MONTHLY, YEARLY: day of the month, or number of its working day (at most 23)',
    }),
  ),
  workingDay: Type.Boolean({ description: 'MONTHLY: `day` counts working days' }),
  weekday: Nullable(Type.Integer({ minimum: 0, maximum: 6, description: 'WEEKLY: Sunday is 0' })),
  month: Nullable(Type.Integer({ minimum: 1, maximum: 12, description: 'YEARLY' })),
  workingDayRule: WorkingDayRule,
};

const share = {
  isCustomerCharged: Type.Boolean(),
  weight: Type.String({ description: 'Decimal as text: the values of a document are in proportion to the weights' }),
};

const ModelShare = Type.Object({
  building: NamedReference,
  costEstimateGroup: Nullable(NamedReference),
  ...share,
  percentage: Decimal,
});

/** A model. Shares of buildings that the user may not see are summed in `otherBuildingsWeight`. */
export const TransactionModel = Type.Object({
  id: Id,
  version: Version,
  type: TransactionType,
  name: Type.String(),
  documentNumber: Nullable(Type.String({ description: 'With its placeholders' })),
  description: Nullable(Type.String({ description: 'With its placeholders; null: the name of the model' })),
  ...recurrence,
  competence: CompetenceRule,
  valueRule: ValueRule,
  value: Nullable(Type.String({ description: 'Decimal as text: of FIXED alone' })),
  installmentCount: Type.Integer({ description: 'Monthly installments of each document' }),
  category: Nullable(NamedReference),
  partner: Nullable(NamedReference),
  expectedBank: Nullable(Type.Object({ id: Id, text: Type.String() })),
  preferredPaymentMethod: Nullable(Type.String()),
  transactionRecordBuildings: Type.Array(ModelShare),
  otherBuildingsWeight: Nullable(Decimal),
  company: NamedReference,
  paused: Type.Boolean(),
  documentCount: Type.Integer({ description: 'Documents that were made of it and are there' }),
  canChange: Type.Boolean({ description: 'True when the user has the permission on all of its buildings' }),
});
export type TransactionModel = Static<typeof TransactionModel>;

const MAX_SHARES = 100;

export const TransactionModelBody = Type.Object({
  type: TransactionType,
  name: Name(80),
  documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  recurrence: RecurrenceKind,
  day: Type.Optional(Nullable(Type.Integer(day))),
  workingDay: Type.Optional(Type.Boolean()),
  weekday: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 6 }))),
  month: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  workingDayRule: Type.Optional(WorkingDayRule),
  competence: Type.Optional(CompetenceRule),
  valueRule: ValueRule,
  value: Type.Optional(Nullable(PositiveDecimal)),
  installmentCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 360 })),
  category: Type.Optional(Nullable(Reference)),
  partner: Type.Optional(Nullable(Reference)),
  expectedBank: Type.Optional(Nullable(Reference)),
  preferredPaymentMethod: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  transactionRecordBuildings: Type.Optional(
    Type.Array(
      Type.Object({
        building: Reference,
        costEstimateGroup: Type.Optional(Nullable(Reference)),
        weight: PositiveDecimal,
        isCustomerCharged: Type.Optional(Type.Boolean()),
      }),
      { maxItems: MAX_SHARES },
    ),
  ),
});
export type TransactionModelBody = Static<typeof TransactionModelBody>;

export const TransactionModelUpdate = Update(TransactionModelBody);
export type TransactionModelUpdate = Static<typeof TransactionModelUpdate>;

export const TransactionModelTotals = Type.Object({
  all: Type.Integer(),
  monthly: Type.Integer({ description: 'Monthly ones that are not paused' }),
  others: Type.Integer({ description: 'Weekly and yearly ones that are not paused' }),
  onDemand: Type.Integer({ description: 'On demand, and not paused' }),
  paused: Type.Integer(),
});
export type TransactionModelTotals = Static<typeof TransactionModelTotals>;

export const Month = Type.String({
  pattern: '^(19|20|21)\\d{2}-(0[1-9]|1[0-2])$',
  description: 'Month YYYY-MM, of the years 1900 to 2199',
  'x-message': 'Informe um mês, como 2026-12.',
});

/** A document that takes the place of one that a model would bring. */
const ExistingDocument = Type.Object({
  id: Id,
  createdOn: IsoDate,
  made: Type.Boolean({
    description: 'Made of the same model for the same month; else of same partner, number and value',
  }),
});

/** What a model would bring: one document, with its placeholders resolved. */
export const ModelOccurrence = Type.Object({
  model: Type.Object({ id: Id, name: Type.String(), version: Version, type: TransactionType }),
  period: Type.String({
    format: 'date',
    description: 'First day of the month or of the week: with the model, the key',
  }),
  day: Type.String({ format: 'date', description: 'Day on which the model falls' }),
  dueDate: Type.String({
    format: 'date',
    description: 'That day, or the working day that it is moved to; of what exists its own',
  }),
  moved: Nullable(Type.String({ description: 'Why it is moved, in words' })),
  documentNumber: Nullable(Type.String()),
  description: Type.String(),
  competenceDate: IsoDate,
  partner: Nullable(NamedReference),
  value: Nullable(Type.String({ description: 'Decimal as text; null has to be typed' })),
  valueRule: ValueRule,
  valueSource: Nullable(Type.String({ description: 'Where the value comes from, in words' })),
  buildingCount: Type.Integer(),
  existing: Nullable(ExistingDocument),
  canCreate: Type.Boolean({ description: 'True when the user has the permission on all of its buildings' }),
});
export type ModelOccurrence = Static<typeof ModelOccurrence>;

const MonthSums = Type.Object({
  month: Month,
  documents: Type.Integer({ description: 'That would be created' }),
  expenses: Decimal,
  incomes: Decimal,
  unknown: Type.Integer({ description: 'Documents of them whose value has to be typed' }),
});
export type MonthSums = Static<typeof MonthSums>;

export const ModelPreview = Type.Object({
  month: Month,
  content: Type.Array(ModelOccurrence, { description: 'By due date' }),
  next: Type.Array(MonthSums, { description: 'The two months after it' }),
});
export type ModelPreview = Static<typeof ModelPreview>;

/** What a document of a model begins with, on a day. */
export const ModelDraft = Type.Object({
  model: Type.Object({ id: Id, name: Type.String(), version: Version, type: TransactionType }),
  number: Type.Integer({ description: '{parcela}' }),
  documentNumber: Nullable(Type.String()),
  description: Type.String(),
  dueDate: IsoDate,
  moved: Nullable(Type.String()),
  competenceDate: IsoDate,
  value: Nullable(Type.String({ description: 'Decimal as text; null has to be typed' })),
  valueSource: Nullable(Type.String()),
});
export type ModelDraft = Static<typeof ModelDraft>;

/** Documents of one command. */
const MAX_DOCUMENTS = 200;

export const ModelDocumentsBody = Type.Object({
  month: Month,
  documents: Type.Array(
    Type.Object({
      model: Type.Object({ id: Id, version: Type.Optional(Version) }),
      period: IsoDate,
      value: Type.Optional(Nullable(PositiveDecimal)),
    }),
    {
      minItems: 1,
      maxItems: MAX_DOCUMENTS,
      description: 'The documents to make, by model and period; without a value, that of the preview',
    },
  ),
});
export type ModelDocumentsBody = Static<typeof ModelDocumentsBody>;

const MadeDocument = Type.Object({
  id: Id,
  type: TransactionType,
  model: NamedReference,
  period: IsoDate,
  grossValue: Decimal,
});

export const ModelBatch = Type.Object({
  id: Nullable(Type.Integer({ description: 'Key for the undo; null when everything was there' })),
  created: Type.Array(MadeDocument),
  existing: Type.Array(MadeDocument, { description: 'Made of the same model for the same month before' }),
});
export type ModelBatch = Static<typeof ModelBatch>;

const KeptDocument = Type.Object({
  id: Id,
  type: TransactionType,
  model: NamedReference,
  reason: Type.String({ description: 'Why it stays, in words' }),
});

export const ModelBatchUndo = Type.Object({
  removed: Type.Array(Id),
  kept: Type.Array(KeptDocument),
});
export type ModelBatchUndo = Static<typeof ModelBatchUndo>;

/** Documents of one partner and category that look like a model. */
const similar = {
  type: TransactionType,
  partner: NamedReference,
  category: NamedReference,
  description: Type.String({ description: 'Of the last one; the name of the partner without' }),
  last: Type.Object({ id: Id, type: TransactionType }, { description: 'The last document' }),
};

export const ModelSuggestion = Type.Object({
  ...similar,
  dueDates: Type.Array(IsoDate, { description: 'Of the three documents, oldest first' }),
});
export type ModelSuggestion = Static<typeof ModelSuggestion>;

export const FrequentTransaction = Type.Object({ ...similar, count: Type.Integer(), value: Decimal });
export type FrequentTransaction = Static<typeof FrequentTransaction>;

export const DismissalBody = Type.Object({
  type: TransactionType,
  partner: Reference,
  category: Reference,
  dismissed: Type.Boolean({ description: 'False: proposed again' }),
});
export type DismissalBody = Static<typeof DismissalBody>;

const AdjustedModel = Type.Object({
  model: NamedReference,
  before: Decimal,
  after: Decimal,
  version: Version,
});

export const AdjustmentBody = Type.Object({
  percentage: Type.String({
    format: 'decimal',
    pattern: '^-?\\d{1,4}(\\.\\d{1,10})?$',
    description: 'Index in per cent, e.g. "4.87"',
    'x-message': 'Informe um percentual, como 4.87.',
  }),
  models: Type.Array(Type.Object({ id: Id, version: Type.Optional(Version) }), { minItems: 1, maxItems: 500 }),
});
export type AdjustmentBody = Static<typeof AdjustmentBody>;

export const ModelAdjustment = Type.Object({
  id: Id,
  percentage: Decimal,
  adjustedAt: Instant,
  models: Type.Array(AdjustedModel),
});
export type ModelAdjustment = Static<typeof ModelAdjustment>;

export const ModelAdjustmentUndo = Type.Object({
  restored: Type.Array(AdjustedModel, { description: '`before` and `after` of the undo' }),
  kept: Type.Array(Type.Object({ model: NamedReference, reason: Type.String() })),
});
export type ModelAdjustmentUndo = Static<typeof ModelAdjustmentUndo>;
