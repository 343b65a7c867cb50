import { sql } from 'kysely';
import type { TokenAnswer } from '#schema/security/session.rest.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/session.ts';
import { queueMail } from '../mail/queue.ts';
import type { SessionMethod } from '../tables.ts';
import { isNewDevice, keptAgent, noteAccess, type Origin } from './accesses.ts';

export interface Opening extends Origin {
  accountId: number;
  userId: number;
  method: SessionMethod;
  /** Name of the organization or identity provider, for SSO. */
  provider?: string | undefined;
  requestId: string;
  /** Route of the request; by default that of the token endpoint. */
  route?: string;
  /** The attempt that the login has used, given back with the session. */
  attempt?: number | undefined;
}

/**
 * Opens a session for a user who has been authenticated: by password and second factor, by a passkey, or by an
 * organization. Returns the token once and stores only its hash. A login from a new device is told by mail.
 */
export const openSession = async (platform: Platform, opening: Opening): Promise<TokenAnswer> => {
  const { accountId, userId, method, provider, address, userAgent, requestId, attempt } = opening;
  const token = newToken();
  const issued = platform.clock.now();
  const source = { route: opening.route ?? 'POST /oauth/token', requestId };
  await platform.command({ accountId, userId }, source, async (trx, work) => {
    if (attempt !== undefined) await sql`select settle_login_attempt(${attempt})`.execute(trx);
    await trx
      .insertInto('access_tokens')
      .values({
        token_hash: hashToken(token),
        account_id: accountId,
        user_id: userId,
        issued_at: issued,
        expires_at: new Date(issued.getTime() + platform.tokenTtlSeconds * 1000),
        revoked_at: null,
        method,
        provider: provider ?? null,
        address,
        user_agent: keptAgent(userAgent),
      })
      .execute();
    const fresh = await isNewDevice(trx, work, userId, opening);
    const accessId = await noteAccess(trx, work, { userId, kind: 'LOGIN', method, provider, address, userAgent });
    if (fresh) await queueMail(trx, work, userId, 'NEW_DEVICE', { aboutAccessId: accessId });
    work.audit({ action: 'login', entity: 'user', entityId: userId });
  });
  return { access_token: token, token_type: 'Bearer', expires_in: platform.tokenTtlSeconds };
};
