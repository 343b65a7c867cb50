import { sql, type RawBuilder } from 'kysely';
import { normalizeEmail } from '#domain/email.ts';
import { instant } from '../../platform/db/instants.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { changes } from '../../platform/register/register.ts';
import { queueMail } from '../mail/queue.ts';
import { revokeTokens } from '../tokens.ts';
import { leaveServiceAccounts } from '../users/serviceAccounts.ts';
import type { Condition } from './filters.ts';
import { refuseLockOut } from './lockOut.ts';
import { BASE, notUnique, ScimError, URN, type Directory, type Paging } from './protocol.ts';
import { shows, type Projection } from './projection.ts';
import { loginOf, shownName, type UserDraft } from './userFields.ts';

type AnyWork = Work<Outsider>;

export const USER_FILTERS = ['id', 'username', 'externalid', 'emails.value', 'emails', 'active', 'displayname'];

interface UserRow {
  id: number;
  userName: string;
  externalId: string | null;
  email: string | null;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  active: boolean;
  login: string;
  name: string;
  hasPassword: boolean;
  createdAt: string;
  modifiedAt: string;
  version: string;
  groups: { value: string; display: string }[];
}

const GROUPS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('value', g.id::text, 'display', g.display_name) order by g.id)
  from scim_group_members m join scim_groups g on g.account_id = m.account_id and g.id = m.group_id
  where m.account_id = s.account_id and m.user_id = s.user_id), '[]')`;

const columns = (withGroups: boolean) => sql`
  s.user_id as id, s.user_name as "userName", s.external_id as "externalId", s.email, s.display_name as "displayName",
  s.formatted, s.given_name as "givenName", s.family_name as "familyName", u.active, u.login, u.name, u.password_hash is not null as "hasPassword",
  ${instant('s.created_at')} as "createdAt", ${instant('s.modified_at')} as "modifiedAt",
  s.version || '-' || u.version as version, ${withGroups ? GROUPS : sql`'[]'::jsonb`} as groups`;

const managed = ({ accountId, organizationId }: Directory) => sql`
  scim_users s join users u on u.account_id = s.account_id and u.id = s.user_id
  where s.account_id = ${accountId} and s.organization_id = ${organizationId}`;

const nothing = sql`false`;

const conditionOf = ({ attribute, value }: Condition): RawBuilder<unknown> => {
  const text = String(value);
  switch (attribute) {
    case 'id':
      return /^[1-9]\d{0,15}$/.test(text) ? sql`s.user_id = ${Number(text)}` : nothing;
    case 'username':
      return sql`lower(s.user_name) = lower(${text})`;
    case 'externalid':
      return sql`s.external_id = ${text}`;
    case 'displayname':
      return sql`lower(coalesce(s.display_name, u.name)) = lower(${text})`;
    case 'active':
      return sql`u.active = ${text.toLowerCase() === 'true'}`;
    default:
      return sql`u.login = ${normalizeEmail(text)}`;
  }
};

const versionOf = ({ version }: UserRow): string => `W/"${version}"`;

const resourceOf = (row: UserRow, publicUrl: string) => {
  const name = { formatted: row.formatted, givenName: row.givenName, familyName: row.familyName };
  const said = Object.fromEntries(Object.entries(name).filter(([, text]) => text !== null));
  return {
    schemas: [URN.user],
    id: String(row.id),
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.userName,
    ...(Object.keys(said).length > 0 ? { name: said } : {}),
    displayName: row.displayName ?? row.name,
    active: row.active,
    emails: [{ value: row.login, type: 'work', primary: true }],
    ...(row.groups.length > 0
      ? { groups: row.groups.map((group) => ({ ...group, $ref: `${publicUrl}${BASE}/Groups/${group.value}` })) }
      : {}),
    meta: {
      resourceType: 'User',
      created: row.createdAt,
      lastModified: row.modifiedAt,
      location: `${publicUrl}${BASE}/Users/${row.id}`,
      version: versionOf(row),
    },
  };
};

export type UserResource = ReturnType<typeof resourceOf>;

const missing = () => new ScimError(404, 'Usuário não encontrado.');

export const scimUsers = (publicUrl: string) => {
  const find = async (trx: Trx, directory: Directory, id: number, lock = false): Promise<UserRow> => {
    const { rows } = await sql<UserRow>`
      select ${columns(true)} from ${managed(directory)} and s.user_id = ${id}
      ${lock ? sql`for no key update of s, u` : sql``}`.execute(trx);
    const [row] = rows;
    if (!row) throw missing();
    return row;
  };

  const get = async (trx: Trx, directory: Directory, id: number): Promise<UserResource> =>
    resourceOf(await find(trx, directory, id), publicUrl);

  const list = async (
    trx: Trx,
    directory: Directory,
    { conditions, paging, projection }: { conditions: readonly Condition[]; paging: Paging; projection: Projection },
  ): Promise<{ total: number; resources: UserResource[] }> => {
    const where = sql.join([sql``, ...conditions.map(conditionOf)], sql` and `);
    const counted = await sql<{ total: number }>`
      select count(*) as total from ${managed(directory)} ${where}`.execute(trx);
    const total = counted.rows[0]?.total ?? 0;
    if (paging.count === 0) return { total, resources: [] };
    const { rows } = await sql<UserRow>`
      select ${columns(shows(projection, 'groups'))} from ${managed(directory)} ${where}
      order by s.user_id limit ${paging.count} offset ${paging.startIndex - 1}`.execute(trx);
    return { total, resources: rows.map((row) => resourceOf(row, publicUrl)) };
  };

  return { find, get, list };
};

const said = (draft: UserDraft) => ({
  user_name: draft.userName,
  external_id: draft.externalId,
  email: draft.email,
  display_name: draft.displayName,
  formatted: draft.formatted,
  given_name: draft.givenName,
  family_name: draft.familyName,
});

/** What the history says of who did it: no user, but the directory. */
export const by = ({ organizationId, name }: Directory) => ({ by: 'scim', organizationId, organization: name });

/** Serializes changes of the users of an account, as those by administrators are. */
export const lockAccount = async (trx: Trx, { accountId }: Directory): Promise<void> => {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
};

interface Known {
  id: number;
  login: string;
  name: string;
  active: boolean;
  hasPassword: boolean;
}

/** Throws where the address or the user name is somebody else's, here or in another account. */
const requireFree = async (
  trx: Trx,
  { accountId, organizationId }: Directory,
  { userName, login, userId }: { userName: string; login: string; userId: number },
): Promise<void> => {
  const { rows } = await sql<{ taken: boolean }>`
    select login_is_taken(${login}, ${userId})
      or exists (select from users where account_id = ${accountId} and login = ${login} and id <> ${userId})
      or exists (select from scim_users where account_id = ${accountId} and organization_id = ${organizationId}
                   and lower(user_name) = lower(${userName}) and user_id <> ${userId}) as taken`.execute(trx);
  if (rows[0]?.taken) throw notUnique();
};

/** Changes the user as the directory says; whoever is switched off loses what is open at once. */
const settleUser = async (trx: Trx, work: AnyWork, directory: Directory, before: Known, draft: UserDraft) => {
  const login = loginOf(draft, directory, before.login);
  const after = { login, name: shownName(draft, login, before.name), active: draft.active };
  const details = changes(before, after);
  if (Object.keys(details).length === 0) return false;
  if (before.active && !after.active) await refuseLockOut(trx, directory, before.id);
  await trx
    .updateTable('users')
    .set({
      ...after,
      // An address that waits for its link would undo what the directory says.
      ...(login === before.login ? {} : { new_login: null, email_confirmed_at: work.clock.now() }),
    })
    .set({ version: sql`version + 1` })
    .where('account_id', '=', directory.accountId)
    .where('id', '=', before.id)
    .execute();
  const moves = login !== before.login;
  // The old address is told, as after a change that its user confirms.
  if (moves && before.hasPassword) await queueMail(trx, work, before.id, 'LOGIN_CHANGED', { address: before.login });
  if (moves || (before.active && !after.active)) await revokeTokens(trx, work, before.id);
  if (before.active && !after.active) await leaveServiceAccounts(trx, work, before.id);
  work.audit({ action: 'update', entity: 'user', entityId: before.id, details: { ...details, ...by(directory) } });
  return true;
};

const insertUser = async (trx: Trx, work: AnyWork, directory: Directory, draft: UserDraft, login: string) => {
  const columns = { login, name: shownName(draft, login), active: draft.active };
  const { id } = await trx
    .insertInto('users')
    .values({ account_id: directory.accountId, ...columns, password_hash: null, email_confirmed_at: work.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: 'user', entityId: id, details: { ...columns, ...by(directory) } });
  return id;
};

/** Makes a user without password and permissions, or takes over the account's user of this address. */
export const createUser = async (
  trx: Trx,
  work: AnyWork,
  directory: Directory,
  draft: UserDraft,
): Promise<{ id: number }> => {
  const login = loginOf(draft, directory);
  await lockAccount(trx, directory);
  const known = await trx
    .selectFrom('users as u')
    .leftJoin('scim_users as s', (join) =>
      join.onRef('s.account_id', '=', 'u.account_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.login', 'u.name', 'u.active', 's.organization_id as managedBy'])
    .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
    .where('u.account_id', '=', directory.accountId)
    .where('u.login', '=', login)
    .executeTakeFirst();
  if (known && known.managedBy !== null) throw notUnique();
  await requireFree(trx, directory, { userName: draft.userName, login, userId: known?.id ?? 0 });
  const id = known?.id ?? (await insertUser(trx, work, directory, draft, login));
  const now = work.clock.now();
  await trx
    .insertInto('scim_users')
    .values({
      ...{ account_id: directory.accountId, organization_id: directory.organizationId, user_id: id },
      ...{ ...said(draft), created_at: now, modified_at: now },
    })
    .execute();
  if (known) {
    work.audit({ action: 'linkIdentity', entity: 'user', entityId: id, details: by(directory) });
    await settleUser(trx, work, directory, known, draft);
  }
  return { id };
};

/** Changes a user; nothing is written when nothing is new. */
export const updateUser = async (
  trx: Trx,
  work: AnyWork,
  directory: Directory,
  before: UserRow,
  draft: UserDraft,
): Promise<void> => {
  const login = loginOf(draft, directory, before.login);
  if (login !== before.login || draft.userName !== before.userName) {
    await requireFree(trx, directory, { userName: draft.userName, login, userId: before.id });
  }
  const settled = await settleUser(trx, work, directory, before, draft);
  if (!settled && Object.keys(changes(said(before), said(draft))).length === 0) return;
  await trx
    .updateTable('scim_users')
    .set({ ...said(draft), modified_at: work.clock.now() })
    .set({ version: sql`version + 1` })
    .where('account_id', '=', directory.accountId)
    .where('user_id', '=', before.id)
    .execute();
};

/** The directory lets a user go: they are switched off, and stay in the books. */
export const releaseUser = async (trx: Trx, work: AnyWork, directory: Directory, before: UserRow): Promise<void> => {
  await settleUser(trx, work, directory, before, { ...before, active: false });
  await trx
    .deleteFrom('scim_users')
    .where('account_id', '=', directory.accountId)
    .where('user_id', '=', before.id)
    .execute();
  work.audit({ action: 'unlinkIdentity', entity: 'user', entityId: before.id, details: by(directory) });
};
