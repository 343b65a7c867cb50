import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sessionEndpoints } from '#schema/security/session.rest.ts';
import { ruleBroken, ServiceError, tooManyRequests } from '../platform/errors.ts';
import { implement, sourceOf } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { TOO_MANY_LOGIN_ATTEMPTS, reserveAttempt } from './login.ts';
import { requirePasswordAdmitted } from './organizations/rules.ts';
import { passwordMatches } from './passwords.ts';

/** Validity of a reauthentication in milliseconds. */
const COUNTS = 10 * 60 * 1000;
const WRONG = 'Senha incorreta.';

/**
 * Requires a recent reauthentication for changes of access, so that a stolen token or an open session does not suffice.
 * A login does not count: the token may be stolen a minute later.
 * @throws ServiceError 403 REAUTHENTICATION_REQUIRED unless the session was reauthenticated in the last ten minutes
 */
export const requireReauthentication = async (trx: Trx, work: Work, { tokenHash }: Session): Promise<void> => {
  const token = await trx
    .selectFrom('access_tokens')
    .select('reauthenticated_at')
    .where('account_id', '=', work.session.accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  const given = token?.reauthenticated_at;
  if (given && work.clock.now().getTime() - Date.parse(given) < COUNTS) return;
  throw new ServiceError(403, 'REAUTHENTICATION_REQUIRED', 'Confirme a sua senha para continuar.');
};

/** Registers the reauthentication by password (decision 5). A wrong password counts as a failed login. */
export const reauthentication = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  implement(app, sessionEndpoints.reauthenticate, async ({ session, body, request, read }) => {
    const reserved = await reserveAttempt(platform, session.login, request.ip);
    if ('wait' in reserved) throw tooManyRequests(reserved.wait, TOO_MANY_LOGIN_ATTEMPTS);
    const { accountId, userId, tokenHash } = session;
    const user = await read((trx) =>
      trx
        .selectFrom('users')
        .select('password_hash')
        .where('account_id', '=', accountId)
        .where('id', '=', userId)
        .executeTakeFirst(),
    );
    if (!(await passwordMatches(user?.password_hash ?? null, body.password))) {
      throw ruleBroken(WRONG, [{ path: 'password', message: WRONG }]);
    }
    await requirePasswordAdmitted(platform, session);
    const now = platform.clock.now();
    const { route, requestId } = sourceOf(request);
    await platform.command(session, { route, requestId }, async (trx, work) => {
      await sql`select settle_login_attempt(${reserved.attempt})`.execute(trx);
      await trx
        .updateTable('access_tokens')
        .set({ reauthenticated_at: now })
        .where('account_id', '=', accountId)
        .where('token_hash', '=', tokenHash)
        .execute();
      work.audit({ action: 'reauthenticate', entity: 'user', entityId: userId });
    });
    return { until: new Date(now.getTime() + COUNTS).toISOString() };
  });
};
