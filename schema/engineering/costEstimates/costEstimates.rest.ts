import { Type, type Static, type TProperties } from 'typebox';
import {
  Decimal,
  Id,
  Instant,
  IsoDate,
  Name,
  NamedReference,
  Nullable,
  PositiveDecimal,
  Version,
} from '../../platform/shapes.ts';
import { MAX_LINES } from '#domain/engineering/composition.ts';
import { CostDatabaseName } from '../tasks/tasks.rest.ts';

/** Rows of a page of cost estimates (§9); those from another system come in larger pages. */
export const MAX_PAGE = 1_250;
export const MAX_IMPORTED_PAGE = 2_000;
/** Rows of one cost estimate. */
export const MAX_ROWS = 20_000;

const parts = {
  administration: PositiveDecimal,
  insurance: PositiveDecimal,
  guarantee: PositiveDecimal,
  risk: PositiveDecimal,
  financial: PositiveDecimal,
  profit: PositiveDecimal,
  taxes: PositiveDecimal,
};
/** Parts of a BDI, in percent. */
export const BdiParts = Type.Object(parts);
export type BdiParts = Static<typeof BdiParts>;

/** BDI of a cost estimate. `parts` is null where the percentage was typed. */
export const CostEstimateBdi = Type.Object({
  id: Id,
  name: Type.String(),
  percentage: Decimal,
  parts: Nullable(BdiParts),
});
export type CostEstimateBdi = Static<typeof CostEstimateBdi>;

/** Who edits a cost estimate, until when the lease runs. */
export const CostEstimateLock = Type.Object({
  user: NamedReference,
  since: Instant,
  expiresAt: Instant,
  mine: Type.Boolean({ description: 'Held by the session that asks' }),
});
export type CostEstimateLock = Static<typeof CostEstimateLock>;

/** Header of a cost estimate (§3), with the totals of its rows. */
export const CostEstimate = Type.Object({
  id: Id,
  code: Type.String(),
  description: Type.String(),
  company: Type.Object({ ...NamedReference.properties, account: Type.Object({ id: Id }) }),
  building: NamedReference,
  customer: Nullable(NamedReference),
  approved: Type.Boolean(),
  approvedAt: Nullable(Instant),
  approvedBy: Nullable(NamedReference),
  fromAnotherSystem: Type.Boolean({ description: 'Made by another system: read-only, not duplicated (§4)' }),
  duplicateFrom: Nullable(Id),
  bdis: Type.Array(CostEstimateBdi),
  defaultBdiId: Nullable(Id),
  discount: Decimal,
  directTotal: Decimal,
  bdiTotal: Decimal,
  total: Type.String({ description: 'Decimal as text: directTotal + bdiTotal − discount' }),
  amendmentDirectTotal: Type.String({ description: 'Decimal as text: what approved amendments add to directTotal' }),
  amendmentTotal: Type.String({ description: 'Decimal as text: what approved amendments add to total' }),
  currentTotal: Type.String({ description: 'Decimal as text: total + amendmentTotal' }),
  amendmentDays: Type.Integer({ description: 'By which approved amendments extend the term' }),
  amendmentCount: Type.Integer({ description: 'Approved amendments' }),
  itemCount: Type.Integer({ description: 'Rows that are not stages' }),
  withoutPrice: Type.Integer({ description: 'Rows without a price; the totals leave them out' }),
  lock: Nullable(CostEstimateLock),
  canChange: Type.Boolean({
    description: 'ENGINEERING on the building, and neither approved nor from another system',
  }),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type CostEstimate = Static<typeof CostEstimate>;

/** Kind of a row (§3). */
export const ItemType = Type.Union([
  Type.Literal('GROUP'),
  Type.Literal('TASK'),
  Type.Literal('COMPOSED_TASK'),
  Type.Literal('PRODUCT'),
]);
export type ItemType = Static<typeof ItemType>;

/** Row of a cost estimate (§3 details), in tree order. Figures without a price are null. */
export const CostEstimateDetail = Type.Object({
  id: Id,
  costEstimateId: Id,
  type: ItemType,
  parentId: Nullable(Id),
  position: Type.Integer({ minimum: 1, description: 'Place among its siblings, from 1' }),
  code: Type.String({ description: 'By place: 1.2.3' }),
  level: Type.Integer({ minimum: 0, description: 'Depth in the tree, 0 at the top' }),
  description: Type.String(),
  unit: Nullable(Type.String({ description: 'Acronyms; null for a stage' })),
  quantity: Nullable(Decimal),
  formula: Nullable(Type.String({ description: 'What was typed, where it was a formula' })),
  memo: Nullable(Type.String({ description: 'Memória de cálculo' })),
  resourceId: Nullable(Id),
  bdiId: Nullable(Id),
  unitPrice: Nullable(Decimal),
  unitPriceWithBdi: Nullable(Decimal),
  directTotal: Nullable(Decimal),
  total: Nullable(Type.String({ description: 'Decimal as text: with BDI, less its share of the discount' })),
  amendmentId: Nullable(Type.Integer({ minimum: 1, description: 'The amendment that added the line' })),
  amendmentQuantity: Nullable(
    Type.String({ description: 'Decimal as text: what approved amendments add to quantity; null: nothing' }),
  ),
  amendmentDirectTotal: Nullable(Type.String({ description: 'Decimal as text: the same of directTotal' })),
  amendmentTotal: Nullable(Type.String({ description: 'Decimal as text: the same of total' })),
});
export type CostEstimateDetail = Static<typeof CostEstimateDetail>;

/** An input or composition as the cost estimate has it: one price in all of its rows and compositions. */
export const CostEstimateResource = Type.Object({
  id: Id,
  type: ItemType,
  productId: Nullable(Id),
  taskId: Nullable(Id),
  code: Type.String(),
  description: Type.String(),
  unit: Type.String({ description: 'Acronyms' }),
  productType: Nullable(NamedReference),
  costDatabase: Nullable(CostDatabaseName),
  unitPrice: Nullable(Decimal),
  sourcePrice: Nullable(Type.String({ description: 'Decimal as text: the price as it was taken' })),
  changed: Type.Boolean({ description: 'Another price than was taken, or other lines' }),
  published: Type.Boolean({ description: 'It has its published price, and lines cut after two places' }),
  itemCount: Type.Integer(),
});
export type CostEstimateResource = Static<typeof CostEstimateResource>;

/** A stage with documents. */
const UsedStage = Type.Object({
  stageId: Id,
  documents: Type.Integer({ minimum: 1 }),
  total: Type.String({ description: 'Decimal as text: sum of their gross shares in the stage' }),
});
export type UsedStage = Static<typeof UsedStage>;

/** Documents that several stages have shares of: each counts in all of them. */
const SharedDocuments = Type.Object({
  stageIds: Type.Array(Id, { minItems: 2, description: 'Ascending' }),
  documents: Type.Integer({ minimum: 1 }),
});
export type SharedDocuments = Static<typeof SharedDocuments>;

/** Rows of a cost estimate, and what they are made of, each once. */
export const CostEstimateDetails = Type.Object({
  id: Id,
  version: Version,
  details: Type.Array(CostEstimateDetail),
  resources: Type.Array(CostEstimateResource),
  usedStages: Type.Array(UsedStage, { description: 'Stages that documents use' }),
  sharedDocuments: Type.Array(SharedDocuments, {
    description: 'Documents of several of these stages, by the stages, so that they can be counted once',
  }),
  totalElements: Type.Integer({ description: 'Rows of the cost estimate; `size` may leave some out' }),
});
export type CostEstimateDetails = Static<typeof CostEstimateDetails>;

const Coefficient = Type.String({
  format: 'decimal',
  pattern: '^\\d{1,13}(\\.\\d{1,20})?$',
  description: 'Decimal as text; typed ones have four places, half-even',
  'x-message': 'Informe um valor decimal maior que zero, como 0.4820.',
});

/** Composition of a cost estimate, with its lines. */
export const CostEstimateTask = Type.Object({
  id: Id,
  resource: CostEstimateResource,
  items: Type.Array(
    Type.Object({
      id: Id,
      resource: CostEstimateResource,
      quantity: Coefficient,
      totalPrice: Nullable(Decimal),
    }),
  ),
});
export type CostEstimateTask = Static<typeof CostEstimateTask>;

/** What a cost estimate sums to. */
export const CostEstimateSummary = Type.Object({
  id: Id,
  directTotal: Decimal,
  bdiTotal: Decimal,
  discount: Decimal,
  total: Decimal,
  amendmentTotal: Decimal,
  currentTotal: Decimal,
  itemCount: Type.Integer(),
  withoutPrice: Type.Integer(),
  stages: Type.Array(
    Type.Object({
      id: Nullable(Id),
      code: Nullable(Type.String()),
      description: Type.String(),
      directTotal: Decimal,
      total: Decimal,
      currentTotal: Type.String({ description: 'Decimal as text: with approved amendments' }),
      percentage: Nullable(Decimal),
    }),
    { description: 'Rows at the top; what stands there without a stage is one row, with id null' },
  ),
  types: Type.Array(Type.Object({ productType: Nullable(NamedReference), directTotal: Decimal }), {
    description: 'Direct totals by product type, through all compositions; null: services without lines',
  }),
});
export type CostEstimateSummary = Static<typeof CostEstimateSummary>;

/** Rows as a report prints them. */
export const CostEstimateReport = Type.Object({
  costEstimate: CostEstimate,
  content: Type.Array(
    Type.Object({
      ...CostEstimateDetail.properties,
      sourceCode: Nullable(Type.String({ description: 'Code of the input or composition' })),
      source: Nullable(Type.String({ description: 'Name of its cost database' })),
      percentage: Nullable(Type.String({ description: 'Of the total of the cost estimate, two places half-even' })),
    }),
  ),
  totalElements: Type.Integer(),
});
export type CostEstimateReport = Static<typeof CostEstimateReport>;

/** A cost estimate that uses an input or a composition. */
export const CostEstimateUsage = Type.Object({
  costEstimate: Type.Object({
    id: Id,
    companyId: Id,
    code: Type.String(),
    description: Type.String(),
    buildingName: Type.String(),
    approved: Type.Boolean(),
  }),
  rows: Type.Integer({ description: 'Rows that are this input or composition' }),
  compositions: Type.Integer({ description: 'Compositions of the cost estimate with a line of it' }),
  unitPrice: Nullable(Decimal),
  takenOn: { ...IsoDate, description: 'Day on which it was taken from the register' },
  canChange: Type.Boolean({ description: 'Neither approved nor from another system' }),
});
export type CostEstimateUsage = Static<typeof CostEstimateUsage>;

/** Counts of the views of the list, and the sums of the totals of what the whole filter leaves. */
export const CostEstimateTotals = Type.Object({
  all: Type.Integer(),
  open: Type.Integer({ description: 'Neither approved nor from another system' }),
  approved: Type.Integer(),
  imported: Type.Integer({ description: 'From another system' }),
  total: Decimal,
  amendmentTotal: Type.String({ description: 'Decimal as text: what approved amendments add to total' }),
  currentTotal: Type.String({ description: 'Decimal as text: total + amendmentTotal' }),
});
export type CostEstimateTotals = Static<typeof CostEstimateTotals>;

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)]));

const BdiBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  name: Name(60),
  percentage: Type.Optional(Nullable(PositiveDecimal)),
  parts: Type.Optional(Nullable(Type.Object(optional(parts)))),
});
export type BdiBody = {
  id?: number | null;
  name: string;
  percentage?: string | null;
  parts?: Partial<BdiParts> | null;
};

const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[\\p{L}\\p{N}_./-]+$',
  'x-message': 'Use até 40 letras, números, ponto, hífen e barra, sem espaços.',
});
const OptionalReference = Type.Optional(
  Nullable(Type.Object({ id: Type.Optional(Nullable(Type.Integer())), name: Type.Optional(Nullable(Type.String())) })),
);

const header = {
  code: Code,
  description: Name(200),
  building: Type.Object({ id: Id, name: Type.Optional(Type.String()) }),
  customer: OptionalReference,
  bdis: Type.Optional(Type.Array(BdiBody, { maxItems: 20 })),
  defaultBdiIndex: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 19, description: 'Which of `bdis` is the default, from 0' })),
  ),
  discount: Type.Optional(Decimal),
};
/** Header of a new cost estimate; `duplicateFrom` copies the rows, resources and BDIs of another one. */
export const CostEstimateBody = Type.Object({
  ...header,
  approved: Type.Optional(Type.Literal(false, { description: 'A new cost estimate is not approved' })),
  duplicateFrom: Type.Optional(Nullable(Id)),
});
export type CostEstimateBody = Static<typeof CostEstimateBody>;
/** Changed header; `approved` approves it or takes the approval back (§4), and then nothing else may change. */
export const CostEstimateUpdate = Type.Object({
  ...header,
  approved: Type.Optional(Type.Boolean()),
  version: Type.Optional(Version),
});
export type CostEstimateUpdate = Static<typeof CostEstimateUpdate>;

const key = Type.String({ minLength: 1, maxLength: 60 });
const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));

const TaskItemBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  resourceId: Type.Optional(Nullable(Id)),
  productId: Type.Optional(Nullable(Id)),
  taskId: Type.Optional(Nullable(Id)),
  quantity: Coefficient,
  unitPrice: Type.Optional({
    ...Nullable(PositiveDecimal),
    description: 'Price of an input in the whole cost estimate; null: none',
  }),
});
export type TaskItemBody = Static<typeof TaskItemBody>;
const TaskItems = Type.Array(TaskItemBody, { minItems: 1, maxItems: MAX_LINES });

/** A row to make, to change or to remove; a field that is left out stays as it is. */
export const DetailBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  costEstimateId: Type.Optional({ ...Id, description: 'The cost estimate of the path (§3)' }),
  key: Type.Optional(Nullable(key)),
  type: Type.Optional(ItemType),
  parentId: Type.Optional(Nullable(Id)),
  parentKey: Type.Optional(Nullable(key)),
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS })),
  description: text(1_000),
  unit: text(20),
  quantity: Type.Optional(Nullable(PositiveDecimal)),
  formula: text(500),
  memo: text(4_000),
  bdiId: Type.Optional(Nullable(Id)),
  unitPrice: Type.Optional(Nullable(PositiveDecimal)),
  productId: Type.Optional(Nullable(Id)),
  taskId: Type.Optional(Nullable(Id)),
  items: Type.Optional({ ...TaskItems, description: 'Lines of its composition in this cost estimate alone' }),
  fromRegister: Type.Optional(
    Type.Boolean({ description: 'Its input or composition takes text, price and lines from the register again' }),
  ),
  removed: Type.Optional(Type.Boolean()),
  documentsTo: Type.Optional(Nullable(Id)),
  documentsWithoutStage: Type.Optional(Type.Boolean()),
});
export type DetailBody = Static<typeof DetailBody>;

/** What a save has done. */
export const SavedDetails = Type.Object({
  costEstimate: CostEstimate,
  created: Type.Array(Type.Object({ key: Type.String(), id: Id })),
  resources: Type.Array(CostEstimateResource, { description: 'Those that came or changed' }),
});
export type SavedDetails = Static<typeof SavedDetails>;

/** What a local change of a resource has done; `task` is null for an input. */
export const SavedTask = Type.Object({
  costEstimate: CostEstimate,
  task: Nullable(CostEstimateTask),
  resources: Type.Array(CostEstimateResource, { description: 'Those that came or changed' }),
});
export type SavedTask = Static<typeof SavedTask>;

export const ResourceItemsBody = Type.Object({
  version: Type.Optional(Version),
  items: TaskItems,
});
