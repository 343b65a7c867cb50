import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sessionEndpoints } from '#schema/security/session.rest.ts';
import { ruleBroken, ServiceError, tooManyRequests } from '../platform/errors.ts';
import { implement, sourceOf } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { LATER, reserveAttempt } from './login.ts';
import { passwordMatches } from './passwords.ts';

/** How long a password that was given again counts. */
const COUNTS = 10 * 60 * 1000;
const WRONG = 'Senha incorreta.';

/**
 * What decides who gets in, and as what, is done by who knows the password, and not by whoever found a session open or
 * has its token. A login does not count: the token may be stolen a minute after it.
 * @throws ServiceError 403 REAUTHENTICATION_REQUIRED unless the password was given again in this session a moment ago
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

/** The password of whoever is logged in, given again (decision 5). A wrong one counts as a wrong login does. */
export const reauthentication = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  implement(app, sessionEndpoints.reauthenticate, async ({ session, body, request, read }) => {
    const reserved = await reserveAttempt(platform, session.login, request.ip);
    if ('wait' in reserved) throw tooManyRequests(reserved.wait, LATER);
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
