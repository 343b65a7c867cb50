import { brandEndpoints } from '#schema/purchase/brands.rest.ts';
import { registerResolvers } from '../platform/register.ts';

export const brands = registerResolvers('Brand', brandEndpoints);
