import { stageEndpoints } from '#schema/engineering/stages.rest.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const buildingLoader = byIds(buildingEndpoints.list, buildingEndpoints.get);
/** Loads stages by building id. */
export const stagesLoader = byIds(stageEndpoints.ofBuildings, stageEndpoints.list);
