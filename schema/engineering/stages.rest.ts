import { FETCH_BUILDING_STAGES_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, listKeys, Nullable } from '../platform/shapes.ts';

/** Stage (etapa): a GROUP of the building's cost estimate (§3), in tree order. */
export const Stage = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String({ description: 'Code in the tree, e.g. "1.2.3"' }),
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0, description: 'Depth in the tree, 0 at the top' }),
});
export type Stage = Static<typeof Stage>;

/** Stages of one building in a list of several; `id` is the building's. */
export const BuildingStages = Type.Object({ id: Id, content: Type.Array(Stage) });
export type BuildingStages = Static<typeof BuildingStages>;

export const stageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/buildings/:id/groups',
    summary: 'Stages of a building',
    params: Type.Object({ companyId: Id, id: Id }),
    answer: Type.Object({ content: Type.Array(Stage) }),
    failure: FETCH_BUILDING_STAGES_FAILED,
  }),
  ofBuildings: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/groups',
    summary: 'Stages of several buildings, without those that the user may not see',
    params: Type.Object({ companyId: Id }),
    query: Type.Object({ ids: Type.String({ ...listKeys.ids, description: 'Ids of buildings: 1,2,3' }) }),
    answer: Type.Object({ content: Type.Array(BuildingStages) }),
    failure: FETCH_BUILDING_STAGES_FAILED,
  }),
};
