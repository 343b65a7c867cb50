import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { PasskeyChallengesTable } from './tables.ts';

const VALID = 5 * 60 * 1000;
const BYTES = 32;

type Purpose = PasskeyChallengesTable['purpose'];

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge, 'utf8').digest();

/** Base64url text of random bytes. */
const newChallenge = (): string => randomBytes(BYTES).toString('base64url');

/** Makes what an authenticator of the session's user is asked to sign. */
export const makeChallenge = async (trx: Trx, work: Work, { id }: Session, purpose: Purpose): Promise<string> => {
  const challenge = newChallenge();
  const { accountId, userId } = work.session;
  await trx
    .insertInto('passkey_challenges')
    .values({
      account_id: accountId,
      challenge_hash: hashOf(challenge),
      user_id: userId,
      session_id: id,
      purpose,
      expires_at: new Date(work.clock.now().getTime() + VALID),
    })
    .execute();
  return challenge;
};

/** Uses a challenge up; returns false for that of another session or purpose, and for one that is used or too old. */
export const takeChallenge = async (
  trx: Trx,
  work: Work,
  { id }: Session,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> => {
  const taken = await trx
    .deleteFrom('passkey_challenges')
    .where('account_id', '=', work.session.accountId)
    .where('challenge_hash', '=', hashOf(challenge))
    .where('user_id', '=', work.session.userId)
    .where('session_id', '=', id)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', work.clock.now().toISOString())
    .executeTakeFirst();
  return taken.numDeletedRows === 1n;
};

/** Makes a challenge for somebody who is not known yet. */
export const makeLoginChallenge = async ({ database, clock }: Platform): Promise<string> => {
  const challenge = newChallenge();
  const expires = new Date(clock.now().getTime() + VALID);
  await sql`select start_passkey_login(${hashOf(challenge)}, ${expires})`.execute(database.kysely);
  return challenge;
};

/** As `takeChallenge`, of a login. */
export const takeLoginChallenge = async ({ database, clock }: Platform, challenge: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select take_passkey_login(${hashOf(challenge)}, ${clock.now()}) as taken`.execute(database.kysely);
  return rows[0]?.taken === true;
};

/**
 * The challenge of a login that waits for its second factor: it follows from the token of the waiting login, which is
 * kept as a hash, counts once and for five minutes.
 */
export const challengeOfLogin = (mfaToken: string): string =>
  createHash('sha256').update('passkey\0').update(mfaToken, 'utf8').digest('base64url');
