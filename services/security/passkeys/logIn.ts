import { sql } from 'kysely';
import type { PasskeyAssertion } from '#schema/security/passkeys.rest.ts';
import type { TokenAnswer } from '#schema/security/session.rest.ts';
import { takeAllowance } from '../../platform/allowances.ts';
import { OAuthError } from '../../platform/http/failures.ts';
import type { Platform } from '../../platform/platform.ts';
import { reserveLogin, TOO_MANY_LOGIN_ATTEMPTS } from '../attempts.ts';
import { passwordAdmitted, SSO_ONLY } from '../organizations/rules.ts';
import { noteAccess, type Origin } from '../sessions/accesses.ts';
import { openSession } from '../sessions/open.ts';
import { bytesOf, challengeIn } from './assertions.ts';
import { takeLoginChallenge } from './challenges.ts';
import { PASSKEY_LOGINS } from './limits.ts';
import { takeAssertion } from './store.ts';

/** The same for a key that nobody has, for a wrong signature and for an inactive user. */
const REFUSED = 'Esta chave de acesso não abre nenhum acesso. Entre com o e-mail e a senha.';
const EXPIRED = 'O pedido de entrada expirou. Tente de novo.';

interface Owner {
  account_id: number;
  user_id: number;
  login: string;
  active: boolean;
}

const ownerOf = async ({ database }: Platform, assertion: PasskeyAssertion): Promise<Owner | undefined> => {
  if (assertion.userHandle == null) return undefined;
  const [credential, handle] = [bytesOf(assertion.credentialId), bytesOf(assertion.userHandle)];
  const [owner] = await database.everywhere(sql<Owner>`select * from find_passkey(${credential}, ${handle})`);
  return owner;
};

const requireAllowed = async (platform: Platform, address: string): Promise<void> => {
  const wait = await takeAllowance(platform, 'passkey:address', address, PASSKEY_LOGINS);
  if (wait === null) return;
  throw new OAuthError(429, 'temporarily_unavailable', TOO_MANY_LOGIN_ATTEMPTS, { 'retry-after': String(wait) });
};

/**
 * Opens a session by a passkey alone: it was unlocked by the person, and so counts as two factors. Limited as passwords
 * are, and refused where they are.
 */
export const logInByPasskey = async (
  platform: Platform,
  assertion: PasskeyAssertion,
  { requestId, ...origin }: Origin & { requestId: string },
): Promise<TokenAnswer> => {
  await requireAllowed(platform, origin.address);
  const challenge = challengeIn(assertion.clientData);
  if (challenge === null || !(await takeLoginChallenge(platform, challenge))) {
    throw new OAuthError(400, 'invalid_grant', EXPIRED);
  }
  const owner = await ownerOf(platform, assertion);
  if (!owner) throw new OAuthError(400, 'invalid_grant', REFUSED);
  const { account_id: accountId, user_id: userId, login } = owner;
  const attempt = await reserveLogin(platform, login, origin.address);
  const source = { route: 'POST /oauth/token', requestId, bytes: null };
  const right = await platform.command({ accountId, userId }, source, async (trx, work) => {
    if (owner.active && (await takeAssertion(trx, work, platform, challenge, assertion))) return true;
    await noteAccess(trx, work, { ...origin, userId, kind: 'PASSKEY_REFUSED' });
    return false;
  });
  if (!right) throw new OAuthError(400, 'invalid_grant', REFUSED);
  if (!(await passwordAdmitted(platform, { accountId, userId }))) {
    throw new OAuthError(400, 'invalid_grant', SSO_ONLY);
  }
  const opened = await openSession(platform, {
    ...{ accountId, userId, method: 'PASSKEY', ...origin, requestId, attempt },
  });
  return { ...opened, login };
};
