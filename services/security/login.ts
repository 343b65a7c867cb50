import { sql } from 'kysely';
import { OAUTH_CLIENT_HEADER, type TokenAnswer } from '#schema/security/session.rest.ts';
import { uncounted } from '../platform/db/database.ts';
import { OAuthError } from '../platform/http/failures.ts';
import type { Platform } from '../platform/platform.ts';
import { passwordAdmitted, SSO_ONLY } from './organizations/rules.ts';
import { passwordMatches } from './passwords.ts';
import { reserveLogin } from './attempts.ts';
import { askSecondFactor } from './secondFactor/challenge.ts';
import { factorsOf, methodsOf } from './secondFactor/factors.ts';
import { deviceKey, keptAgent, type Origin } from './sessions/accesses.ts';
import { openSession } from './sessions/open.ts';

export { openSession };

export interface LoginRequest extends Origin {
  login: string;
  password: string;
  requestId: string;
}

interface KnownLogin {
  id: number;
  account_id: number;
  password_hash: string | null;
  active: boolean;
}

const WRONG = 'Login ou senha inválidos';

/** 401 of another application, with the scheme by which it would have to show who it is (RFC 6749 §5.2). */
export const unknownClient = () =>
  new OAuthError(401, 'invalid_client', 'Aplicação não reconhecida', { 'www-authenticate': 'Basic' });

/** Throws 401 invalid_client unless the request has the fixed client header of §7. */
export const requireClient = (header: string | undefined): void => {
  if (header !== OAUTH_CLIENT_HEADER) throw unknownClient();
};

const findLogin = async ({ database }: Platform, login: string): Promise<KnownLogin | undefined> => {
  const [known] = await database.everywhere(sql<KnownLogin>`select * from find_login(${login})`);
  return known;
};

/** Normalizes a login: trimmed, NFC, lower case. */
export const normalLogin = (login: string): string => login.trim().normalize('NFC').toLowerCase();

/** Not awaited: the response must take as long for a login that does not exist. */
const noteRefused = (platform: Platform, login: string, { address, userAgent }: Origin): void => {
  const [agent, device] = [keptAgent(userAgent), deviceKey({ address, userAgent })];
  const note = sql`select note_refused_password(${login}, ${address}, ${agent}, ${device}, ${platform.clock.now()})`;
  uncounted(() => void platform.database.everywhere(note).catch(() => undefined));
};

/**
 * Opens a session by login and password; where the user has a second factor, throws the 403 that asks for it. A wrong password, an unknown login and an inactive user give the same response
 * after the same time. Returns the token once and stores only its hash.
 */
export const logIn = async (platform: Platform, request: LoginRequest): Promise<TokenAnswer> => {
  const login = normalLogin(request.login);
  const attempt = await reserveLogin(platform, login, request.address);
  const known = await findLogin(platform, login);
  const right = await passwordMatches(known?.password_hash ?? null, request.password);
  if (!known || !right || !known.active) {
    noteRefused(platform, login, request);
    throw new OAuthError(400, 'invalid_grant', WRONG);
  }
  if (!(await passwordAdmitted(platform, { accountId: known.account_id, userId: known.id }))) {
    throw new OAuthError(400, 'invalid_grant', SSO_ONLY);
  }
  const { address, userAgent, requestId } = request;
  const user = { accountId: known.account_id, userId: known.id, requestId };
  const methods = methodsOf(await platform.query(user, (trx) => factorsOf(trx, user.accountId, user.userId)));
  if (methods.length > 0) throw await askSecondFactor(platform, { ...user, attempt }, methods);
  return openSession(platform, { ...user, method: 'PASSWORD', address, userAgent, attempt });
};
