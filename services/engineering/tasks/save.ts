import { sql } from 'kysely';
import { compositionPrice, type Amount } from '#domain/engineering/composition.ts';
import type { Task, TaskBody, TaskUpdate } from '#schema/engineering/tasks/tasks.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { register } from '../../platform/register/register.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readBody, refuseRules, type TaskDraft } from './body.ts';
import { readTask, TASK_MISSING } from './read.ts';
import { snapshotOf } from './snapshot.ts';
import { checkReferences } from './references.ts';
import { lockCompositions, repriceUsers } from './reprice.ts';

const rows = register({
  table: 'tasks',
  entity: 'task',
  noun: { name: 'Composição', feminine: true },
  missing: TASK_MISSING,
  usages: ({ account_id: accountId, id }) => [
    {
      one: 'composição',
      many: 'composições',
      rows: sql`select distinct task_id from task_items where account_id = ${accountId} and child_task_id = ${id}`,
    },
    {
      one: 'orçamento',
      many: 'orçamentos',
      rows: sql`select distinct cost_estimate_id from cost_estimate_resources
        where account_id = ${accountId} and task_id = ${id}`,
    },
  ],
});

const PUBLISHED = 'Esta composição é publicada pelo SINAPI e só muda por importação. Duplique-a para ter a sua.';

/** A cost database of the account's own that a task may be made in, with its catalogue. */
const ownDatabase = async (trx: Trx, accountId: number, id: number): Promise<{ catalogueId: number }> => {
  const database = await trx
    .selectFrom('product_tables')
    .select(['catalogue_id as catalogueId', 'source', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const refuse = (message: string) => refuseRules([{ path: 'costDatabase', message }]);
  if (!database) refuse('Base de custos não encontrada.');
  else if (database.source !== 'GO') refuse('Esta base é publicada pelo SINAPI e só muda por importação.');
  else if (!database.active) refuse('Esta base de custos está inativa.');
  return { catalogueId: database?.catalogueId ?? 0 };
};

/** Checks a draft and computes its price. */
const priced = async (trx: Trx, accountId: number, draft: TaskDraft, id?: number): Promise<Amount | null> => {
  const { problems, references } = await checkReferences(trx, accountId, draft, id);
  refuseRules(problems);
  return compositionPrice(
    draft.items.map((line) => ({ quantity: line.quantity, unitPrice: references.priceOf(line) ?? null })),
  );
};

/** Stores the lines of a task as they stand in the draft: keeps those that have a key, drops the rest. */
const storeItems = async (trx: Trx, accountId: number, taskId: number, { items }: TaskDraft): Promise<void> => {
  const keys = items.flatMap(({ id }) => id ?? []);
  await sql`delete from task_items
    where account_id = ${accountId} and task_id = ${taskId} and not id = any(${keys}::bigint[])`.execute(trx);
  const lines = JSON.stringify(items.map((item, position) => ({ ...item, position })));
  await sql`
    with line as (
      select * from jsonb_to_recordset(${lines}::jsonb) as l(
        id bigint, position integer, quantity text, "resourceId" bigint, "taskId" bigint)
    ), changed as (
      update task_items i
      set position = l.position, quantity = l.quantity::numeric, product_id = l."resourceId", child_task_id = l."taskId"
      from line l where i.account_id = ${accountId} and i.id = l.id
    )
    insert into task_items (account_id, task_id, position, quantity, product_id, child_task_id)
    select ${accountId}, ${taskId}, position, quantity::numeric, "resourceId", "taskId"
    from line where id is null order by position`.execute(trx);
};

const insertTask = async (
  trx: Trx,
  accountId: number,
  draft: TaskDraft,
  place: { catalogueId: number; costDatabaseId: number; unitPrice: Amount | null },
): Promise<number> => {
  const { rows: made } = await sql<{ id: number }>`
    with definition as (
      insert into task_definitions (account_id, catalogue_id, code, description, unit_id, class, source_reference)
      values (${accountId}, ${place.catalogueId}, ${draft.code}, ${draft.description}, ${draft.unitId}, ${draft.group},
        ${draft.sourceReference})
      returning id)
    insert into tasks (account_id, product_table_id, definition_id, unit_price, active)
    select ${accountId}, ${place.costDatabaseId}, id, ${place.unitPrice}::numeric, ${draft.active} from definition
    returning id`.execute(trx);
  return made[0]?.id ?? 0;
};

/** Makes a task from a draft. */
export const storeNewTask = async (
  trx: Trx,
  work: Work,
  draft: TaskDraft,
  costDatabaseId: number,
  details: object = {},
): Promise<Task> => {
  const { accountId } = work.session;
  await lockCompositions(trx, accountId);
  const { catalogueId } = await ownDatabase(trx, accountId, costDatabaseId);
  const unitPrice = await priced(trx, accountId, draft);
  const id = await insertTask(trx, accountId, draft, { catalogueId, costDatabaseId, unitPrice });
  await storeItems(trx, accountId, id, draft);
  const after = await readTask(trx, accountId, id);
  work.audit({ action: 'create', entity: 'task', entityId: id, details: { ...details, after: snapshotOf(after) } });
  return after;
};

/** Creates a task in a cost database of the account's own. */
export const createTask = (trx: Trx, work: Work, body: TaskBody): Promise<Task> =>
  storeNewTask(trx, work, readBody(body, undefined), body.costDatabase.id);

/** Changes a task; a new price goes up through all compositions that use it, in the same SQL transaction. */
export const updateTask = async (trx: Trx, work: Work, id: number, body: TaskUpdate): Promise<Task> => {
  const { accountId } = work.session;
  await lockCompositions(trx, accountId);
  const row = await rows.lock(trx, work.session, { id, version: body.version });
  const before = await readTask(trx, accountId, id);
  if (before.readOnly) throw ruleBroken(PUBLISHED);
  const draft = readBody(body, before);
  const unitPrice = await priced(trx, accountId, draft, id);
  await trx
    .updateTable('task_definitions')
    .set({
      code: draft.code,
      description: draft.description,
      unit_id: draft.unitId,
      class: draft.group,
      source_reference: draft.sourceReference,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', row.definition_id)
    .execute();
  await trx
    .updateTable('tasks')
    .set({ unit_price: unitPrice, active: draft.active, version: row.version + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await storeItems(trx, accountId, id, draft);
  const repriced = unitPrice === before.unitPrice ? undefined : await repriceUsers(trx, work, [], [id]);
  const after = await readTask(trx, accountId, id);
  const details = { before: snapshotOf(before), after: snapshotOf(after), ...(repriced && { repriced }) };
  work.audit({ action: 'update', entity: 'task', entityId: id, details });
  return after;
};

/** Deletes a task that no composition uses. */
export const removeTask = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const { accountId } = work.session;
  await lockCompositions(trx, accountId);
  const { definition_id: definitionId } = await rows.remove(trx, work, { id }, async () => {
    const { readOnly } = await readTask(trx, accountId, id);
    if (readOnly) throw ruleBroken(PUBLISHED);
  });
  await trx.deleteFrom('task_definitions').where('account_id', '=', accountId).where('id', '=', definitionId).execute();
  return { id };
};
