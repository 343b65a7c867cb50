import { MAX_LEAD_TIME_DAYS } from '#domain/purchase/leadTime.ts';
import { Type, type Static } from 'typebox';
import { PriceImpact } from '../engineering/tasks/tasks.rest.ts';
import { endpoint } from '../platform/endpoint.ts';
import { AccountRow, Active, failuresOf, RegisterBody, registerEndpoints } from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import {
  DECIMAL_FORMAT,
  Decimal,
  Id,
  IsoDate,
  Name,
  NamedReference,
  Nullable,
  Reference,
  Version,
} from '../platform/shapes.ts';
import { productImport } from './products.import.ts';

/** Characters of §5. */
const Code = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '^[\\w./-]+$',
  'x-message': 'Use até 30 letras sem acento, números, ponto, hífen, barra ou sublinhado.',
});

const Price = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,13}(\\.\\d{1,4}0*)?$',
  description: 'Decimal as text with at most 4 places; 0 is no price',
  'x-message': 'Informe um preço maior ou igual a zero, com até 4 casas decimais.',
});

const Factor = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,13}(\\.\\d{1,6}0*)?$',
  description: 'How many units one purchase unit holds, with at most 6 places',
  'x-message': 'Informe um fator maior que zero, com até 6 casas decimais.',
});

const LeadTime = Type.Integer({
  minimum: 0,
  maximum: MAX_LEAD_TIME_DAYS,
  description: 'Calendar days from the order to the delivery',
});

const CostSource = Type.Union([Type.Literal('GO'), Type.Literal('SINAPI')]);
const ProductUnit = Type.Object({ id: Id, acronyms: Type.String(), description: Type.String() });
const Group = Type.Object({ id: Id, name: Type.String(), code: Type.String() });
const Table = Type.Object({ id: Id, name: Type.String(), source: CostSource });

/** Product (insumo): a definition of a catalogue with its price in one cost database (decision 29). */
export const Product = AccountRow({
  code: Type.String(),
  name: Type.String(),
  unit: ProductUnit,
  productType: NamedReference,
  productGroup: Nullable(Group),
  productTable: Table,
  brands: Type.Array(NamedReference),
  price: Nullable(Decimal),
  purchaseUnit: Nullable(ProductUnit),
  purchaseFactor: Nullable(Decimal),
  /** Calendar days from the order to the delivery; null: not known. */
  leadTimeDays: Nullable(Type.Integer()),
  aliases: Type.Array(Type.String()),
});
export type Product = Static<typeof Product>;

export const ProductBody = RegisterBody({
  code: Type.Optional(Code),
  name: Name(1000),
  unit: Reference,
  productType: Reference,
  productGroup: Type.Optional(Nullable(Reference)),
  productTable: Reference,
  brands: Type.Optional(Type.Array(Reference, { maxItems: 50 })),
  price: Type.Optional(Nullable(Price)),
  purchaseUnit: Type.Optional(Nullable(Reference)),
  purchaseFactor: Type.Optional(Nullable(Factor)),
  leadTimeDays: Type.Optional(Nullable(LeadTime)),
});
export type ProductBody = Static<typeof ProductBody>;

const PriceOrigin = Type.Union([
  Type.Literal('TYPED'),
  Type.Literal('IMPORT'),
  Type.Literal('MERGE'),
  Type.Literal('PUBLISHED'),
]);

/** A price of a day; of published products, the price of a month, on its first day. */
export const ProductPrice = Type.Object({ day: IsoDate, price: Nullable(Decimal), origin: PriceOrigin });
export type ProductPrice = Static<typeof ProductPrice>;

/** What a list shows beside a product: when its price dates from, twelve months of prices, how often it is used. */
export const ProductFigures = Type.Object({
  id: Id,
  priceDay: Nullable(IsoDate),
  prices: Type.Array(Type.Object({ day: IsoDate, price: Nullable(Decimal) })),
  uses: Type.Integer(),
  suggested: Type.Boolean({ description: 'One of a pair that may be the same product' }),
});
export type ProductFigures = Static<typeof ProductFigures>;

/** Something that uses a product. */
export const ProductUsage = Type.Object({
  kind: Type.Literal('TASK'),
  id: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  quantity: Decimal,
});
export type ProductUsage = Static<typeof ProductUsage>;

/** How many products each cost database holds, and each group of the tree with its branch, in the order of the tree. */
export const ProductCounts = Type.Object({
  tables: Type.Array(Type.Object({ id: Id, count: Type.Integer() })),
  groups: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      code: Type.String(),
      level: Type.Integer({ description: '1 for groups at the top' }),
      leaf: Type.Boolean({ description: 'Has no groups inside, so that it may hold products' }),
      count: Type.Integer(),
    }),
  ),
  ungrouped: Type.Integer(),
  pairs: Type.Integer({ description: 'Pairs of products that may be the same one' }),
});
export type ProductCounts = Static<typeof ProductCounts>;

const path = '/api/v1/purchase/account/:accountId/product';
const owner = { accountId: Id };
const failures = failuresOf('insumo', 'todos os insumos');

/** Filters of lists that are counted, not found: their totals are kept. */
const kinds = {
  productTable: Type.Optional(Id),
  productGroup: Type.Optional(Id),
  productType: Type.Optional(Id),
  unit: Type.Optional(Id),
  activeProductTable: Active,
};

const register = {
  path,
  owner,
  called: ['product', 'products'],
  watched: { entity: 'product' },
  row: Product,
  body: ProductBody,
  filters: { ...kinds, brand: Type.Optional(Id) },
  failures,
  summaries: {
    list: 'Products; 50 a page unless a size is named. A group means its whole branch',
    remove: 'Deletes a product of the own cost databases that nothing uses',
  },
} as const;

const rowParams = Type.Object({ ...owner, id: Id });

export const productEndpoints = {
  ...registerEndpoints(register),
  import: importEndpoint(register, productImport, { productTable: Reference }),
  undoImport: undoImportEndpoint(register, productImport),
  byCode: endpoint({
    method: 'GET',
    path: `${path}/code/:code`,
    summary: 'The product of a code, or of the code of a product merged into it; own cost databases come first',
    params: Type.Object({ ...owner, code: Type.String({ minLength: 1, maxLength: 30 }) }),
    query: Type.Object({ productTable: Type.Optional(Id) }),
    answer: Product,
    failure: failures.get,
  }),
  figures: endpoint({
    method: 'GET',
    path: `${path}-figures`,
    summary: 'Prices of twelve months and number of uses of some products',
    params: Type.Object(owner),
    query: Type.Object({ ids: Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$' }) }),
    answer: Type.Object({ content: Type.Array(ProductFigures) }),
    failure: failures.list,
  }),
  counts: endpoint({
    method: 'GET',
    path: `${path}-counts`,
    summary: 'How many products each cost database and each group holds',
    params: Type.Object(owner),
    query: Type.Object({ productTable: Type.Optional(Id), active: Active }),
    answer: ProductCounts,
    failure: failures.list,
  }),
  priceHistory: endpoint({
    method: 'GET',
    path: `${path}/:id/price-history`,
    summary: 'Every price that a product has had, oldest first; of published ones, that of each month',
    params: rowParams,
    answer: Type.Object({ content: Type.Array(ProductPrice) }),
    failure: failures.get,
  }),
  usages: endpoint({
    method: 'GET',
    path: `${path}/:id/usages`,
    summary: 'What uses a product',
    params: rowParams,
    answer: Type.Object({ content: Type.Array(ProductUsage) }),
    failure: failures.get,
  }),
  impact: endpoint({
    method: 'GET',
    path: `${path}/:id/impact`,
    summary: 'What another price of a product would do to the compositions that use it',
    params: rowParams,
    query: Type.Object({ price: Type.Optional(Price) }),
    answer: PriceImpact,
    failure: failures.get,
  }),
  changeMany: endpoint({
    method: 'PUT',
    path: `${path}-batch`,
    summary: 'Moves products to a group, or switches them on or off, all or none',
    params: Type.Object(owner),
    body: Type.Object({
      products: Type.Array(Type.Object({ id: Id, version: Version }), { minItems: 1, maxItems: 500 }),
      productGroup: Type.Optional(Nullable(Reference)),
      active: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ content: Type.Array(Product) }),
    failure: failures.update,
  }),
};
