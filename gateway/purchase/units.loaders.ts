import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const unitLoader = byIds(unitEndpoints.list, unitEndpoints.get);
