import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
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
import { CostEstimate } from './costEstimates.rest.ts';

/** Lines of one amendment. */
export const MAX_AMENDMENT_LINES = 2_000;

/** Being written, applied to its cost estimate, or given up. */
export const AmendmentStatus = Type.Union([Type.Literal('DRAFT'), Type.Literal('APPROVED'), Type.Literal('CANCELLED')]);
export type AmendmentStatus = Static<typeof AmendmentStatus>;

const Signed = Type.String({ description: 'Decimal as text; below zero: less' });
const Days = Type.Integer({
  minimum: 0,
  maximum: 3_650,
  description: 'By which the term is extended',
  'x-message': 'Informe de 0 a 3650 dias.',
});

/** Amendment (aditivo) of an approved cost estimate, with the contract before and after it. */
export const CostEstimateAmendment = Type.Object({
  id: Id,
  costEstimateId: Id,
  number: Type.Integer({ minimum: 1, description: 'Within its cost estimate' }),
  date: IsoDate,
  reason: Type.String(),
  days: Days,
  measurementId: Nullable(
    Type.Integer({ minimum: 1, description: 'Measurement whose quantities above the contract it takes over' }),
  ),
  status: AmendmentStatus,
  lineCount: Type.Integer(),
  increase: Type.String({ description: 'Decimal as text: of lines that grow, and of new ones' }),
  decrease: Type.String({ description: 'Decimal as text: of lines that shrink, zero or below' }),
  directTotal: Signed,
  total: Type.String({ description: 'Decimal as text: increase + decrease' }),
  previousTotal: Type.String({ description: 'Decimal as text: the contract before it' }),
  currentTotal: Type.String({ description: 'Decimal as text: the contract after it' }),
  approvedAt: Nullable(Instant),
  approvedBy: Nullable(NamedReference),
  createdAt: Instant,
  createdBy: Nullable(NamedReference),
  isLast: Type.Boolean({ description: 'The last one that was approved: only this one is taken back' }),
  version: Version,
});
export type CostEstimateAmendment = Static<typeof CostEstimateAmendment>;

/** Row of the contract in tree order, with what one amendment changes of it. */
export const AmendmentRow = Type.Object({
  id: Nullable(Type.Integer({ minimum: 1, description: 'Row of the cost estimate; null: a line that it would add' })),
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0 }),
  group: Type.Boolean(),
  code: Type.String(),
  description: Type.String(),
  unit: Nullable(Type.String()),
  added: Type.Boolean({ description: 'This amendment adds the line' }),
  sourceCode: Nullable(Type.String({ description: 'Of an added line: code in the catalogue' })),
  bdiId: Nullable(Id),
  unitPrice: Nullable(Decimal),
  unitPriceWithBdi: Nullable(Decimal),
  originalQuantity: Nullable(Type.String({ description: 'Decimal as text: before all amendments; null for a stage' })),
  originalTotal: Nullable(Type.String({ description: 'Decimal as text: value of that; null for a stage' })),
  quantity: Nullable(Type.String({ description: 'Decimal as text: contracted before it; null for a stage' })),
  measured: Nullable(Type.String({ description: 'Decimal as text: measured for the customer' })),
  change: Nullable(Type.String({ description: 'Decimal as text: by which the quantity changes; null: it stays' })),
  value: Nullable(Type.String({ description: 'Decimal as text: what the change is worth; of a stage: its sum' })),
  total: Type.String({ description: 'Decimal as text: value of the row after it' }),
});
export type AmendmentRow = Static<typeof AmendmentRow>;

const Quantity = Type.String({
  format: 'decimal',
  pattern: '^-?\\d{1,13}(\\.\\d{1,4})?$',
  description: 'Decimal as text, up to four places; below zero: less',
  'x-message': 'Informe uma quantidade, com até 4 casas.',
});
const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));

/** More or less of a line (`id`), or a new line: typed, or with the text and price of an input or composition. */
const AmendmentLineBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  quantity: Quantity,
  parentId: Type.Optional(Nullable(Id)),
  description: text(1_000),
  unit: text(20),
  unitPrice: Type.Optional(Nullable(PositiveDecimal)),
  bdiId: Type.Optional(Nullable(Id)),
  productId: Type.Optional(Nullable(Id)),
  taskId: Type.Optional(Nullable(Id)),
  sourceCode: text(30),
});
export type AmendmentLineBody = Static<typeof AmendmentLineBody>;

const fields = {
  date: IsoDate,
  reason: Name(2_000),
  days: Type.Optional(Days),
  lines: Type.Array(AmendmentLineBody, { maxItems: MAX_AMENDMENT_LINES }),
};
export const AmendmentBody = Type.Object(fields);
export type AmendmentBody = Static<typeof AmendmentBody>;
export const AmendmentUpdate = Type.Object({ ...fields, version: Type.Optional(Version) });
export type AmendmentUpdate = Static<typeof AmendmentUpdate>;

/** What a call has done to an amendment and to its cost estimate. */
export const SavedAmendment = Type.Object({ amendment: CostEstimateAmendment, costEstimate: CostEstimate });
export type SavedAmendment = Static<typeof SavedAmendment>;

/** What is above the contract in a measurement becomes an amendment; `rowId` is the line from which that is asked. */
export const ExcessBody = Type.Object({ measurementId: Id, rowId: Id, date: IsoDate });
export type ExcessBody = Static<typeof ExcessBody>;

/** The amendment that was begun or changed; where nothing was missing, the one in the making that has the line. */
export const AmendedExcess = Type.Object({
  ...SavedAmendment.properties,
  outcome: Type.Union([Type.Literal('CREATED'), Type.Literal('CHANGED'), Type.Literal('UNCHANGED')]),
});
export type AmendedExcess = Static<typeof AmendedExcess>;

const path = '/api/v1/engineering/company/:companyId/cost-estimate/:id/amendments';
const params = Type.Object({ companyId: Id, id: Id });
const one = Type.Object({ companyId: Id, id: Id, amendmentId: Id });
const failures = {
  all: 'Falha para buscar aditivos do orçamento',
  save: 'Falha para salvar aditivo',
  remove: 'Falha para apagar aditivo',
};
const bodyBytes = 2 * 1024 * 1024;

export const amendmentEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Amendments of a cost estimate by number, without their rows',
    failure: failures.all,
    params,
    answer: Type.Object({ content: Type.Array(CostEstimateAmendment) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:amendmentId`,
    summary: 'One amendment with the rows of the contract and what it changes of them',
    failure: failures.all,
    params: one,
    answer: Type.Object({ amendment: CostEstimateAmendment, rows: Type.Array(AmendmentRow) }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Begins an amendment of an approved cost estimate',
    failure: failures.save,
    params,
    body: AmendmentBody,
    bodyBytes,
    answer: SavedAmendment,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:amendmentId`,
    summary: 'Changes an amendment that is being written; its lines are those of the body',
    failure: failures.save,
    params: one,
    body: AmendmentUpdate,
    bodyBytes,
    answer: SavedAmendment,
  }),
  amendExcess: endpoint({
    method: 'POST',
    path: `${path}/measured-excess`,
    summary:
      'Takes what a measurement of the customer has above the contract into its amendment in the making, or begins one',
    failure: failures.save,
    params,
    body: ExcessBody,
    answer: AmendedExcess,
  }),
  setStatus: endpoint({
    method: 'POST',
    path: `${path}/:amendmentId/status`,
    summary: 'Approves an amendment, which applies it once; takes that back, gives it up, or takes it up again',
    failure: failures.save,
    params: one,
    body: Type.Object({ status: AmendmentStatus, version: Type.Optional(Version) }),
    answer: SavedAmendment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:amendmentId`,
    summary: 'Deletes an amendment that is not approved',
    failure: failures.remove,
    params: one,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Type.Object({ id: Id }),
  }),
};
