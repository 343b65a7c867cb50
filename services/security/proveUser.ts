import type { FastifyRequest } from 'fastify';
import type { PasskeyAssertion } from '#schema/security/passkeys.rest.ts';
import { ruleBroken, tooManyRequests } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { TOO_MANY_LOGIN_ATTEMPTS, reserveAttempt } from './attempts.ts';
import { challengeIn } from './passkeys/assertions.ts';
import { takeChallenge } from './passkeys/challenges.ts';
import { takeAssertion } from './passkeys/store.ts';
import { passwordMatches } from './passwords.ts';
import { wrongProof, type Proof } from './secondFactor/challenge.ts';
import { takeOtp } from './secondFactor/totp.ts';
import { noteAccess, originOf } from './sessions/accesses.ts';

const WRONG_PASSWORD = 'Senha incorreta.';

const reserve = async (platform: Platform, session: Session, request: FastifyRequest): Promise<number> => {
  const reserved = await reserveAttempt(platform, session.login, request.ip);
  if ('wait' in reserved) throw tooManyRequests(reserved.wait, TOO_MANY_LOGIN_ATTEMPTS);
  return reserved.attempt;
};

/**
 * Checks the password of the session user; a wrong one counts as a failed login. Returns the attempt to settle.
 * @throws ServiceError 422 at `path` for a wrong password, 429
 */
export const provePassword = async (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  { password, path }: { password: string; path: string },
): Promise<number> => {
  const attempt = await reserve(platform, session, request);
  const { accountId, userId } = session;
  const user = await platform.query(session, (trx) =>
    trx
      .selectFrom('users')
      .select('password_hash')
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  if (await passwordMatches(user?.password_hash ?? null, password)) return attempt;
  throw ruleBroken(WRONG_PASSWORD, [{ path, message: WRONG_PASSWORD }]);
};

/** Runs a check that uses up what it checks; a wrong one is kept in the log of accesses. @throws ServiceError 422, 429 */
const proveOnce = async (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  { proof, check }: { proof: Proof; check: (trx: Trx, work: Work) => Promise<boolean> },
): Promise<number> => {
  const attempt = await reserve(platform, session, request);
  const source = { route: `${request.method} ${request.routeOptions.url ?? ''}`, requestId: request.id, bytes: null };
  const [path] = Object.keys(proof);
  const right = await platform.command(session, source, async (trx, work) => {
    if (await check(trx, work)) return true;
    const kind = path === 'assertion' ? 'PASSKEY_REFUSED' : 'CODE_REFUSED';
    await noteAccess(trx, work, { ...originOf(request), userId: session.userId, kind });
    return false;
  });
  if (right) return attempt;
  const message = wrongProof(proof);
  throw ruleBroken(message, [{ path: path ?? '', message }]);
};

/** Checks a code of the session user's app, as `provePassword`. @throws ServiceError 422 at `otp`, 429 */
export const proveOtp = (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  otp: string,
): Promise<number> => {
  const check = (trx: Trx, work: Work) => takeOtp(trx, work, platform, otp, { confirmed: true });
  return proveOnce(platform, session, request, { proof: { otp }, check });
};

/** Checks the signature of a passkey of the session user, as `provePassword`. @throws ServiceError 422 at `assertion`, 429 */
export const proveAssertion = (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  assertion: PasskeyAssertion,
): Promise<number> => {
  const challenge = challengeIn(assertion.clientData) ?? '';
  const check = async (trx: Trx, work: Work) =>
    (await takeChallenge(trx, work, session, 'CONFIRM', challenge)) &&
    takeAssertion(trx, work, platform, challenge, assertion);
  return proveOnce(platform, session, request, { proof: { assertion }, check });
};
