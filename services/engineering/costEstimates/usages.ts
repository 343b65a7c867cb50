import { sql, type RawBuilder } from 'kysely';
import type { CostEstimateUsage } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { TASK_MISSING } from '../tasks/read.ts';
import { visible } from './access.ts';
import type { Reader } from './read.ts';

/** An input or a composition of the register. */
export type Used = { productId: number } | { taskId: number };

const rules = { sortable: { code: sql`search_key(e.code)` }, defaultSort: 'code', key: 'e.id', maxSize: 500 };

const requireRegistered = async (trx: Trx, accountId: number, used: Used): Promise<void> => {
  const [table, id, message] =
    'productId' in used ? ['products', used.productId, 'Insumo não encontrado.'] : ['tasks', used.taskId, TASK_MISSING];
  const { rows } = await sql`select 1 from ${sql.table(table as string)}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  if (rows.length === 0) throw notFound(message as string);
};

/** Resources of estimates that are this input or composition. */
const resourcesOf = (used: Used): RawBuilder<unknown> =>
  'productId' in used ? sql`r.product_id = ${used.productId}` : sql`r.task_id = ${used.taskId}`;

/**
 * Cost estimates that use an input or a composition, by code. Those of hidden buildings are not even counted. @throws ServiceError 404 */
export const listUsages = async (
  trx: Trx,
  { session }: Reader,
  used: Used,
  query: { page?: number | undefined; size?: number | undefined },
): Promise<PageOf<CostEstimateUsage>> => {
  const { accountId } = session;
  await requireRegistered(trx, accountId, used);
  const list = readListQuery({ page: query.page, size: query.size ?? 50 }, rules);
  const using = sql`
    select r.cost_estimate_id, min(r.unit_price) as unit_price, min(r.taken_on) as taken_on,
           sum((select count(*) from cost_estimate_lines l where l.account_id = r.account_id
                 and l.cost_estimate_id = r.cost_estimate_id and l.resource_id = r.id))::integer as rows,
           sum((select count(distinct i.parent_id) from cost_estimate_resource_items i where i.account_id = r.account_id
                 and i.cost_estimate_id = r.cost_estimate_id and i.resource_id = r.id))::integer as compositions
    from cost_estimate_resources r where r.account_id = ${accountId} and ${resourcesOf(used)}
    group by r.cost_estimate_id`;
  const { rows } = await sql<CostEstimateUsage>`
    select json_build_object('id', e.id, 'companyId', e.company_id, 'code', e.code, 'description', e.description,
             'buildingName', b.name, 'approved', e.approved) as "costEstimate",
           x.rows, x.compositions, x.unit_price as "unitPrice", x.taken_on as "takenOn",
           not e.approved and not e.from_another_system as "canChange"
    from (${using}) x
    join cost_estimates e on e.account_id = ${accountId} and e.id = x.cost_estimate_id
    join buildings b on b.account_id = e.account_id and b.id = e.building_id
    where ${visible(session)} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows, async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from cost_estimates e
      where ${visible(session)} and e.id in (
        select r.cost_estimate_id from cost_estimate_resources r
        where r.account_id = ${accountId} and ${resourcesOf(used)})`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};

/** How many cost estimates that the user may see and that are not approved have a composition. */
export const countOpenEstimates = async (trx: Trx, session: Session, taskId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from cost_estimates e
    where ${visible(session)} and not e.approved and e.id in (
      select r.cost_estimate_id from cost_estimate_resources r
      where r.account_id = ${session.accountId} and r.task_id = ${taskId})`.execute(trx);
  return rows[0]?.count ?? 0;
};
