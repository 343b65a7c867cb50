import { brandEndpoints } from '#schema/purchase/brands.rest.ts';
import { type ProductFigures, productEndpoints } from '#schema/purchase/products.rest.ts';
import { productTableEndpoints } from '#schema/purchase/productTables.rest.ts';
import { productTypeEndpoints } from '#schema/purchase/productTypes.rest.ts';
import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { byIds, RowLoader, type LoaderFactory } from '../rest/loaders.ts';

export const brandLoader = byIds(brandEndpoints.list, brandEndpoints.get);
export const unitLoader = byIds(unitEndpoints.list, unitEndpoints.get);
export const productTypeLoader = byIds(productTypeEndpoints.list, productTypeEndpoints.get);
export const productTableLoader = byIds(productTableEndpoints.list, productTableEndpoints.get);

/** Loads the figures of all products of a page in one call. */
export const productFiguresLoader: LoaderFactory<ProductFigures, { accountId: number }> = (client, params) =>
  new RowLoader(async (ids) => {
    const { content } = await client.call(productEndpoints.figures, { params, query: { ids: ids.join(',') } });
    const rows = new Map(content.map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
