import { sql } from 'kysely';
import type { SharedDocuments, UsedStage } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { RemovedStage } from './editing.ts';

/** "1 documento", "12 documentos" */
export const documents = (count: number): string => `${count} ${count === 1 ? 'documento' : 'documentos'}`;

/** What uses stages of the account: shares of income and expenses, and lines of orders. Rows: stage, document, value. */
const usesOf = (accountId: number) => sql`(
  select cost_estimate_group_id as stage, 'transaction ' || transaction_id as document, gross_value as value
    from apportionments where account_id = ${accountId} and cost_estimate_group_id is not null
  union all
  select stage_id, 'order ' || order_id, case when canceled then 0 else round(quantity * price, 2) end
    from order_lines where account_id = ${accountId} and stage_id is not null)`;

/** How many documents use each of the stages; those that none uses are left out. */
const countByStage = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; count: number }>`
    select stage as id, count(distinct document) as count from ${usesOf(accountId)} u
    where stage = any(${[...ids]}::bigint[]) group by stage`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** Stages of an estimate that documents use: how many, what of them is in the stage, and which they share. */
export const readUsedStages = async (
  trx: Trx,
  accountId: number,
  estimateId: number,
): Promise<{ usedStages: UsedStage[]; sharedDocuments: SharedDocuments[] }> => {
  const { rows } = await sql<{ usedStages: UsedStage[]; sharedDocuments: SharedDocuments[] }>`
    with shares as materialized (
      select u.stage, u.document, sum(u.value) as value
      from cost_estimate_groups g join ${usesOf(accountId)} u on u.stage = g.id
      where g.account_id = ${accountId} and g.cost_estimate_id = ${estimateId}
      group by 1, 2
    ), used as (
      select stage, count(*) as documents, sum(value) as total from shares group by stage
    ), shared as (
      select stages, count(*) as documents
      from (select array_agg(stage order by stage) as stages from shares group by document having count(*) > 1) x
      group by stages
    )
    select coalesce((select json_agg(json_build_object('stageId', stage, 'documents', documents, 'total', total::text)
                              order by stage) from used), '[]') as "usedStages",
           coalesce((select json_agg(json_build_object('stageIds', stages, 'documents', documents)
                              order by stages) from shared), '[]') as "sharedDocuments"`.execute(trx);
  return rows[0] ?? { usedStages: [], sharedDocuments: [] };
};

/** How many documents use stages of an estimate. */
export const countDocuments = async (trx: Trx, accountId: number, estimateId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct u.document) as count
    from cost_estimate_groups g join ${usesOf(accountId)} u on u.stage = g.id
    where g.account_id = ${accountId} and g.cost_estimate_id = ${estimateId}`.execute(trx);
  return rows[0]?.count ?? 0;
};

/** Where the shares of each stage go; null: without a stage. */
type Moves = Map<number, number | null>;

const requireChoice = (stages: readonly RemovedStage[], used: Map<number, number>): Moves => {
  const problems: FieldError[] = [];
  const moves: Moves = new Map();
  for (const { id, index, documentsTo, documentsWithoutStage } of stages) {
    const count = used.get(id);
    if (count === undefined) continue;
    if (documentsTo === null && !documentsWithoutStage) {
      const message = `${documents(count)} ${count === 1 ? 'usa' : 'usam'} esta etapa. Escolha outra etapa para ${
        count === 1 ? 'ele' : 'eles'
      }, ou deixe sem etapa.`;
      problems.push({ path: `${index}.documentsTo`, message });
    } else moves.set(id, documentsTo);
  }
  const [first] = problems;
  if (first) throw ruleBroken(first.message, problems);
  return moves;
};

/** A document has one share for a building and stage: where it would have two, somebody has to say what becomes of them. */
const requireNoTwins = async (trx: Trx, accountId: number, moves: Moves): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct transaction_id) as count from (
      select a.transaction_id
      from apportionments a
      left join unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()]}::bigint[]) as m (stage, target)
        on m.stage = a.cost_estimate_group_id
      where a.account_id = ${accountId} and a.transaction_id in (
        select transaction_id from apportionments
        where account_id = ${accountId} and cost_estimate_group_id = any(${[...moves.keys()]}::bigint[]))
      group by a.transaction_id, a.building_id,
               case when m.stage is null then a.cost_estimate_group_id else m.target end
      having count(*) > 1) twins`.execute(trx);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw ruleBroken(
    `${documents(count)} já ${count === 1 ? 'tem' : 'têm'} um rateio na etapa de destino. Ajuste o rateio antes de excluir a etapa.`,
  );
};

/** Gives the documents of removed stages to another stage, or to none. @throws ServiceError 422 */
export const moveDocuments = async (
  trx: Trx,
  { session: { accountId }, clock, audit }: Work,
  stages: readonly RemovedStage[],
): Promise<void> => {
  if (stages.length === 0) return;
  const used = await countByStage(
    trx,
    accountId,
    stages.map(({ id }) => id),
  );
  const moves = requireChoice(stages, used);
  if (moves.size === 0) return;
  await requireNoTwins(trx, accountId, moves);
  const { rows } = await sql<{ id: number; stages: [number, number | null][] }>`
    with moved as (
      update apportionments a set cost_estimate_group_id = m.target
      from unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()]}::bigint[]) as m (stage, target)
      where a.account_id = ${accountId} and a.cost_estimate_group_id = m.stage
      returning a.transaction_id, m.stage, m.target
    ), touched as (
      update transactions t set version = t.version + 1, updated_at = ${clock.now()}
      where t.account_id = ${accountId} and t.id in (select transaction_id from moved) returning t.id
    )
    select t.id, json_agg(json_build_array(m.stage, m.target)) as stages
    from touched t join moved m on m.transaction_id = t.id group by t.id`.execute(trx);
  for (const { id, stages: changed } of rows) {
    audit({ action: 'update', entity: 'transaction', entityId: id, details: { costEstimateGroups: changed } });
  }
  const orders = await sql<{ id: number; stages: [number, number | null][] }>`
    with moved as (
      update order_lines l set stage_id = m.target
      from unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()]}::bigint[]) as m (stage, target)
      where l.account_id = ${accountId} and l.stage_id = m.stage
      returning l.order_id, m.stage, m.target
    ), touched as (
      update orders o set version = o.version + 1, updated_at = ${clock.now()}
      where o.account_id = ${accountId} and o.id in (select order_id from moved) returning o.id
    )
    select o.id, json_agg(distinct jsonb_build_array(m.stage, m.target)) as stages
    from touched o join moved m on m.order_id = o.id group by o.id`.execute(trx);
  for (const { id, stages: changed } of orders.rows) {
    audit({ action: 'update', entity: 'order', entityId: id, details: { costEstimateGroups: changed } });
  }
};
