import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import { stageEndpoints, type BuildingStages } from '#schema/engineering/stages.rest.ts';
import { notFound } from '../platform/errors.ts';
import { readIds } from '../platform/register/lists.ts';
import { implement } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';

/**
 * Stages (etapas) of buildings: the groups of their cost estimates; for users with any permission on the building (§7).
 */
export const stages = async (app: FastifyInstance): Promise<void> => {
  implement(app, stageEndpoints.list, ({ session, params, read }) =>
    read(async (trx) => {
      const [found] = await stagesOf(trx, session, params.companyId, [params.id]);
      if (!found) throw notFound('Obra não encontrada.');
      return { content: found.content };
    }),
  );

  implement(app, stageEndpoints.ofBuildings, ({ session, params, query, read }) =>
    read(async (trx) => ({ content: await stagesOf(trx, session, params.companyId, readIds(query.ids) ?? []) })),
  );
};

/**
 * Reads the stages of several buildings in one statement, in tree order: by estimate, each group before its children,
 * siblings by position. Leaves out buildings that the user may not see.
 */
const stagesOf = async (
  trx: Trx,
  session: Session,
  companyId: number,
  ids: readonly number[],
): Promise<BuildingStages[]> => {
  const allowed = allowedBuildings(session, companyId, PERMISSIONS);
  const visible = allowed === 'all' ? ids : ids.filter((id) => allowed.includes(String(id)));
  const { rows } = await sql<BuildingStages>`
    with recursive tree as (
      select g.id, g.name, g.code, g.parent_id, g.building_id, 0 as level,
             array[g.cost_estimate_id, g.position::bigint, g.id] as place
      from cost_estimate_groups g
      where g.account_id = ${session.accountId} and g.building_id = any(${visible}::bigint[]) and g.parent_id is null
      union all
      select g.id, g.name, g.code, g.parent_id, g.building_id, t.level + 1, t.place || array[g.position::bigint, g.id]
      from tree t
      join cost_estimate_groups g on g.account_id = ${session.accountId} and g.parent_id = t.id
        and g.building_id = t.building_id
    )
    select b.id, coalesce(json_agg(json_build_object(
      'id', t.id, 'name', t.name, 'code', t.code, 'parentId', t.parent_id, 'level', t.level
    ) order by t.place) filter (where t.id is not null), '[]') as content
    from buildings b left join tree t on t.building_id = b.id
    where b.account_id = ${session.accountId} and b.company_id = ${companyId} and b.id = any(${visible}::bigint[])
    group by b.id order by b.id`.execute(trx);
  return rows;
};
