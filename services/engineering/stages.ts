import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import { stageEndpoints, type BuildingStages } from '#schema/engineering/stages.rest.ts';
import { notFound } from '../platform/errors.ts';
import { readIds } from '../platform/register/lists.ts';
import { implement } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';
import { counts } from './costEstimates/counting.ts';

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
 * Reads the stages of several buildings in one statement: those of the approved estimates, or of the newest one where none
 * is approved, and always those that documents use. In tree order: by estimate, each group before its children,
 * siblings by position. Leaves out buildings that the user may not see.
 */
export const stagesOf = async (
  trx: Trx,
  session: Session,
  companyId: number,
  ids: readonly number[],
): Promise<BuildingStages[]> => {
  const allowed = allowedBuildings(session, companyId, PERMISSIONS);
  const visible = allowed === 'all' ? ids : ids.filter((id) => allowed.includes(String(id)));
  const { rows } = await sql<BuildingStages>`
    with recursive estimates as (
      select e.id, e.building_id, ${counts} as shown
      from cost_estimates e
      where e.account_id = ${session.accountId} and e.building_id = any(${visible}::bigint[])
    ), used as (
      select g.id, g.parent_id from estimates e
      join cost_estimate_groups g on g.account_id = ${session.accountId} and g.cost_estimate_id = e.id
      where not e.shown and (exists (select from apportionments a
          where a.account_id = ${session.accountId} and a.cost_estimate_group_id = g.id)
        or exists (select from order_lines l where l.account_id = ${session.accountId} and l.stage_id = g.id)
        or exists (select from quote_lines l where l.account_id = ${session.accountId} and l.stage_id = g.id))
      union
      select g.id, g.parent_id from used u
      join cost_estimate_groups g on g.account_id = ${session.accountId} and g.id = u.parent_id
    ), listed as (
      select g.* from estimates e
      join cost_estimate_groups g on g.account_id = ${session.accountId} and g.cost_estimate_id = e.id
      where e.shown or g.id in (select id from used)
    ), tree as (
      select g.id, g.name, g.code, g.parent_id, g.building_id, 0 as level,
             array[g.cost_estimate_id, g.position::bigint, g.id] as place
      from listed g where g.parent_id is null
      union all
      select g.id, g.name, g.code, g.parent_id, g.building_id, t.level + 1, t.place || array[g.position::bigint, g.id]
      from tree t
      join listed g on g.parent_id = t.id
    )
    select b.id, coalesce(json_agg(json_build_object(
      'id', t.id, 'name', t.name, 'code', t.code, 'parentId', t.parent_id, 'level', t.level
    ) order by t.place) filter (where t.id is not null), '[]') as content
    from buildings b left join tree t on t.building_id = b.id
    where b.account_id = ${session.accountId} and b.company_id = ${companyId} and b.id = any(${visible}::bigint[])
    group by b.id order by b.id`.execute(trx);
  return rows;
};
