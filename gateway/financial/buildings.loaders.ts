import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const buildingLoader = byIds(buildingEndpoints.list, buildingEndpoints.get);
