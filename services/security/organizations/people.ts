import { sql } from 'kysely';
import { domainOf } from '#domain/emailDomains.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { mailAdmins } from '../mail/admins.ts';
import { isTrusted } from './domains.ts';
import { settleClaims } from './groups.ts';
import { LoginRefused } from './refusals.ts';
import { isEntra, isGoogle } from './issuers.ts';
import type { Claims } from './provider.ts';
import type { LoginRow } from './store.ts';

type AnyWork = Work<Outsider>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Entra tells by xms_edov whether the domain's owner vouches for the address; where it is silent, the directory does. */
const isVerified = ({ issuer, all }: Claims): boolean => {
  if (isTrue(all.email_verified)) return true;
  if (!isEntra(issuer)) return false;
  return all.xms_edov === undefined ? all.email_verified === undefined : isTrue(all.xms_edov);
};

/** Returns the address that the provider vouches for. @throws LoginRefused unless it is verified and of the domain */
const verifiedAddress = (claims: Claims, { name, domain }: LoginRow): string => {
  const { all, issuer } = claims;
  // Entra has no e-mail for users without a mailbox; their name at login has the form of one.
  const address = normalizeEmail(textOf(all.email) || (isEntra(issuer) ? textOf(all.preferred_username) : ''));
  if (!isEmail(address)) throw new LoginRefused(`${name} não informou o seu e-mail.`);
  if (domainOf(address) !== domain) throw new LoginRefused(`O endereço ${address} não é de ${domain}.`);
  if (!isVerified(claims)) throw new LoginRefused(`${name} não confirmou que o endereço ${address} é seu.`);
  // Google's users of other organizations may have an address of the domain from before.
  if (isGoogle(issuer) && textOf(all.hd).toLowerCase() !== domain) {
    throw new LoginRefused(`O endereço ${address} não é da organização no Google Workspace.`);
  }
  return address;
};

const nameOf = ({ all }: Claims, address: string): string => {
  const parts = `${textOf(all.given_name)} ${textOf(all.family_name)}`;
  const name = normalizeSpaces(textOf(all.name)) || normalizeSpaces(parts) || (address.split('@')[0] ?? address);
  // Without control characters, which a mail's header must not have.
  return normalizeSpaces(name.replace(/\p{Cc}/gu, ' ')).slice(0, 120);
};

/** A user as a login through an organization finds or makes them. */
export interface Person {
  id: number;
  login: string;
  active: boolean;
}

const linked = (trx: Trx, accountId: number, organizationId: number, { issuer, subject }: Claims) =>
  trx
    .selectFrom('user_identities as i')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 'i.account_id').onRef('u.id', '=', 'i.user_id'))
    .select(['u.id', 'u.login', 'u.active'])
    .where('i.account_id', '=', accountId)
    .where('i.organization_id', '=', organizationId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();

const link = async (trx: Trx, work: AnyWork, organizationId: number, claims: Claims, userId: number) => {
  await trx
    .insertInto('user_identities')
    .values({
      account_id: work.session.accountId,
      organization_id: organizationId,
      issuer: claims.issuer,
      subject: claims.subject,
      user_id: userId,
      linked_at: work.clock.now(),
    })
    .execute();
  work.audit({ action: 'linkIdentity', entity: 'user', entityId: userId, details: { organizationId } });
};

/** The address is another subject's: a new person got the address of one who left, or two share it. */
const refuseSecondSubject = async (
  trx: Trx,
  accountId: number,
  organizationId: number,
  claims: Claims,
  user: Person,
) => {
  const other = await trx
    .selectFrom('user_identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', claims.issuer)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (other) {
    throw new LoginRefused(
      `O endereço ${user.login} já é de outra pessoa da organização. Fale com quem administra a conta.`,
    );
  }
};

const createPerson = async (trx: Trx, work: AnyWork, claims: Claims, login: string): Promise<Person> => {
  const created = await trx
    .insertInto('users')
    .values({
      account_id: work.session.accountId,
      login,
      name: nameOf(claims, login),
      password_hash: null,
      email_confirmed_at: work.clock.now(),
    })
    .returning(['id', 'login', 'active'])
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: 'user', entityId: created.id, details: { by: 'sso' } });
  // Nobody invited them, and they see nothing yet.
  await mailAdmins(trx, work, 'SSO_USER', { aboutId: created.id });
  return created;
};

/** Returns true when the address is the login of somebody in another account. */
const isElsewhere = async (trx: Trx, login: string, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select login_is_taken(${login}, ${userId}) as taken`.execute(trx);
  return rows[0]?.taken === true;
};

/**
 * Returns the user of a subject. The first time, the verified address finds them in the account, or a user without
 * permissions is made; later the subject alone counts, whatever its address.
 * @throws LoginRefused where there is no such user, or no login
 */
export const findPerson = async (trx: Trx, work: AnyWork, organization: LoginRow, claims: Claims): Promise<Person> => {
  const { accountId } = work.session;
  // One first login at a time: two tabs make one user.
  await sql`select from organizations where account_id = ${accountId} and id = ${organization.id} for no key update`.execute(
    trx,
  );
  const known = await linked(trx, accountId, organization.id, claims);
  if (known) {
    requireActive(known);
    await settleClaims(trx, work, organization, claims, known.id);
    return known;
  }

  if (!isTrusted(organization, work.clock.now())) {
    throw new LoginRefused(
      `O registro que comprova ${organization.domain} sumiu do DNS: ninguém novo entra até que volte. Fale com quem administra a conta.`,
    );
  }
  const login = verifiedAddress(claims, organization);
  const user = await trx
    .selectFrom('users')
    .select(['id', 'login', 'active'])
    .where('account_id', '=', accountId)
    .where('login', '=', login)
    .executeTakeFirst();
  if (await isElsewhere(trx, login, user?.id ?? 0)) {
    throw new LoginRefused(
      `O endereço ${login} já é o login de outra conta do ${PRODUCT_NAME}, e continua lá. Fale com quem administra a conta.`,
    );
  }
  if (user) {
    requireActive(user);
    await refuseSecondSubject(trx, accountId, organization.id, claims, user);
  }
  const person = user ?? (await createPerson(trx, work, claims, login));
  await link(trx, work, organization.id, claims, person.id);
  await settleClaims(trx, work, organization, claims, person.id);
  return person;
};

const requireActive = (person: Person): Person => {
  if (person.active) return person;
  throw new LoginRefused('O seu acesso está desativado. Fale com quem administra a conta.');
};
