import { sql } from 'kysely';
import type { SharedDocuments, UsedStage } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { RemovedStage } from './editing.ts';

/** "1 documento", "12 documentos" */
export const documents = (count: number): string => `${count} ${count === 1 ? 'documento' : 'documentos'}`;

/** What uses stages of the account: shares of income and expenses, lines of orders and of quotes. Rows: stage, document, value. */
const usesOf = (accountId: number) => sql`(
  select cost_estimate_group_id as stage, 'transaction ' || transaction_id as document, gross_value as value
    from apportionments where account_id = ${accountId} and cost_estimate_group_id is not null
  union all
  select stage_id, 'order ' || order_id, case when canceled then 0 else round(quantity * price, 2) end
    from order_lines where account_id = ${accountId} and stage_id is not null
  union all
  select stage_id, 'quote ' || quote_id, 0 from quote_lines where account_id = ${accountId} and stage_id is not null)`;

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

/** Documents whose parts name stages: the table of the parts, its columns, and the table of the documents. */
const KINDS = [
  ['apportionments', 'cost_estimate_group_id', 'transaction_id', 'transactions', 'transaction'],
  ['order_lines', 'stage_id', 'order_id', 'orders', 'order'],
  ['quote_lines', 'stage_id', 'quote_id', 'quotes', 'quote'],
] as const;

/** Gives the parts of one kind of documents to other stages; their documents count as changed. */
const move = async (
  trx: Trx,
  { session: { accountId }, clock, audit }: Pick<Work, 'session' | 'clock' | 'audit'>,
  [parts, stage, key, documentsTable, entity]: (typeof KINDS)[number],
  moves: Moves,
): Promise<void> => {
  const [column, owner] = [sql.ref(stage), sql.ref(key)];
  const { rows } = await sql<{ id: number; stages: [number, number | null][] }>`
    with moved as (
      update ${sql.table(parts)} p set ${column} = m.target
      from unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()]}::bigint[]) as m (stage, target)
      where p.account_id = ${accountId} and p.${column} = m.stage
      returning p.${owner} as document, m.stage, m.target
    ), touched as (
      update ${sql.table(documentsTable)} d set version = d.version + 1, updated_at = ${clock.now()}
      where d.account_id = ${accountId} and d.id in (select document from moved) returning d.id
    )
    select d.id, json_agg(distinct jsonb_build_array(m.stage, m.target)) as stages
    from touched d join moved m on m.document = d.id group by d.id`.execute(trx);
  for (const { id, stages } of rows) {
    audit({ action: 'update', entity, entityId: id, details: { costEstimateGroups: stages } });
  }
};

/** Gives the documents of removed stages to another stage, or to none. @throws ServiceError 422 */
export const moveDocuments = async (
  trx: Trx,
  { session, clock, audit }: Work,
  stages: readonly RemovedStage[],
): Promise<void> => {
  if (stages.length === 0) return;
  const { accountId } = session;
  const used = await countByStage(
    trx,
    accountId,
    stages.map(({ id }) => id),
  );
  const moves = requireChoice(stages, used);
  if (moves.size === 0) return;
  await requireNoTwins(trx, accountId, moves);
  for (const kind of KINDS) await move(trx, { session, clock, audit }, kind, moves);
};
