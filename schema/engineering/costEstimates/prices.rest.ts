import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, IsoDate, Nullable, Version } from '../../platform/shapes.ts';
import { CostEstimate } from './costEstimates.rest.ts';

/** A cost database of published prices that an estimate can be compared with. */
export const PriceDatabase = Type.Object({
  id: Id,
  name: Type.String(),
  month: Type.String({ description: 'Day, the first of the month' }),
  state: Type.String(),
  regime: Type.String(),
});
export type PriceDatabase = Static<typeof PriceDatabase>;

/** Why an input or composition keeps its price. */
export const NoNewPrice = Type.Union([
  Type.Literal('BLANK', { description: 'The cost database has it without a price' }),
  Type.Literal('ABSENT', { description: 'The cost database does not have it' }),
  Type.Literal('UNIT', { description: 'It is counted in another unit there' }),
]);
export type NoNewPrice = Static<typeof NoNewPrice>;

/** A line of a composition whose price or quantity changes. */
const ChangedPart = Type.Object({
  resourceId: Id,
  code: Type.String(),
  description: Type.String(),
  unit: Type.String(),
  quantity: Nullable(Type.String({ description: 'Decimal as text; null: the line comes' })),
  newQuantity: Nullable(Type.String({ description: 'Decimal as text; null: the line goes' })),
  unitPrice: Nullable(Decimal),
  newPrice: Nullable(Decimal),
  noNewPrice: Nullable(NoNewPrice),
});
export type ChangedPart = Static<typeof ChangedPart>;

/** An input or composition of rows whose prices change. */
const ChangedResource = Type.Object({
  id: Id,
  units: Type.Array(Id, {
    description: 'Inputs and compositions whose own prices make it change; one is kept or taken in all rows',
  }),
  parts: Type.Array(ChangedPart, { description: 'Its own lines that change; none for an input' }),
});
export type ChangedResource = Static<typeof ChangedResource>;

const ChangedRow = Type.Object({
  id: Id,
  code: Type.String(),
  description: Type.String(),
  unit: Nullable(Type.String()),
  quantity: Nullable(Decimal),
  resourceId: Id,
  unitPrice: Nullable(Decimal),
  newPrice: Nullable(Type.String({ description: 'Decimal as text; with everything chosen' })),
  chosenPrice: Nullable(Type.String({ description: 'Decimal as text; with what is chosen' })),
  impact: Type.String({ description: 'Decimal as text: rounded new row less rounded old row, with what is chosen' }),
  fullImpact: Type.String({ description: 'Decimal as text: the same with everything chosen' }),
  noNewPrice: Nullable(NoNewPrice),
});
export type ChangedRow = Static<typeof ChangedRow>;

export const PricePreview = Type.Object({
  id: Id,
  version: Version,
  revision: Type.Integer({ minimum: 1, description: 'Number of the revision that the cost estimate is now' }),
  database: Nullable(PriceDatabase),
  databases: Type.Array(PriceDatabase, {
    description: 'Those of the states and regimes in use first, the newest first',
  }),
  itemCount: Type.Integer(),
  takenFrom: Nullable({ ...IsoDate, description: 'First day on which what its rows use was taken from the register' }),
  takenTo: Nullable({ ...IsoDate, description: 'Last one' }),
  locallyPriced: Type.Integer({ description: 'Inputs with a price of this estimate alone, which stays' }),
  total: Decimal,
  newTotal: Type.String({ description: 'Decimal as text; with what is chosen' }),
  fullTotal: Type.String({ description: 'Decimal as text; with everything chosen' }),
  rows: Type.Array(ChangedRow, { description: 'Rows whose prices change, and rows without a new price' }),
  resources: Type.Array(ChangedResource),
});
export type PricePreview = Static<typeof PricePreview>;

const choice = {
  database: Type.Optional(Nullable(Id)),
  keptResources: Type.Optional(
    Type.Array(Id, { maxItems: 20_000, description: 'Inputs and compositions that keep their prices' }),
  ),
};
export const PriceChoice = Type.Object(choice);
export type PriceChoice = Static<typeof PriceChoice>;

const path = '/api/v1/engineering/company/:companyId/cost-estimate/:id';
const params = Type.Object({ companyId: Id, id: Id });
const failure = 'Falha para atualizar preços do orçamento';

export const priceEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: `${path}/price-update/preview`,
    summary: 'What prices of the register and of a month of published prices would change, without changing it',
    failure,
    params,
    body: PriceChoice,
    bodyBytes: 1024 * 1024,
    answer: PricePreview,
  }),
  apply: endpoint({
    method: 'POST',
    path: `${path}/price-update`,
    summary: 'Takes the prices of the register and of a month of published prices, and keeps two revisions',
    failure,
    params,
    body: Type.Object({ ...choice, version: Version }),
    bodyBytes: 1024 * 1024,
    answer: CostEstimate,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/price-update/undo`,
    summary: 'Takes the last update of prices back, until the next save',
    failure,
    params,
    body: Type.Object({ version: Version }),
    answer: CostEstimate,
  }),
};
