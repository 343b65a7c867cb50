import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { OAUTH_CLIENT, sessionEndpoints, type TokenRequest } from '#schema/security/session.rest.ts';
import { OAuthError } from '../platform/http/failures.ts';
import { implement, implementPublic, sourceOf } from '../platform/http/route.ts';
import { describeRights, describeSession } from '../platform/sessionUser.ts';
import { grantOf } from './grants.ts';
import { requireClient, unknownClient } from './login.ts';
import { noteAccess, originOf } from './sessions/accesses.ts';

/**
 * RFC 6749: rejects an unknown scope (§3.3), another client, and a second form of client authentication (§2.3) instead
 * of ignoring them.
 */
const refuseForeign = ({ scope, client_id: id, client_secret: secret }: Static<typeof TokenRequest>): void => {
  if (scope) throw new OAuthError(400, 'invalid_scope', 'Não há escopos de acesso: deixe este parâmetro de fora.');
  if (secret) throw new OAuthError(400, 'invalid_request', 'A aplicação se identifica apenas pelo cabeçalho.');
  if (id && id !== OAUTH_CLIENT) throw unknownClient();
};

/** Registers login, logout and the session user (§7 Security). */
export const session = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    user_permissions_key: { message: 'Esta permissão já foi concedida.' },
  });

  implementPublic(app, sessionEndpoints.token, async ({ body, request }) => {
    requireClient(request.headers.authorization);
    refuseForeign(body);
    return grantOf(app.platform, body, { ...originOf(request), requestId: request.id });
  });

  implement(app, sessionEndpoints.logout, async ({ session, request }) => {
    // `bytes: null`, as for the login: users can log in, read and log out when the disk is full.
    await app.platform.command(session, { ...sourceOf(request), bytes: null }, async (trx, work) => {
      await trx
        .updateTable('access_tokens')
        .set({ revoked_at: work.clock.now() })
        .where('token_hash', '=', session.tokenHash)
        .execute();
      await noteAccess(trx, work, { ...originOf(request), userId: session.userId, kind: 'LOGOUT' });
      work.audit({ action: 'logout', entity: 'user', entityId: session.userId });
    });
    return null;
  });

  implement(app, sessionEndpoints.session, ({ session, query, read }) =>
    query.places === false ? describeRights(session, read) : read((trx) => describeSession(trx, session)),
  );
};
