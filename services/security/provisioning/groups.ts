import { sql, type RawBuilder } from 'kysely';
import { instant } from '../../platform/db/instants.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { changes } from '../../platform/register/register.ts';
import { settleGroupGrants } from '../permissionTemplates/groupGrants.ts';
import type { Condition } from './filters.ts';
import type { GroupChange, GroupDraft, MemberStep } from './groupFields.ts';
import { BASE, badValue, ScimError, URN, type Directory, type Paging } from './protocol.ts';
import { shows, type Projection } from './projection.ts';
import { by, lockAccount } from './users.ts';

type AnyWork = Work<Outsider>;

export const GROUP_FILTERS = ['id', 'displayname', 'externalid', 'members', 'members.value'];
/** Most groups of an organization. */
const MOST_GROUPS = 5_000;

interface GroupRow extends GroupDraft {
  id: number;
  createdAt: string;
  modifiedAt: string;
  version: number;
  members: { value: string; display: string }[] | null;
}

const MEMBERS = sql`(
  select jsonb_agg(jsonb_build_object('value', m.user_id::text, 'display', s.user_name) order by m.user_id)
  from scim_group_members m join scim_users s on s.account_id = m.account_id and s.user_id = m.user_id
  where m.account_id = g.account_id and m.group_id = g.id)`;

const columns = (withMembers: boolean) => sql`
  g.id, g.display_name as "displayName", g.external_id as "externalId", ${instant('g.created_at')} as "createdAt",
  ${instant('g.modified_at')} as "modifiedAt", g.version, ${withMembers ? MEMBERS : sql`null::jsonb`} as members`;

const own = ({ accountId, organizationId }: Directory) => sql`
  scim_groups g where g.account_id = ${accountId} and g.organization_id = ${organizationId}`;

const idOf = (text: string): RawBuilder<unknown> =>
  /^[1-9]\d{0,15}$/.test(text) ? sql`${Number(text)}` : sql`null::bigint`;

const conditionOf = ({ attribute, value }: Condition): RawBuilder<unknown> => {
  const text = String(value);
  if (attribute === 'id') return sql`g.id = ${idOf(text)}`;
  if (attribute === 'displayname') return sql`lower(g.display_name) = lower(${text})`;
  if (attribute === 'externalid') return sql`g.external_id = ${text}`;
  return sql`exists (select from scim_group_members m where m.account_id = g.account_id and m.group_id = g.id
    and m.user_id = ${idOf(text)})`;
};

const resourceOf = (row: GroupRow, publicUrl: string) => ({
  schemas: [URN.group],
  id: String(row.id),
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  displayName: row.displayName,
  members: (row.members ?? []).map((member) => ({
    ...member,
    $ref: `${publicUrl}${BASE}/Users/${member.value}`,
    type: 'User',
  })),
  meta: {
    resourceType: 'Group',
    created: row.createdAt,
    lastModified: row.modifiedAt,
    location: `${publicUrl}${BASE}/Groups/${row.id}`,
    version: `W/"${row.version}"`,
  },
});

export type GroupResource = ReturnType<typeof resourceOf>;

export const scimGroups = (publicUrl: string) => {
  const get = async (trx: Trx, directory: Directory, id: number, withMembers = true): Promise<GroupResource> => {
    const { rows } = await sql<GroupRow>`
      select ${columns(withMembers)} from ${own(directory)} and g.id = ${id}`.execute(trx);
    const [row] = rows;
    if (!row) throw new ScimError(404, 'Grupo não encontrado.');
    return resourceOf(row, publicUrl);
  };

  const list = async (
    trx: Trx,
    directory: Directory,
    { conditions, paging, projection }: { conditions: readonly Condition[]; paging: Paging; projection: Projection },
  ): Promise<{ total: number; resources: GroupResource[] }> => {
    const where = sql.join([sql``, ...conditions.map(conditionOf)], sql` and `);
    const counted = await sql<{ total: number }>`select count(*) as total from ${own(directory)} ${where}`.execute(trx);
    const total = counted.rows[0]?.total ?? 0;
    if (paging.count === 0) return { total, resources: [] };
    const { rows } = await sql<GroupRow>`
      select ${columns(shows(projection, 'members'))} from ${own(directory)} ${where}
      order by g.id limit ${paging.count} offset ${paging.startIndex - 1}`.execute(trx);
    return { total, resources: rows.map((row) => resourceOf(row, publicUrl)) };
  };

  return { get, list };
};

const sameName = () => new ScimError(409, 'Já existe um grupo com este nome.', 'uniqueness');

const requireFreeName = async (trx: Trx, directory: Directory, name: string, id: number): Promise<void> => {
  const { rows } = await sql`
    select from ${own(directory)} and lower(g.display_name) = lower(${name}) and g.id <> ${id}`.execute(trx);
  if (rows.length > 0) throw sameName();
};

/** Puts users of the directory into a group, and returns whom it did not have. @throws ScimError for others */
const addMembers = async (
  trx: Trx,
  directory: Directory,
  groupId: number,
  ids: readonly number[],
): Promise<number[]> => {
  const { accountId, organizationId } = directory;
  const known = await sql<{ user_id: number }>`
    select user_id from scim_users where account_id = ${accountId} and organization_id = ${organizationId}
      and user_id = any(${[...ids]}::bigint[])`.execute(trx);
  const found = new Set(known.rows.map(({ user_id: id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw badValue(`Não há o usuário ${missing}.`);
  const { rows } = await sql<{ user_id: number }>`
    insert into scim_group_members (account_id, organization_id, group_id, user_id)
    select ${accountId}, ${organizationId}, ${groupId}, id from unnest(${[...ids]}::bigint[]) as id
    on conflict do nothing returning user_id`.execute(trx);
  return rows.map(({ user_id: id }) => id);
};

const removeMembers = async (
  trx: Trx,
  { accountId }: Directory,
  groupId: number,
  { ids, others }: { ids: readonly number[]; others: boolean },
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    delete from scim_group_members where account_id = ${accountId} and group_id = ${groupId}
      and (user_id = any(${[...ids]}::bigint[])) <> ${others} returning user_id`.execute(trx);
  return rows.map(({ user_id: id }) => id);
};

const applyMembers = async (
  trx: Trx,
  directory: Directory,
  groupId: number,
  steps: readonly MemberStep[],
): Promise<Set<number>> => {
  const moved = new Set<number>();
  for (const { kind, ids } of steps) {
    if (kind !== 'add') {
      for (const id of await removeMembers(trx, directory, groupId, { ids, others: kind === 'set' })) moved.add(id);
    }
    if (kind !== 'remove' && ids.length > 0) {
      for (const id of await addMembers(trx, directory, groupId, ids)) moved.add(id);
    }
  }
  return moved;
};

const membersOf = async (trx: Trx, { accountId }: Directory, groupId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from scim_group_members where account_id = ${accountId} and group_id = ${groupId}`.execute(trx);
  return rows.map(({ user_id: id }) => id);
};

/** From its first group on, the groups of a directory are those that it provisions: what logins told counts no more. */
const forgetClaims = async (trx: Trx, { accountId, organizationId }: Directory): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    delete from user_group_claims c using organization_groups o
     where c.account_id = ${accountId} and o.account_id = c.account_id and o.id = c.group_id
       and o.organization_id = ${organizationId} returning c.user_id`.execute(trx);
  return rows.map(({ user_id: id }) => id);
};

export const createGroup = async (
  trx: Trx,
  work: AnyWork,
  directory: Directory,
  change: GroupChange,
): Promise<{ id: number }> => {
  const { accountId, organizationId } = directory;
  await lockAccount(trx, directory);
  await requireFreeName(trx, directory, change.displayName, 0);
  const counted = await sql<{ total: number }>`select count(*) as total from ${own(directory)}`.execute(trx);
  if ((counted.rows[0]?.total ?? 0) >= MOST_GROUPS) {
    throw new ScimError(403, `Uma organização tem no máximo ${MOST_GROUPS} grupos.`);
  }
  const now = work.clock.now();
  const { id } = await trx
    .insertInto('scim_groups')
    .values({
      ...{ account_id: accountId, organization_id: organizationId, created_at: now, modified_at: now },
      ...{ display_name: change.displayName, external_id: change.externalId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const details = { displayName: change.displayName, externalId: change.externalId, ...by(directory) };
  work.audit({ action: 'create', entity: 'scimGroup', entityId: id, details });
  const moved = await applyMembers(trx, directory, id, change.members);
  for (const userId of await forgetClaims(trx, directory)) moved.add(userId);
  await settleGroupGrants(trx, work, [...moved]);
  return { id };
};

/** The group, held until the end of the command. */
export const lockGroup = async (
  trx: Trx,
  directory: Directory,
  id: number,
): Promise<GroupDraft & { version: number }> => {
  await lockAccount(trx, directory);
  const { rows } = await sql<GroupDraft & { version: number }>`
    select g.display_name as "displayName", g.external_id as "externalId", g.version
      from ${own(directory)} and g.id = ${id} for no key update`.execute(trx);
  const [row] = rows;
  if (!row) throw new ScimError(404, 'Grupo não encontrado.');
  return row;
};

export const updateGroup = async (
  trx: Trx,
  work: AnyWork,
  directory: Directory,
  { id, before, change }: { id: number; before: GroupDraft; change: GroupChange },
): Promise<void> => {
  const { members, displayName, externalId } = change;
  if (displayName !== before.displayName) await requireFreeName(trx, directory, displayName, id);
  const moved = await applyMembers(trx, directory, id, members);
  const told = changes({ displayName: before.displayName, externalId: before.externalId }, { displayName, externalId });
  const renamed = Object.keys(told).length > 0;
  if (!renamed && moved.size === 0) return;
  await trx
    .updateTable('scim_groups')
    .set({ display_name: displayName, external_id: externalId, modified_at: work.clock.now() })
    .set({ version: sql`version + 1` })
    .where('account_id', '=', directory.accountId)
    .where('id', '=', id)
    .execute();
  // Under another name it may give another template.
  if (renamed) for (const userId of await membersOf(trx, directory, id)) moved.add(userId);
  const details = { ...told, moved: moved.size, ...by(directory) };
  work.audit({ action: 'update', entity: 'scimGroup', entityId: id, details });
  await settleGroupGrants(trx, work, [...moved]);
};

export const removeGroup = async (trx: Trx, work: AnyWork, directory: Directory, id: number): Promise<void> => {
  const { displayName } = await lockGroup(trx, directory, id);
  const members = await membersOf(trx, directory, id);
  await trx.deleteFrom('scim_groups').where('account_id', '=', directory.accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: 'scimGroup', entityId: id, details: { displayName, ...by(directory) } });
  await settleGroupGrants(trx, work, members);
};
