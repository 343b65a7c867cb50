import { stageEndpoints } from '#schema/engineering/stages.rest.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const buildingLoader = byIds(buildingEndpoints.list, buildingEndpoints.get);
/** Stages by the key of their building. */
export const stagesLoader = byIds(stageEndpoints.ofBuildings, stageEndpoints.list);
