import { Type, type Static } from 'typebox';
import { PriceImpact } from '../engineering/tasks/tasks.rest.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  DECIMAL_FORMAT,
  Decimal,
  Id,
  Instant,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  Version,
} from '../platform/shapes.ts';
import { Product } from './products.rest.ts';

/** Products that one merge takes in. */
export const MAX_MERGED = 10;

/** How many units of a merged product make one of the survivor's: 50 where kg become bags of 50 kg. */
const MergeFactor = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,9}(\\.\\d{1,9}0*)?$',
  description: 'How many of its units make one unit of the survivor, with at most 9 places',
  'x-message': 'Informe um fator maior que zero, com até 9 casas decimais.',
});

const Chosen = Type.Object({ id: Id, version: Version });

export const MergeBody = Type.Object({
  survivor: Chosen,
  merged: Type.Array(Type.Object({ ...Chosen.properties, factor: Type.Optional(Nullable(MergeFactor)) }), {
    minItems: 1,
    maxItems: MAX_MERGED,
  }),
});
export type MergeBody = Static<typeof MergeBody>;

/** A product as one side of a merge. */
export const MergeSide = Type.Object({
  product: Product,
  priceDay: Nullable(Type.String({ format: 'date' })),
  compositions: Type.Integer({ description: 'Own compositions with a line of it' }),
});

export const MergedSide = Type.Object({
  ...MergeSide.properties,
  // As sent, else as proposed; null where somebody must say it.
  factor: Nullable(Decimal),
  proposed: Type.Boolean({ description: 'The factor was not sent, but follows from units, purchase unit or name' }),
  // Its price for one unit of the survivor.
  priceInUnit: Nullable(Decimal),
  rounded: Type.Integer({ description: 'Quantities that have no end in the new unit and are kept with 20 places' }),
});
export type MergedSide = Static<typeof MergedSide>;

/** What a merge would do. Nothing is computed while a factor is missing. */
export const MergePreview = Type.Object({
  survivor: MergeSide,
  merged: Type.Array(MergedSide),
  compositions: Type.Integer({ description: 'Compositions whose lines get the survivor' }),
  lines: Type.Integer(),
  prices: Type.Integer({ description: 'Prices that join the history of the survivor' }),
  impact: Nullable(PriceImpact),
});
export type MergePreview = Static<typeof MergePreview>;

export const MergedName = Type.Object({
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  factor: Decimal,
});

/** A merge in the history. */
export const ProductMerge = Type.Object({
  id: Id,
  survivor: Type.Object({ id: Id, code: Type.String(), name: Type.String(), unit: Type.String() }),
  merged: Type.Array(MergedName),
  compositions: Type.Integer(),
  mergedAt: Instant,
  mergedBy: Nullable(NamedReference),
  undoneAt: Nullable(Instant),
  undoneBy: Nullable(NamedReference),
});
export type ProductMerge = Static<typeof ProductMerge>;

/** Two products of one cost database that may be the same one. */
export const ProductPair = Type.Object({ id: Id, first: Product, second: Product, dismissed: Type.Boolean() });
export type ProductPair = Static<typeof ProductPair>;

const path = '/api/v1/purchase/account/:accountId/product';
const owner = Type.Object({ accountId: Id });
const one = Type.Object({ accountId: Id, id: Id });
const { page, size } = listKeys;
const MERGE_FAILED = 'Falha para unificar insumos';
const UNDO_FAILED = 'Falha para desfazer a unificação';

export const mergingEndpoints = {
  pairs: endpoint({
    method: 'GET',
    path: `${path}-pairs`,
    summary: 'Products in use that may be the same one, by names, units and groups',
    params: owner,
    query: Type.Object({ page, size, productTable: Type.Optional(Id), product: Type.Optional(Id) }),
    answer: Page(ProductPair),
    failure: 'Falha para buscar insumos duplicados',
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: `${path}-pairs/:id`,
    summary: 'Says whether the products of a pair are different ones; a dismissed pair is not suggested again',
    params: one,
    body: Type.Object({ dismissed: Type.Boolean() }),
    answer: ProductPair,
    failure: 'Falha para salvar insumos duplicados',
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}-merges/preview`,
    summary: 'What a merge would do, with proposals for the factors that are left out; nothing is changed',
    params: owner,
    body: MergeBody,
    answer: MergePreview,
    failure: MERGE_FAILED,
  }),
  merge: endpoint({
    method: 'POST',
    path: `${path}-merges`,
    summary: 'Merges products into one of their cost database, which keeps what it is',
    params: owner,
    body: MergeBody,
    answer: Type.Object({ merge: ProductMerge, survivor: Product }),
    failure: MERGE_FAILED,
  }),
  list: endpoint({
    method: 'GET',
    path: `${path}-merges`,
    summary: 'Merges of products, the latest first',
    params: owner,
    query: Type.Object({ page, size, productTable: Type.Optional(Id), product: Type.Optional(Id) }),
    answer: Page(ProductMerge),
    failure: 'Falha para buscar as unificações',
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}-merges/:id/undo`,
    summary: 'Undoes a merge, as long as nothing newer touches it',
    params: one,
    answer: Type.Object({ merge: ProductMerge, products: Type.Array(Product) }),
    failure: UNDO_FAILED,
  }),
};
