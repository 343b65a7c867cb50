import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Nullable } from '../platform/shapes.ts';

/** Stage (etapa): a GROUP of the building's cost estimate (§3). Answered in tree order. */
export const Stage = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String({ description: '1.2.3' }),
  parentId: Nullable(Id),
  level: Type.Integer({ minimum: 0, description: 'Depth in the tree, 0 at the top' }),
});
export type Stage = Static<typeof Stage>;

export const stageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/companies/:companyId/buildings/:id/groups',
    summary: 'Stages of a building',
    params: Type.Object({ companyId: Id, id: Id }),
    answer: Type.Object({ content: Type.Array(Stage) }),
    failure: 'Falha para buscar etapas em obras',
  }),
};
