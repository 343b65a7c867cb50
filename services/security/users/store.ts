import { sql } from 'kysely';
import type { User, UserTotals } from '#schema/security/users.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { mapPage, matches, type RegisterListRules } from '../../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../../platform/register/lists.ts';
import { instant } from '../../platform/db/instants.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { permissionMap } from './permissions.ts';

export const USER_NOT_FOUND = 'Usuário não encontrado.';

interface InvitationColumn {
  requestedAt: string;
  state: 'QUEUED' | 'SENT' | 'FAILED';
  expiresAt: string | null;
}

/** A password, or an organization that the user has logged in through. */
export const hasLogin = (
  users: 'u' | 'users',
) => sql<boolean>`(${sql.ref(`${users}.password_hash`)} is not null or exists (
  select from user_identities i
  where i.account_id = ${sql.ref(`${users}.account_id`)} and i.user_id = ${sql.ref(`${users}.id`)}))`;

const status = sql<User['status']>`
  case when not u.active then 'INACTIVE' when u.service or ${hasLogin('u')} then 'ACTIVE' else 'INVITED' end`;

const ofUser = sql`user_permissions p where p.account_id = u.account_id and p.user_id = u.id`;
const permissions = permissionMap(sql`${ofUser} and p.by_hand`);
const groupPermissions = permissionMap(sql`${ofUser} and p.by_group`);

/** The organization that provisions the user. */
const managedBy = sql<string | null>`(
  select o.name from scim_users s join organizations o on o.account_id = s.account_id and o.id = s.organization_id
  where s.account_id = u.account_id and s.user_id = u.id)`;

const responsible = sql<User['responsible']>`(
  select jsonb_build_object('id', r.id, 'name', r.name) from users r
  where r.account_id = u.account_id and r.id = u.responsible_id and r.active)`;

/** The last invitation, until the user has a login. */
const invitation = sql<InvitationColumn | null>`(
  select jsonb_build_object(
    'requestedAt', ${instant('m.created_at')},
    'state', case when m.sent_at is not null then 'SENT' when m.failed_at is not null then 'FAILED' else 'QUEUED' end,
    'expiresAt', (select max(${instant('l.expires_at')}) from link_tokens l
                  where l.account_id = u.account_id and l.user_id = u.id and l.purpose = 'FIRST_PASSWORD' and l.used_at is null))
  from outgoing_mail m
  where not ${hasLogin('u')} and m.account_id = u.account_id and m.user_id = u.id and m.kind = 'INVITATION'
  order by m.id desc limit 1)`;

/** False for an invited user, and for an address that was changed before changes required the mailed link. */
const emailConfirmed = sql<boolean>`(u.email_confirmed_at is not null or (u.password_hash is not null and not exists (
  select from outgoing_mail m
  where m.account_id = u.account_id and m.user_id = u.id and m.kind = 'CONFIRMATION' and m.address is null)))`;

const lastLogin = sql<string | null>`(
  select max(t.issued_at) from access_tokens t where t.account_id = u.account_id and t.user_id = u.id)`;

const secondFactor = sql<boolean>`(
  exists (select from user_totp f where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
  or exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id))`;

const rowsOf = (trx: Trx, accountId: number) => trx.selectFrom('users as u').where('u.account_id', '=', accountId);

const withColumns = (rows: ReturnType<typeof rowsOf>) =>
  rows
    .select(['u.id', 'u.login', 'u.new_login', 'u.name', 'u.admin', 'u.active', 'u.account_id', 'u.version'])
    .select(['u.service', 'u.tokens_until', responsible.as('responsible')])
    .select([
      status.as('status'),
      emailConfirmed.as('email_confirmed'),
      permissions.as('permissions'),
      groupPermissions.as('group_permissions'),
      managedBy.as('managed_by'),
      invitation.as('invitation'),
      lastLogin.as('last_login_at'),
      secondFactor.as('second_factor'),
    ]);
type UserRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const answer = (row: UserRow): User => ({
  id: row.id,
  login: row.login,
  newLogin: row.new_login,
  name: row.name,
  service: row.service,
  responsible: row.responsible,
  tokensUntil: row.tokens_until,
  admin: row.admin,
  active: row.active,
  status: row.status,
  emailConfirmed: row.email_confirmed,
  permissions: row.permissions,
  groupPermissions: row.group_permissions,
  managedBy: row.managed_by,
  lastLoginAt: row.last_login_at,
  secondFactor: row.second_factor,
  invitation: row.invitation,
  account: { id: row.account_id },
  version: row.version,
});

const rules: RegisterListRules = {
  sortable: { name: sql`search_key(u.name)`, login: 'u.login', status, admin: 'u.admin', lastLoginAt: lastLogin },
  defaultSort: 'name',
  key: 'u.id',
  searched: sql`u.name || ' ' || u.login`,
};

export interface UserFilter extends ListKeys {
  active?: boolean | undefined;
  admin?: boolean | undefined;
  service?: boolean | undefined;
  name?: string | undefined;
  login?: string | undefined;
  status?: User['status'] | undefined;
}

const matching = (query: UserFilter) => {
  const equal = { 'u.active': query.active, 'u.admin': query.admin, 'u.service': query.service };
  return matches(readListQuery(query, rules), rules, equal, { 'u.name': query.name, 'u.login': query.login });
};

export const listUsers = async (trx: Trx, accountId: number, query: UserFilter) => {
  const list = readListQuery(query, rules);
  const filtered = rowsOf(trx, accountId)
    .where(matching(query))
    .where(query.status === undefined ? sql<boolean>`true` : sql<boolean>`${status} = ${query.status}`);
  return mapPage(await fetchPage(filtered, list, withColumns), answer);
};

/** Counts the users of each view of the list, under the same filters. */
export const userTotals = async (trx: Trx, accountId: number, query: UserFilter): Promise<UserTotals> => {
  const counted = (of: User['status']) => sql<number>`count(*) filter (where ${status} = ${of})`;
  return rowsOf(trx, accountId)
    .where(matching(query))
    .select([sql<number>`count(*)`.as('all'), counted('ACTIVE').as('active')])
    .select([counted('INVITED').as('invited'), counted('INACTIVE').as('inactive')])
    .executeTakeFirstOrThrow();
};

/** Returns one user. @throws ServiceError 404, also for one of another account */
export const readUser = async (trx: Trx, accountId: number, id: number): Promise<User> => {
  const row = await withColumns(rowsOf(trx, accountId)).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(USER_NOT_FOUND);
  return answer(row);
};
