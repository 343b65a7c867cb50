import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { registerResolvers } from '../platform/register.ts';

export const units = registerResolvers('Unit', unitEndpoints);
