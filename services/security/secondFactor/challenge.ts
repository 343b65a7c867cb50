import { sql } from 'kysely';
import type { PasskeyAssertion } from '#schema/security/passkeys.rest.ts';
import type { TokenAnswer } from '#schema/security/session.rest.ts';
import { OAuthError } from '../../platform/http/failures.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { reserveLogin } from '../attempts.ts';
import { challengeOfLogin } from '../passkeys/challenges.ts';
import { findRelyingParty } from '../passkeys/relyingParty.ts';
import { requestOf, takeAssertion } from '../passkeys/store.ts';
import { noteAccess, type Origin } from '../sessions/accesses.ts';
import { openSession } from '../sessions/open.ts';
import type { FactorMethod } from './factors.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import { takeOtp } from './totp.ts';

const VALID = 5 * 60 * 1000;
/** Wrong codes of one login. */
const WRONG_CODES = 5;
const ROUTE = 'POST /oauth/token';
const ASKED = 'Digite o código da verificação em duas etapas.';
const ASKED_KEY = 'Use a sua chave de acesso para continuar.';
const EXPIRED = 'A verificação expirou. Entre de novo com a senha.';

/** A code of the app, one of the spare ones, or the signature of a passkey. */
export type Proof = { otp: string } | { recoveryCode: string } | { assertion: PasskeyAssertion };

interface Waiting {
  accountId: number;
  userId: number;
  attempt: number;
  requestId: string;
}

/** Keeps a login by the right password until its second factor comes. Returns the 403 that asks for it. */
export const askSecondFactor = async (
  platform: Platform,
  { accountId, userId, attempt, requestId }: Waiting,
  methods: readonly FactorMethod[],
): Promise<OAuthError> => {
  const token = newToken();
  const source = { route: ROUTE, requestId, bytes: null };
  const passkey = await platform.command({ accountId, userId }, source, async (trx, work) => {
    await sql`select withdraw_login_attempt(${attempt})`.execute(trx);
    const expires = new Date(work.clock.now().getTime() + VALID);
    await trx
      .insertInto('login_challenges')
      .values({
        account_id: accountId,
        token_hash: hashToken(token),
        user_id: userId,
        expires_at: expires,
        used_at: null,
      })
      .execute();
    if (!methods.includes('PASSKEY') || !findRelyingParty(platform)) return null;
    return requestOf(trx, platform, work.session, challengeOfLogin(token));
  });
  const asked = { mfa_token: token, mfa_methods: [...methods], ...(passkey && { mfa_passkey: passkey }) };
  return new OAuthError(403, 'mfa_required', methods.includes('TOTP') ? ASKED : ASKED_KEY, {}, asked);
};

interface Challenge {
  account_id: number;
  user_id: number;
  login: string;
}

const findChallenge = async ({ database, clock }: Platform, hash: Buffer): Promise<Challenge> => {
  const [challenge] = await database.everywhere(
    sql<Challenge>`select * from find_login_challenge(${hash}, ${clock.now()})`,
  );
  if (!challenge) throw new OAuthError(400, 'invalid_grant', EXPIRED);
  return challenge;
};

/** Checks a proof of the work's user, and uses it up. */
const takeProof = (trx: Trx, work: Work, platform: Platform, token: string, proof: Proof): Promise<boolean> => {
  if ('otp' in proof) return takeOtp(trx, work, platform, proof.otp, { confirmed: true });
  if ('recoveryCode' in proof) return takeRecoveryCode(trx, work, platform, proof.recoveryCode);
  return takeAssertion(trx, work, platform, challengeOfLogin(token), proof.assertion);
};

export const wrongProof = (proof: Proof): string => {
  if ('otp' in proof) return 'Código incorreto. Confira a hora do celular e tente o próximo.';
  return 'recoveryCode' in proof ? 'Código de reserva incorreto ou já usado.' : 'A chave de acesso não foi aceita.';
};

interface Answering extends Origin {
  token: string;
  proof: Proof;
}

/** Uses the waiting login up by a right proof; returns false for a wrong one. */
const settle = async (trx: Trx, work: Work, platform: Platform, answer: Answering): Promise<boolean> => {
  const { accountId, userId } = work.session;
  const hash = hashToken(answer.token);
  const waiting = await trx
    .selectFrom('login_challenges')
    .select('wrong')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('wrong', '<', WRONG_CODES)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) throw new OAuthError(400, 'invalid_grant', EXPIRED);
  const right = await takeProof(trx, work, platform, answer.token, answer.proof);
  await trx
    .updateTable('login_challenges')
    .set(right ? { used_at: work.clock.now() } : { wrong: waiting.wrong + 1 })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hash)
    .execute();
  if (right) return true;
  const { address, userAgent } = answer;
  const kind = 'assertion' in answer.proof ? 'PASSKEY_REFUSED' : 'CODE_REFUSED';
  await noteAccess(trx, work, { userId, kind, address, userAgent });
  return false;
};

/**
 * Opens the session of a waiting login by its second factor. A wrong code counts as an attempt of the login, so that a
 * known password does not allow guessing codes by logging in again.
 */
export const confirmSecondFactor = async (
  platform: Platform,
  token: string,
  proof: Proof,
  { requestId, ...origin }: Origin & { requestId: string },
): Promise<TokenAnswer> => {
  const { account_id: accountId, user_id: userId, login } = await findChallenge(platform, hashToken(token));
  const attempt = await reserveLogin(platform, login, origin.address);
  const source = { route: ROUTE, requestId, bytes: null };
  const right = await platform.command({ accountId, userId }, source, (trx, work) =>
    settle(trx, work, platform, { token, proof, ...origin }),
  );
  if (!right) throw new OAuthError(400, 'invalid_grant', wrongProof(proof));
  return openSession(platform, { accountId, userId, method: 'PASSWORD', ...origin, requestId, attempt });
};
