import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import { sessionEndpoints } from '#schema/security/session.rest.ts';
import { invalid } from '../platform/errors.ts';
import { implement, sourceOf } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { REAUTHENTICATION_COUNTS } from '../platform/reauthentication.ts';
import type { Session } from '../platform/session.ts';
import { requirePasswordAdmitted } from './organizations/rules.ts';
import { proveAssertion, proveOtp, provePassword } from './proveUser.ts';

type Proofs = BodyOf<typeof sessionEndpoints.reauthenticate>;

const ONE_PROOF = 'Informe a senha, o código do aplicativo ou a chave de acesso.';

/** Checks the one proof that was given, and returns the attempt to settle. */
const prove = async (
  platform: Platform,
  session: Session,
  request: FastifyRequest,
  { password, otp, assertion }: Proofs,
): Promise<number> => {
  const given = [password, otp, assertion].filter((proof) => proof !== undefined);
  if (given.length !== 1) throw invalid([{ path: 'password', message: ONE_PROOF }]);
  if (otp !== undefined) return proveOtp(platform, session, request, otp);
  const attempt = assertion
    ? await proveAssertion(platform, session, request, assertion)
    : await provePassword(platform, session, request, { password: password ?? '', path: 'password' });
  await requirePasswordAdmitted(platform, session);
  return attempt;
};

/** Registers the reauthentication (decisions 5, 75). A wrong password or code counts as a failed login. */
export const reauthentication = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  implement(app, sessionEndpoints.reauthenticate, async ({ session, body, request }) => {
    const attempt = await prove(platform, session, request, body);
    const { accountId, userId, tokenHash } = session;
    const now = platform.clock.now();
    const { route, requestId } = sourceOf(request);
    await platform.command(session, { route, requestId }, async (trx, work) => {
      await sql`select settle_login_attempt(${attempt})`.execute(trx);
      await trx
        .updateTable('access_tokens')
        .set({ reauthenticated_at: now })
        .where('account_id', '=', accountId)
        .where('token_hash', '=', tokenHash)
        .execute();
      work.audit({ action: 'reauthenticate', entity: 'user', entityId: userId });
    });
    return { until: new Date(now.getTime() + REAUTHENTICATION_COUNTS).toISOString() };
  });
};
