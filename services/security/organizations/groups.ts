import { sql } from 'kysely';
import type { OrganizationGroupsBody } from '#schema/security/organizations.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { settleGroupGrants } from '../permissionTemplates/groupGrants.ts';
import type { Claims } from './provider.ts';
import type { LoginRow } from './store.ts';

/** Most groups of a token that are looked at: Entra leaves them out above 200. */
const MOST = 2_000;

/**
 * The groups that a login names. Null when the provider has left them out as too many (Entra's "overage"), which tells
 * nothing; a token without the claim names none.
 */
export const claimedGroups = (all: Claims['all'], claim: string): string[] | null => {
  const value = all[claim];
  if (value === undefined) {
    const elsewhere = all['_claim_names'];
    const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
    return isElsewhere || all['hasgroups'] === true || all['hasgroups'] === 'true' ? null : [];
  }
  const names = (Array.isArray(value) ? value : [value]).filter((name): name is string => typeof name === 'string');
  return names.length > MOST ? null : names.map((name) => name.trim());
};

const noteUnknown = async (trx: Trx, work: Work<Outsider>, organizationId: number, userId: number): Promise<void> => {
  await trx
    .updateTable('organizations')
    .set({ groups_unknown_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('id', '=', organizationId)
    .execute();
  work.audit({ action: 'groupsUnknown', entity: 'organization', entityId: organizationId, details: { userId } });
};

/** Makes the user's groups those of the login, unless the directory provisions groups itself. */
export const settleClaims = async (
  trx: Trx,
  work: Work<Outsider>,
  organization: Pick<LoginRow, 'id' | 'groups_claim' | 'has_groups'>,
  claims: Claims,
  userId: number,
): Promise<void> => {
  if (!organization.has_groups) return;
  const { accountId } = work.session;
  const names = claimedGroups(claims.all, organization.groups_claim);
  if (names === null) return noteUnknown(trx, work, organization.id, userId);
  const { rows } = await sql`
    with mapped as (
      select g.id, g.name = any(${names}::text[]) and not exists (select from scim_groups s
          where s.account_id = g.account_id and s.organization_id = g.organization_id) as held
        from organization_groups g where g.account_id = ${accountId} and g.organization_id = ${organization.id}
    ), left_behind as (
      delete from user_group_claims c using mapped m
       where c.account_id = ${accountId} and c.user_id = ${userId} and c.group_id = m.id and not m.held returning c.group_id
    ), joined as (
      insert into user_group_claims (account_id, user_id, group_id)
      select ${accountId}, ${userId}, m.id from mapped m where m.held on conflict do nothing returning group_id
    )
    select group_id from left_behind union all select group_id from joined`.execute(trx);
  if (rows.length > 0) await settleGroupGrants(trx, work, [userId]);
};

const requireTemplates = async (trx: Trx, accountId: number, groups: OrganizationGroupsBody['groups']) => {
  const templates = await trx
    .selectFrom('permission_templates')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  const known = new Set(templates.map(({ id }) => id));
  const wrong = groups.findIndex(({ templateId }) => !known.has(templateId));
  if (wrong < 0) return;
  const message = 'Modelo de permissões não encontrado.';
  throw ruleBroken(message, [{ path: `groups.${wrong}.templateId`, message }]);
};

/** Stores which groups give which templates. Groups of which logins have told stay told, as long as they are named. */
export const storeGroups = async (
  trx: Trx,
  work: Work,
  organization: { id: number; version: number; groups_claim: string },
  { claim, groups }: OrganizationGroupsBody,
): Promise<void> => {
  const { accountId } = work.session;
  await requireTemplates(trx, accountId, groups);
  const wanted = sql`(select distinct name, template_id from unnest(
    ${groups.map(({ name }) => name.trim())}::text[], ${groups.map(({ templateId }) => templateId)}::bigint[]) as w(name, template_id))`;
  await sql`
    delete from organization_groups g where g.account_id = ${accountId} and g.organization_id = ${organization.id}
      and (g.name, g.template_id) not in ${wanted}`.execute(trx);
  await sql`
    insert into organization_groups (account_id, organization_id, name, template_id)
    select ${accountId}, ${organization.id}, w.name, w.template_id from ${wanted} w on conflict do nothing`.execute(
    trx,
  );
  await trx
    .updateTable('organizations')
    .set({ groups_claim: claim, groups_unknown_at: null, version: organization.version + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', organization.id)
    .execute();
  work.audit({ action: 'updateGroups', entity: 'organization', entityId: organization.id, details: { claim, groups } });
  await settleGroupGrants(trx, work, null);
};
