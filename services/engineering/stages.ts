import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import { stageEndpoints, type Stage } from '#schema/engineering/stages.rest.ts';
import { notFound } from '../platform/errors.ts';
import { implement } from '../platform/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/unitOfWork.ts';

/** Stages (etapas) of a building: the groups of its cost estimates, for whoever has any permission on it (§7). */
export const stages = async (app: FastifyInstance): Promise<void> => {
  implement(app, stageEndpoints.list, ({ session, params, read }) =>
    read(async (trx) => {
      await requireBuilding(trx, session, params.companyId, params.id);
      return { content: await stagesOf(trx, session, params.id) };
    }),
  );
};

const requireBuilding = async (trx: Trx, session: Session, companyId: number, id: number): Promise<void> => {
  const allowed = allowedBuildings(session, companyId, PERMISSIONS);
  const building =
    (allowed === 'all' || allowed.includes(String(id))) &&
    (await trx
      .selectFrom('buildings')
      .select('id')
      .where('account_id', '=', session.accountId)
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst());
  if (!building) throw notFound('Obra não encontrada.');
};

/** In tree order: estimate by estimate, each group before the groups below it, brothers by position. */
const stagesOf = async (trx: Trx, session: Session, buildingId: number): Promise<Stage[]> => {
  const { rows } = await sql<Stage>`
    with recursive tree as (
      select g.id, g.name, g.code, g.parent_id, 0 as level,
             array[g.cost_estimate_id, g.position::bigint, g.id] as place
      from cost_estimate_groups g
      where g.account_id = ${session.accountId} and g.building_id = ${buildingId} and g.parent_id is null
      union all
      select g.id, g.name, g.code, g.parent_id, t.level + 1, t.place || array[g.position::bigint, g.id]
      from tree t
      join cost_estimate_groups g on g.account_id = ${session.accountId} and g.parent_id = t.id
        and g.building_id = ${buildingId}
    )
    select id, name, code, parent_id as "parentId", level from tree order by place`.execute(trx);
  return rows;
};
