import { productTableEndpoints } from '#schema/purchase/productTables.rest.ts';
import { registerResolvers } from '../platform/register.ts';

export const productTables = registerResolvers('ProductTable', productTableEndpoints);
