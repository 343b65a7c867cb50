import type { Brand as RestBrand } from '#schema/purchase/brands.rest.ts';
import { type Product as RestProduct, type ProductBody, productEndpoints } from '#schema/purchase/products.rest.ts';
import type { ProductTable as RestProductTable } from '#schema/purchase/productTables.rest.ts';
import type { ProductType as RestProductType } from '#schema/purchase/productTypes.rest.ts';
import type { Unit as RestUnit } from '#schema/purchase/units.rest.ts';
import type { ProductFilter, ProductInput, Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, embeddedList, wholeOf } from '../platform/embedded.ts';
import { toId, toOptionalId, toReference } from '../platform/ids.ts';
import { importBody, undoing } from '../platform/imports.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import {
  brandLoader,
  productFiguresLoader,
  productTableLoader,
  productTypeLoader,
  unitLoader,
} from './products.loaders.ts';

export type ProductParent = RestProduct;
export type BrandParent = Embedded<RestBrand, 'id' | 'name'>;
export type UnitParent = Embedded<RestUnit, 'id' | 'acronyms' | 'description'>;
export type ProductTypeParent = Embedded<RestProductType, 'id' | 'name'>;
export type ProductTableParent = Embedded<RestProductTable, 'id' | 'name' | 'source'>;

const NAMED: ReadonlySet<string> = new Set(['id', 'name']);
const UNIT: ReadonlySet<string> = new Set(['id', 'acronyms', 'description']);
const TABLE: ReadonlySet<string> = new Set(['id', 'name', 'source']);
const unit = <Field extends 'unit' | 'purchaseUnit'>(field: Field) =>
  embedded<Field, UnitParent>(field, UNIT, wholeOf(unitLoader));

const toFilter = (filter: ProductFilter | null | undefined) => ({
  ...pick(filter, ['active', 'activeProductTable', 'search']),
  productTable: toOptionalId(filter?.productTable),
  productGroup: toOptionalId(filter?.productGroup),
  productType: toOptionalId(filter?.productType),
  brand: toOptionalId(filter?.brand),
  unit: toOptionalId(filter?.unit),
});

/** Null clears a group, a price and a purchase unit; for the rest it is as if it was left out. */
const toBody = (input: ProductInput): ProductBody => ({
  name: input.name,
  unit: { id: toId(input.unitId) },
  productType: { id: toId(input.productTypeId) },
  productTable: { id: toId(input.productTableId) },
  ...(input.code ? { code: input.code } : {}),
  ...(input.productGroupId === undefined ? {} : { productGroup: toReference(input.productGroupId) }),
  ...(input.brandIds ? { brands: input.brandIds.map((id) => ({ id: toId(id) })) } : {}),
  ...(input.price === undefined ? {} : { price: input.price }),
  ...(input.purchaseUnitId === undefined ? {} : { purchaseUnit: toReference(input.purchaseUnitId) }),
  ...(input.purchaseFactor === undefined ? {} : { purchaseFactor: input.purchaseFactor }),
  ...(input.leadTimeDays === undefined ? {} : { leadTimeDays: input.leadTimeDays }),
  ...(input.active === undefined || input.active === null ? {} : { active: input.active }),
});

/** Maps the path of a rejected field in the REST body to its path in the input. */
const fieldNames = (path: string): string =>
  path
    .replace(/^(unit|productType|productGroup|productTable|purchaseUnit)(\.id)?$/, '$1Id')
    .replace(/^brands\.(\d+)(\.id)?$/, 'brandIds.$1');

export const products: Resolvers = {
  Query: {
    products: async (_, { filter, ...page }, context) =>
      context.rest.call(productEndpoints.list, {
        params: await context.account(),
        query: { ...toPageQuery(page), ...toFilter(filter) },
      }),
    productTotals: async (_, { filter }, context) => {
      const { active: _active, ...query } = toFilter(filter);
      return context.rest.call(productEndpoints.totals, { params: await context.account(), query });
    },
    productCounts: async (_, { productTableId, active }, context) =>
      context.rest.call(productEndpoints.counts, {
        params: await context.account(),
        query: { productTable: toOptionalId(productTableId), active: active ?? undefined },
      }),
    product: async (_, { id }, context) =>
      context.rest.call(productEndpoints.get, { params: { ...(await context.account()), id: toId(id) } }),
    productByCode: async (_, { code, productTableId }, context) =>
      context.rest.call(productEndpoints.byCode, {
        params: { ...(await context.account()), code },
        query: { productTable: toOptionalId(productTableId) },
      }),
    productPriceHistory: async (_, { id }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      return (await context.rest.call(productEndpoints.priceHistory, { params })).content;
    },
    productUsages: async (_, { id }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      return (await context.rest.call(productEndpoints.usages, { params })).content;
    },
    productImpact: async (_, { id, price }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      return context.rest.call(productEndpoints.impact, { params, query: price == null ? {} : { price } });
    },
  },
  Mutation: {
    createProduct: async (_, { input }, context) => {
      const params = await context.account();
      return { product: await context.rest.call(productEndpoints.create, { params, body: toBody(input), fieldNames }) };
    },
    updateProduct: async (_, { id, version, input }, context) => {
      const params = await context.account();
      const body = { ...toBody(input), id: toId(id), version };
      return { product: await context.rest.call(productEndpoints.update, { params, body, fieldNames }) };
    },
    changeProducts: async (_, { products: chosen, input }, context) => {
      const body = {
        products: chosen.map(({ id, version }) => ({ id: toId(id), version })),
        ...(input.productGroupId === undefined ? {} : { productGroup: toReference(input.productGroupId) }),
        active: input.active ?? undefined,
      };
      const params = await context.account();
      return { products: (await context.rest.call(productEndpoints.changeMany, { params, body, fieldNames })).content };
    },
    importProducts: async (_, { productTableId, input }, context) =>
      context.rest.call(productEndpoints.import, {
        params: await context.account(),
        body: { ...importBody(input), productTable: { id: toId(productTableId) } },
      }),
    undoImportProducts: undoing(productEndpoints.undoImport),
    deleteProduct: async (_, { id }, context) => {
      await context.rest.call(productEndpoints.remove, { params: { ...(await context.account()), id: toId(id) } });
      return { id };
    },
  },
  // A product tells its group itself; the schema's ProductGroup is loaded by its own root field.
  ProductGroupName: {
    id: ({ id }) => id ?? '',
    name: ({ name }) => name ?? '',
    code: ({ code }) => code ?? '',
  },
  Product: {
    unit: unit('unit'),
    purchaseUnit: unit('purchaseUnit'),
    productType: embedded<'productType', ProductTypeParent>('productType', NAMED, wholeOf(productTypeLoader)),
    productTable: embedded<'productTable', ProductTableParent>('productTable', TABLE, wholeOf(productTableLoader)),
    brands: embeddedList<'brands', BrandParent>('brands', NAMED, wholeOf(brandLoader)),
    figures: async ({ id }, _, context) => context.loader(productFiguresLoader, await context.account()).load(id),
  },
};
