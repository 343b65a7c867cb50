import { sql } from 'kysely';
import type { LoginOrganization, LoginStatus, Organization, SsoSettings } from '#schema/security/organizations.rest.ts';
import { domainOf } from '#domain/emailDomains.ts';
import { usersWithoutFactor } from '../secondFactor/demand.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Platform } from '../../platform/platform.ts';
import { instant } from '../../platform/db/instants.ts';
import { BASE } from '../provisioning/protocol.ts';
import { providerOf } from './issuers.ts';
import type { Client } from './provider.ts';

/** Path that providers return to. */
export const CALLBACK_PATH = '/callback';

/** Text of the TXT record that proves a domain. */
export const proofText = (proof: string): string => `prumo-verification=${proof}`;

/** An organization whose domain is proven. */
export interface ProvenOrganization {
  account_id: number;
  id: number;
  name: string;
  issuer: string;
  sso_only: boolean;
}

export const organizationsOfDomain = async (
  { database }: Pick<Platform, 'database'>,
  address: string,
): Promise<ProvenOrganization[]> => {
  const domain = domainOf(address);
  if (domain === '') return [];
  return database.everywhere(sql<ProvenOrganization>`select * from organizations_of_domain(${domain})`);
};

/** Of a domain that several accounts have proven, passwords are left out only when all of them do so. */
export const statusOf = (organizations: readonly ProvenOrganization[]): LoginStatus => {
  if (organizations.length === 0) return 'PASSWORD';
  return organizations.every(({ sso_only: only }) => only) ? 'SSO_ONLY' : 'ORGANIZATION';
};

export const toLogin = ({ id, name, issuer }: { id: number; name: string; issuer: string }): LoginOrganization => ({
  id,
  name,
  provider: providerOf(issuer),
});

const organizationsOf = (trx: Trx, accountId: number) =>
  trx.selectFrom('organizations').where('account_id', '=', accountId);

/** The account's organizations that its users may log in through. */
export const openOrganizations = async (trx: Trx, accountId: number): Promise<LoginOrganization[]> => {
  const rows = await organizationsOf(trx, accountId)
    .select(['id', 'name', 'issuer'])
    .where('proven_at', 'is not', null)
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toLogin);
};

/** What a login needs of an organization; `secret` is sealed. */
export const readForLogin = (trx: Trx, accountId: number, id: number) =>
  organizationsOf(trx, accountId)
    .select(['id', 'name', 'domain', 'issuer', 'client_id', 'client_secret', 'active', 'version', 'proven_at'])
    .select(['groups_claim', 'proof_missing_since'])
    // Who maps no group asks for none.
    .select(
      sql<boolean>`exists (select from organization_groups g
        where g.account_id = organizations.account_id and g.organization_id = organizations.id)`.as('has_groups'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
export type LoginRow = NonNullable<Awaited<ReturnType<typeof readForLogin>>>;

/** Purpose that an organization's secret is sealed for. */
export const sealOf = (accountId: number, id: number) => ({ accountId, purpose: `sso:${id}` });

export const clientOf = (
  { secrets }: Pick<Platform, 'secrets'>,
  accountId: number,
  row: Pick<LoginRow, 'id' | 'version' | 'issuer' | 'client_id' | 'client_secret' | 'groups_claim' | 'has_groups'>,
): Client => ({
  key: `${accountId}/${row.id}/${row.version}`,
  issuer: row.issuer,
  clientId: row.client_id,
  groupsClaim: row.has_groups ? row.groups_claim : null,
  clientSecret: row.client_secret === null ? null : secrets.open(row.client_secret, sealOf(accountId, row.id)),
});

export const readRules = async (trx: Trx, accountId: number) => {
  const row = await trx
    .selectFrom('login_rules')
    .select(['sso_only', 'emergency_user_id', 'second_factor_from', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { sso_only: false, emergency_user_id: null, second_factor_from: null, version: 1 };
};

const ofRow = (table: 'o' | 's' | 'g' | 't') =>
  sql`${sql.ref(`${table}.account_id`)} = organizations.account_id and ${sql.ref(`${table}.organization_id`)} = organizations.id`;

const groupsOf = sql<Organization['groups']>`coalesce((
  select jsonb_agg(jsonb_build_object('name', o.name, 'templateId', o.template_id) order by lower(o.name), o.id)
  from organization_groups o where ${ofRow('o')}), '[]')`;

const provisioningOf = (now: Date) => sql<Organization['provisioning']>`jsonb_build_object(
  'users', (select count(*) from scim_users s where ${ofRow('s')}),
  'groups', (select count(*) from scim_groups g where ${ofRow('g')}),
  'tokens', coalesce((
    select jsonb_agg(jsonb_build_object('id', t.id, 'createdAt', ${instant('t.created_at')},
      'expiresAt', ${instant('t.expires_at')}, 'lastUsedAt', ${instant('t.last_used_at')}) order by t.id desc)
    from scim_tokens t where ${ofRow('t')} and (t.expires_at is null or t.expires_at > ${now})), '[]'))`;

export const readSettings = async (
  trx: Trx,
  accountId: number,
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
): Promise<SsoSettings> => {
  const now = clock.now();
  const rules = await readRules(trx, accountId);
  const rows = await organizationsOf(trx, accountId)
    .select(['id', 'name', 'domain', 'issuer', 'client_id', 'proof', 'proven_at', 'active', 'version'])
    .select(['groups_claim', 'groups_unknown_at', 'proof_missing_since'])
    .select(sql<boolean>`client_secret is not null`.as('has_secret'))
    .select([groupsOf.as('groups'), provisioningOf(now).as('provisioning')])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const organizations = rows.map((row): Organization => ({
    id: row.id,
    name: row.name,
    domain: row.domain,
    issuer: row.issuer,
    clientId: row.client_id,
    provider: providerOf(row.issuer),
    hasSecret: row.has_secret,
    active: row.active,
    proof: proofText(row.proof),
    proven: row.proven_at !== null,
    proofMissingSince: row.proof_missing_since,
    groupsClaim: row.groups_claim,
    groups: row.groups,
    groupsUnknownAt: row.groups_unknown_at,
    provisioning: row.provisioning,
    version: row.version,
  }));
  return {
    organizations,
    ssoOnly: rules.sso_only,
    emergencyUserId: rules.emergency_user_id,
    provisioningUrl: publicUrl + BASE,
    secondFactorFrom: rules.second_factor_from,
    withoutSecondFactor: await usersWithoutFactor(trx, accountId),
    callbackUrl: publicUrl + CALLBACK_PATH,
    version: rules.version,
  };
};
