import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { CONFIRM_CODE_FAILED } from '#domain/messages.ts';
import type { LinkOwner } from '#schema/security/passwords.rest.ts';
import { notFound, tooManyRequests } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { hashToken, newToken } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import type { LinkPurpose } from './tables.ts';

const HOUR = 60 * 60 * 1000;

/** How long a link may wait in a mailbox: an invitation over a week end, a forgotten password not over lunch. */
export const LINK_LIFE: Record<LinkPurpose, number> = {
  FIRST_PASSWORD: 7 * 24 * HOUR,
  RECOVER_PASSWORD: 2 * HOUR,
  CONFIRM_EMAIL: 7 * 24 * HOUR,
};

/** Where the link of a purpose leads (§2). */
export const LINK_PATHS: Record<LinkPurpose, string> = {
  FIRST_PASSWORD: '/first-password',
  RECOVER_PASSWORD: '/recover-password',
  CONFIRM_EMAIL: '/user/validate',
};

/** Makes a link's token for a user; it is returned once and kept only as its hash. */
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

/** Text of §8 for a link that is unknown, used, expired, or no longer of the login's address: all alike. */
export const wrongLink = () => notFound(CONFIRM_CODE_FAILED);

/** The same for whoever proved an address in the moment in which somebody else did: it is theirs now. */
export const refuseLateComer = (error: unknown): never => {
  const late = error instanceof Error && 'constraint' in error && error.constraint === 'users_login_key';
  throw late ? wrongLink() : error;
};

/** A link that holds, and what it is there for. */
export interface FoundLink extends LinkOwner {
  accountId: number;
  userId: number;
  /** Its address is to take the place of the login. */
  moves: boolean;
  /** It opens the account. */
  signup: boolean;
  /** Of the password that came with the sign-up. */
  signupHash: string | null;
}

/** Whose link it is. @throws ServiceError 404 when it does not hold any more */
const findLink = async ({ database, clock }: Platform, purpose: LinkPurpose, token: string): Promise<FoundLink> => {
  const { rows } = await sql<FoundLink>`
    select account_id as "accountId", user_id as "userId", login, name, company, expires_at as "expiresAt", moves, signup,
      signup_hash as "signupHash"
    from find_link(${hashToken(token)}, ${purpose}, ${clock.now()})`.execute(database.kysely);
  if (!rows[0]) throw wrongLink();
  return rows[0];
};

/** Uses a link up: of two that try at once, one gets it. @throws ServiceError 404 for the other one */
export const spendLink = async (trx: Trx, work: Work, token: string): Promise<void> => {
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
  if (!used) throw wrongLink();
};

/** Whatever else waits in the user's mailbox holds no more. */
export const voidLinks = (trx: Trx, work: Work, userId: number) =>
  trx
    .updateTable('link_tokens')
    .set({ used_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();

/** Takes a go out of what a key is allowed in a while; answers the seconds to wait when nothing is left, else null. */
export const takeAllowance = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  bucket: string,
  key: string,
  allowed: { times: number; seconds: number },
): Promise<number | null> => {
  const { rows } = await sql<{ wait: number | null }>`
    select take_allowance(${bucket}, ${key}, ${allowed.times}::integer, ${allowed.seconds}::integer, ${clock.now()}) as wait`.execute(
    database.kysely,
  );
  return rows[0]?.wait ?? null;
};

/** @throws ServiceError 429 when the key has used up what it is allowed */
export const requireAllowance = async (...asked: Parameters<typeof takeAllowance>): Promise<void> => {
  const wait = await takeAllowance(...asked);
  if (wait !== null) throw tooManyRequests(wait);
};

/** Links that one address may try. */
const LINKS = { times: 60, seconds: 15 * 60 };

/** The link that a request of nobody in particular comes with. @throws ServiceError 404 for one that does not hold */
export const linkOf = async (
  platform: Platform,
  request: FastifyRequest,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink> => {
  await requireAllowance(platform, 'link', request.ip, LINKS);
  return findLink(platform, purpose, token);
};

/** What its page is told of a link. */
export const ownerIn = ({ login, name, company, expiresAt }: FoundLink): LinkOwner => ({
  login,
  name,
  company,
  expiresAt,
});
