import type { FastifyRequest } from 'fastify';
import { ruleBroken, tooManyRequests } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { Session } from '../platform/session.ts';
import { TOO_MANY_LOGIN_ATTEMPTS, reserveAttempt } from './attempts.ts';
import { passwordMatches } from './passwords.ts';
import { wrongProof } from './secondFactor/challenge.ts';
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

/** Checks a code of the session user's app, as `provePassword`. @throws ServiceError 422 at `otp`, 429 */
export const proveOtp = async (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  otp: string,
): Promise<number> => {
  const attempt = await reserve(platform, session, request);
  const source = { route: `${request.method} ${request.routeOptions.url ?? ''}`, requestId: request.id, bytes: null };
  const right = await platform.command(session, source, async (trx, work) => {
    if (await takeOtp(trx, work, platform, otp, { confirmed: true })) return true;
    await noteAccess(trx, work, { ...originOf(request), userId: session.userId, kind: 'CODE_REFUSED' });
    return false;
  });
  if (right) return attempt;
  const message = wrongProof({ otp });
  throw ruleBroken(message, [{ path: 'otp', message }]);
};
