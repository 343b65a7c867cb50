import { sql } from 'kysely';
import type { TaskChange } from '#schema/engineering/tasks/beside.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import { nameTasks } from './names.ts';
import { TASK_MISSING } from './read.ts';
import type { TaskSnapshot } from './snapshot.ts';

interface ChangeRow {
  id: number;
  at: string;
  action: string;
  details: { before?: TaskSnapshot; after?: TaskSnapshot; copyOf?: number } | null;
  user: TaskChange['user'];
}

type Kind = 'PRODUCT' | 'TASK';
type Names = Map<string, { code: string; name: string }>;

const NOWHERE = { code: '', name: '' };
const unitKey = (id: number): string => `UNIT/${id}`;
const itemKey = ({ resourceId, taskId }: TaskSnapshot['items'][number]): string =>
  resourceId === null ? `TASK/${taskId}` : `PRODUCT/${resourceId}`;

/** Coefficients by what they are of: an item may stand in several lines. */
const quantitiesOf = (task: TaskSnapshot | undefined): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const item of task?.items ?? []) {
    const key = itemKey(item);
    found.set(key, [...(found.get(key) ?? []), item.quantity]);
  }
  return found;
};

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

const FIELDS = ['code', 'description', 'group', 'sourceReference', 'active', 'unitPrice'] as const;

const fieldsOf = (before: TaskSnapshot, after: TaskSnapshot, names: Names): TaskChange['fields'] => {
  const unit = ({ unitId }: TaskSnapshot) => names.get(unitKey(unitId))?.code ?? null;
  const all = [
    ...FIELDS.map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) })),
    { field: 'unitId', before: unit(before), after: unit(after) },
  ];
  return all.filter((one) => one.before !== one.after);
};

const itemsOf = (before: TaskSnapshot, after: TaskSnapshot, names: Names): TaskChange['items'] => {
  const [was, is] = [quantitiesOf(before), quantitiesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key) ?? [], is.get(key) ?? []];
    if (old.join() === now.join()) return [];
    const kind: Kind = key.startsWith('TASK') ? 'TASK' : 'PRODUCT';
    return [{ kind, ...(names.get(key) ?? NOWHERE), before: old, after: now }];
  });
};

/** Names of the items and units of these snapshots, as they are now. */
const namesOf = async (trx: Trx, accountId: number, tasks: readonly TaskSnapshot[]): Promise<Names> => {
  const items = tasks.flatMap((task) => task.items);
  const products = items.flatMap(({ resourceId }) => resourceId ?? []);
  const children = items.flatMap(({ taskId }) => taskId ?? []);
  const units = tasks.map(({ unitId }) => unitId);
  const { rows } = await sql<{ key: string; code: string; name: string }>`
    select 'PRODUCT/' || p.id as key, d.code, d.name from products p
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
     where p.account_id = ${accountId} and p.id = any(${products}::bigint[])
    union all
    select 'TASK/' || t.id, d.code, d.description from tasks t
      join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
     where t.account_id = ${accountId} and t.id = any(${children}::bigint[])
    union all
    select 'UNIT/' || u.id, u.acronyms, u.description from units u
     where u.account_id = ${accountId} and u.id = any(${units}::bigint[])`.execute(trx);
  return new Map(rows.map(({ key, code, name }) => [key, { code, name }]));
};

const changeOf = ({ id, at, action, details, user }: ChangeRow, names: Names): TaskChange => {
  const { before, after, copyOf } = details ?? {};
  const made = copyOf === undefined ? 'CREATED' : 'COPIED';
  const both = before && after;
  return {
    ...{ id, at, user, action: action === 'create' ? made : 'CHANGED' },
    fields: both ? fieldsOf(before, after, names) : [],
    items: both ? itemsOf(before, after, names) : [],
  };
};

const rules = { sortable: { id: 'a.id' }, defaultSort: 'id:desc', key: 'a.id', maxSize: 200 };

/** Who changed a task and what, from the audit log, the latest first. @throws ServiceError 404 */
export const taskHistory = async (
  trx: Trx,
  accountId: number,
  id: number,
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<TaskChange>> => {
  if ((await nameTasks(trx, accountId, [id])).size === 0) throw notFound(TASK_MISSING);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
   where a.account_id = ${accountId} and a.entity = 'task' and a.entity_id = ${id}`;
  const { rows } = await sql<ChangeRow>`
    select a.id, a.at, a.action, a.details,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
      ${from} ${orderAndCut(list)}`.execute(trx);
  const snapshots = rows.flatMap(({ details }) => [details?.before ?? [], details?.after ?? []].flat());
  const names = await namesOf(trx, accountId, snapshots);
  const count = async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return Number(counted[0]?.total ?? 0);
  };
  const content = rows.map((row) => changeOf(row, names));
  return withTotal(list, content, count);
};
