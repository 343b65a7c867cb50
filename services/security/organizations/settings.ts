import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { domainOf, isDomain, isPublicMailDomain } from '#domain/emailDomains.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type {
  OrganizationBody,
  OrganizationGroupsBody,
  OrganizationUpdate,
  SsoRules,
} from '#schema/security/organizations.rest.ts';
import { invalid, notFound, ruleBroken, staleVersion, type FieldError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { settleGroupGrants } from '../permissionTemplates/groupGrants.ts';
import { replaceToken, revokeTokens } from '../provisioning/tokens.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { storeGroups } from './groups.ts';
import { issuerProblem } from './issuers.ts';
import { readRules, sealOf } from './store.ts';

/** Most organizations of an account. */
const MOST = 20;
export const ORGANIZATION_NOT_FOUND = 'Organização não encontrada.';

const columnsOf = (body: OrganizationBody, allowPrivate: boolean) => {
  const domain = body.domain.trim().toLowerCase().replace(/^@/, '');
  const issuer = body.issuer.trim();
  const problems: FieldError[] = [];
  if (!isDomain(domain)) problems.push({ path: 'domain', message: 'Informe um domínio, como construtora.com.br.' });
  else if (isPublicMailDomain(domain)) {
    problems.push({ path: 'domain', message: `${domain} é de todos: informe um domínio da sua empresa.` });
  }
  const wrong = issuerProblem(issuer, allowPrivate);
  if (wrong) problems.push({ path: 'issuer', message: wrong });
  if (problems.length > 0) throw invalid(problems);
  return { name: normalizeSpaces(body.name), domain, issuer, client_id: body.clientId.trim() };
};

const newProof = (): string => randomBytes(24).toString('base64url');

/** Serializes changes of how the account logs in. */
export const lockAccount = async (trx: Trx, work: Work, session: Session): Promise<void> => {
  await sql`select from accounts where id = ${work.session.accountId} for no key update`.execute(trx);
  await requireReauthentication(trx, work, session);
};

const lockOrganization = async (trx: Trx, accountId: number, id: number, version?: number) => {
  const row = await trx
    .selectFrom('organizations')
    .select(['id', 'name', 'domain', 'issuer', 'client_id', 'proof', 'proven_at', 'active', 'version'])
    .select(['proof_missing_since', 'groups_claim'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(ORGANIZATION_NOT_FOUND);
  if (version !== undefined && version !== row.version) throw staleVersion();
  return row;
};

const storeSecret = async ({ secrets }: Platform, trx: Trx, accountId: number, id: number, secret: string | null) => {
  const sealed = secret === null ? null : secrets.seal(secret, sealOf(accountId, id));
  await trx
    .updateTable('organizations')
    .set({ client_secret: sealed })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** What an administrator changes of how the account logs in. */
export const organizationSettings = (platform: Platform, allowPrivate: boolean) => {
  const create = async (trx: Trx, work: Work, session: Session, body: OrganizationBody): Promise<void> => {
    const columns = columnsOf(body, allowPrivate);
    await lockAccount(trx, work, session);
    const { accountId } = work.session;
    const { count } = await trx
      .selectFrom('organizations')
      .select(sql<number>`count(*)`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (count >= MOST) throw ruleBroken(`Uma conta tem no máximo ${MOST} organizações.`);
    const { id } = await trx
      .insertInto('organizations')
      .values({ account_id: accountId, ...columns, proof: newProof(), proven_at: null, active: body.active ?? true })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (body.clientSecret) await storeSecret(platform, trx, accountId, id, body.clientSecret);
    work.audit({ action: 'create', entity: 'organization', entityId: id, details: columns });
  };

  const update = async (trx: Trx, work: Work, session: Session, body: OrganizationUpdate): Promise<void> => {
    const columns = columnsOf(body, allowPrivate);
    await lockAccount(trx, work, session);
    const { accountId } = work.session;
    const before = await lockOrganization(trx, accountId, body.id, body.version);
    const active = body.active ?? before.active;
    const moves = before.domain !== columns.domain;
    // A secret goes to the issuer it was given for, and to no other that is named later.
    if (before.issuer !== columns.issuer && body.clientSecret === undefined) {
      await storeSecret(platform, trx, accountId, body.id, null);
    }
    await trx
      .updateTable('organizations')
      .set({
        ...columns,
        active,
        version: before.version + 1,
        ...(moves ? { proof: newProof(), proven_at: null, proof_missing_since: null, proof_warned_at: null } : {}),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', body.id)
      .execute();
    if (body.clientSecret !== undefined) await storeSecret(platform, trx, accountId, body.id, body.clientSecret);
    await requireWayIn(trx, accountId);
    work.audit({ action: 'update', entity: 'organization', entityId: body.id, details: { ...columns, active } });
  };

  const remove = async (trx: Trx, work: Work, session: Session, id: number): Promise<void> => {
    await lockAccount(trx, work, session);
    const { accountId } = work.session;
    const { name, domain } = await lockOrganization(trx, accountId, id);
    await trx.deleteFrom('organizations').where('account_id', '=', accountId).where('id', '=', id).execute();
    await requireWayIn(trx, accountId);
    // What its groups gave goes with it.
    await settleGroupGrants(trx, work, null);
    work.audit({ action: 'delete', entity: 'organization', entityId: id, details: { name, domain } });
  };

  const prove = async (trx: Trx, work: Work, id: number, found: boolean): Promise<void> => {
    const { accountId } = work.session;
    const before = await lockOrganization(trx, accountId, id);
    if (!found) {
      const text = `Não encontramos o registro TXT em ${before.domain}. Um registro novo pode levar algumas horas para aparecer.`;
      throw ruleBroken(text);
    }
    if (before.proven_at !== null && before.proof_missing_since === null) return;
    await trx
      .updateTable('organizations')
      .set({ proof_checked_at: work.clock.now(), proof_missing_since: null, proof_warned_at: null })
      .set(before.proven_at === null ? { proven_at: work.clock.now() } : {})
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    work.audit({ action: 'proveDomain', entity: 'organization', entityId: id, details: { domain: before.domain } });
  };

  const updateGroups = async (
    trx: Trx,
    work: Work,
    session: Session,
    { id, body }: { id: number; body: OrganizationGroupsBody },
  ): Promise<void> => {
    await lockAccount(trx, work, session);
    const before = await lockOrganization(trx, work.session.accountId, id, body.version);
    await storeGroups(trx, work, before, body);
  };

  const createToken = async (
    trx: Trx,
    work: Work,
    session: Session,
    { id, tokenHash }: { id: number; tokenHash: Buffer },
  ): Promise<void> => {
    await lockAccount(trx, work, session);
    const { proven_at: provenAt } = await lockOrganization(trx, work.session.accountId, id);
    if (provenAt === null) throw ruleBroken('Comprove o domínio antes de provisionar usuários.');
    await replaceToken(trx, work, id, tokenHash);
  };

  const revoke = async (trx: Trx, work: Work, session: Session, id: number): Promise<void> => {
    await lockAccount(trx, work, session);
    await lockOrganization(trx, work.session.accountId, id);
    await revokeTokens(trx, work, id);
  };

  return { create, update, remove, prove, updateGroups, createToken, revokeTokens: revoke };
};

/** Without passwords, an organization stays that somebody may log in through. */
const requireWayIn = async (trx: Trx, accountId: number): Promise<void> => {
  const { sso_only: only } = await readRules(trx, accountId);
  if (!only) return;
  const open = await trx
    .selectFrom('organizations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  if (!open) {
    throw ruleBroken(
      'A conta entra só pelo acesso único: mantenha uma organização ativa e comprovada, ou libere as senhas antes.',
    );
  }
};

const emergencyProblem = async (trx: Trx, accountId: number, userId: number): Promise<string | null> => {
  const user = await trx
    .selectFrom('users')
    .select(['admin', 'active', 'password_hash', 'login'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.admin || !user.active) return 'Escolha um administrador ativo.';
  if (user.password_hash === null) return 'Este administrador ainda não tem senha: sem ela não há emergência.';
  return domainOf(user.login) === '' ? 'Escolha um administrador com e-mail.' : null;
};

/** The acting administrator has come in through an organization that is still there, so that the way in works. */
const hasLoggedIn = async (trx: Trx, { accountId, userId }: Work['session']): Promise<boolean> => {
  const identity = await trx
    .selectFrom('user_identities as i')
    .innerJoin('organizations as o', (join) =>
      join.onRef('o.account_id', '=', 'i.account_id').onRef('o.id', '=', 'i.organization_id'),
    )
    .select('i.user_id')
    .where('i.account_id', '=', accountId)
    .where('i.user_id', '=', userId)
    .where('o.active', '=', true)
    .where('o.proven_at', 'is not', null)
    .executeTakeFirst();
  return identity !== undefined;
};

/** Ends the sessions that a password opened, which the account no longer admits. */
const endPasswordSessions = async (trx: Trx, work: Work, session: Session, emergencyUserId: number): Promise<void> => {
  await trx
    .updateTable('access_tokens')
    .set({ revoked_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('revoked_at', 'is', null)
    .where('method', '<>', 'SSO')
    .where('user_id', '<>', emergencyUserId)
    .where('token_hash', '<>', session.tokenHash)
    .execute();
};

const refuseLockOut = async (trx: Trx, work: Work, { ssoOnly, emergencyUserId }: SsoRules): Promise<void> => {
  const { accountId } = work.session;
  if (emergencyUserId !== null) {
    const message = await emergencyProblem(trx, accountId, emergencyUserId);
    if (message) throw ruleBroken(message, [{ path: 'emergencyUserId', message }]);
  }
  if (!ssoOnly) return;
  if (emergencyUserId === null) {
    const message = 'Escolha quem ainda entra com senha se o provedor falhar.';
    throw ruleBroken(message, [{ path: 'emergencyUserId', message }]);
  }
  if (!(await hasLoggedIn(trx, work.session))) {
    const message = 'Entre você mesmo pelo acesso único antes de retirar as senhas: assim se sabe que funciona.';
    throw ruleBroken(message, [{ path: 'ssoOnly', message }]);
  }
};

/** Admits or refuses passwords. */
export const updateRules = async (trx: Trx, work: Work, session: Session, body: SsoRules): Promise<void> => {
  await lockAccount(trx, work, session);
  const { accountId } = work.session;
  const before = await readRules(trx, accountId);
  if (body.version !== undefined && body.version !== before.version) throw staleVersion();
  await refuseLockOut(trx, work, body);
  const after = { sso_only: body.ssoOnly, emergency_user_id: body.emergencyUserId, version: before.version + 1 };
  await trx
    .insertInto('login_rules')
    .values({ account_id: accountId, ...after })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(after))
    .execute();
  await requireWayIn(trx, accountId);
  if (body.ssoOnly && body.emergencyUserId !== null)
    await endPasswordSessions(trx, work, session, body.emergencyUserId);
  work.audit({ action: 'update', entity: 'loginRules', entityId: accountId, details: { before, after } });
};
