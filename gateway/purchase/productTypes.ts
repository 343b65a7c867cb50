import { productTypeEndpoints } from '#schema/purchase/productTypes.rest.ts';
import { registerResolvers } from '../platform/register.ts';

export const productTypes = registerResolvers('ProductType', productTypeEndpoints);
