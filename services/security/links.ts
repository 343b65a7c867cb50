import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { CONFIRM_CODE_FAILED } from '#domain/messages.ts';
import type { LinkOwner } from '#schema/security/passwords.rest.ts';
import { requireAllowance } from '../platform/allowances.ts';
import { notFound } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { hashToken, newToken } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import type { LinkPurpose } from './tables.ts';

const HOUR = 60 * 60 * 1000;

/** Lifetime of a link in milliseconds: long for an invitation, short for a password recovery. */
export const LINK_LIFE: Record<LinkPurpose, number> = {
  FIRST_PASSWORD: 7 * 24 * HOUR,
  RECOVER_PASSWORD: HOUR,
  CONFIRM_EMAIL: 7 * 24 * HOUR,
};

/** Path of a link by purpose (§2). */
export const LINK_PATHS: Record<LinkPurpose, string> = {
  FIRST_PASSWORD: '/first-password',
  RECOVER_PASSWORD: '/recover-password',
  CONFIRM_EMAIL: '/user/validate',
};

/** Creates a link token for a user; returns it once and stores only its hash. */
export const issueLink = async (
  trx: Trx,
  work: Work,
  purpose: LinkPurpose,
  { id, login }: { id: number; login: string },
): Promise<string> => {
  const token = newToken();
  const issued = work.clock.now();
  await trx
    .insertInto('link_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: work.session.accountId,
      user_id: id,
      purpose,
      login,
      issued_at: issued,
      expires_at: new Date(issued.getTime() + LINK_LIFE[purpose]),
      used_at: null,
    })
    .execute();
  work.audit({ action: 'issueLink', entity: 'user', entityId: id, details: { purpose } });
  return token;
};

/** Returns the same error (text of §8) for a link that is unknown, used, expired, or of an outdated address. */
export const invalidLink = () => notFound(CONFIRM_CODE_FAILED);

/** Converts the violation of users_login_key to `wrongLink`: another user confirmed the address at the same time. */
export const refuseTakenLogin = (error: unknown): never => {
  const late = error instanceof Error && 'constraint' in error && error.constraint === 'users_login_key';
  throw late ? invalidLink() : error;
};

/** A valid link and its effects. */
export interface FoundLink extends LinkOwner {
  accountId: number;
  userId: number;
  /** The link's address replaces the login. */
  moves: boolean;
  /** The link opens the account. */
  signup: boolean;
  /** Hash of the password entered at sign-up. */
  signupHash: string | null;
}

/** Finds a valid link. @throws ServiceError 404 when it is invalid */
const findLink = async ({ database, clock }: Platform, purpose: LinkPurpose, token: string): Promise<FoundLink> => {
  const [found] = await database.everywhere(sql<FoundLink>`
    select account_id as "accountId", user_id as "userId", login, name, company, expires_at as "expiresAt", moves, signup,
      signup_hash as "signupHash"
    from find_link(${hashToken(token)}, ${purpose}, ${clock.now()})`);
  if (!found) throw invalidLink();
  return found;
};

/** Marks a link as used; of two concurrent uses, one succeeds. @throws ServiceError 404 for the other */
export const consumeLink = async (trx: Trx, work: Work, token: string): Promise<void> => {
  const now = work.clock.now();
  const used = await trx
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('account_id', '=', work.session.accountId)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw invalidLink();
};

/** Invalidates all other links of the user. */
export const invalidateLinks = (trx: Trx, work: Work, userId: number) =>
  trx
    .updateTable('link_tokens')
    .set({ used_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();

/** Maximum link checks per client address. */
const LINKS = { times: 60, seconds: 15 * 60 };

/** Finds the link of a public request. @throws ServiceError 404 for an invalid link */
export const linkOf = async (
  platform: Platform,
  request: FastifyRequest,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink> => {
  await requireAllowance(platform, 'link', request.ip, LINKS);
  return findLink(platform, purpose, token);
};

/** Returns the data of a link that its page shows. */
export const linkOwner = ({ login, name, company, expiresAt }: FoundLink): LinkOwner => ({
  login,
  name,
  company,
  expiresAt,
});
