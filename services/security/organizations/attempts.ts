import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/session.ts';

const MINUTE = 60_000;
/** How long a login at a provider may take. */
const LIFE = 10 * MINUTE;

/** What only the browser's attempt may know of. */
interface Secret {
  nonce: string;
  verifier: string;
}

/** A login under way: what goes to the provider, and the cookie of the browser. */
export interface Attempt extends Secret {
  state: string;
  browser: string;
}

/** A login that came back to the browser that started it. */
export interface TakenAttempt extends Secret {
  accountId: number;
  organizationId: number;
  fresh: boolean;
}

const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && 'nonce' in value && 'verifier' in value;

const sealOf = (accountId: number) => ({ accountId, purpose: 'sso attempt' });

/** Starts a login: stores hashes of what must come back, and seals the rest. */
export const startAttempt = async (
  platform: Platform,
  { accountId, organizationId, fresh }: Pick<TakenAttempt, 'accountId' | 'organizationId' | 'fresh'>,
  requestId: string,
): Promise<Attempt> => {
  const attempt = { state: newToken(), browser: newToken(), nonce: newToken(), verifier: newToken() };
  const { nonce, verifier } = attempt;
  const source = { route: 'GET /api/v1/security/sso/start', requestId, bytes: null };
  await platform.command({ accountId, userId: null }, source, async (trx, work) => {
    await trx
      .insertInto('sso_attempts')
      .values({
        account_id: accountId,
        organization_id: organizationId,
        browser_hash: hashToken(attempt.browser),
        state_hash: hashToken(attempt.state),
        sealed: platform.secrets.seal(JSON.stringify({ nonce, verifier }), sealOf(accountId)),
        fresh,
        expires_at: new Date(work.clock.now().getTime() + LIFE),
      })
      .execute();
  });
  return attempt;
};

/** Takes the attempt that belongs to both cookie and state; the second time there is none. */
export const takeAttempt = async (
  { database, clock, secrets }: Platform,
  browser: string,
  state: string,
): Promise<TakenAttempt | undefined> => {
  type Row = { account_id: number; organization_id: number; sealed: Buffer; fresh: boolean };
  const [row] = await database.everywhere(sql<Row>`
    select * from take_sso_attempt(${hashToken(browser)}, ${hashToken(state)}, ${clock.now()})`);
  if (!row) return undefined;
  const secret: unknown = JSON.parse(secrets.open(row.sealed, sealOf(row.account_id)));
  if (!isSecret(secret)) throw new Error('A sealed attempt has an unknown form');
  return { accountId: row.account_id, organizationId: row.organization_id, fresh: row.fresh, ...secret };
};

/** Most cookies of logins under way that a browser keeps; headers have a limit. */
const MOST_TABS = 8;

/** Over TLS no other host of the domain can set these cookies, nor read them. */
const prefixOf = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-prumo-sso-' : 'prumo-sso-');

/** Each login has a cookie of its own, so that two tabs do not end each other's. */
const cookieName = (publicUrl: string, state: string): string =>
  prefixOf(publicUrl) + hashToken(state).toString('hex').slice(0, 16);

const cookie = (publicUrl: string, name: string, { value, maxAge }: { value: string; maxAge: number }): string => {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
};

const cookiesOf = ({ headers }: FastifyRequest): string[] =>
  (headers.cookie ?? '').split(';').map((part) => part.trim());

/** Gives the browser the cookie of a login; with many under way, those before are given up. */
export const setBrowser = (
  reply: FastifyReply,
  publicUrl: string,
  { browser, state }: Pick<Attempt, 'browser' | 'state'>,
): void => {
  const prefix = prefixOf(publicUrl);
  const before = cookiesOf(reply.request)
    .map((part) => part.split('=')[0] ?? '')
    .filter((name) => name.startsWith(prefix) && /^[\w-]+$/.test(name));
  const dropped = before.length < MOST_TABS ? [] : before;
  void reply.header('set-cookie', [
    cookie(publicUrl, cookieName(publicUrl, state), { value: browser, maxAge: LIFE / 1000 }),
    ...[...new Set(dropped)].map((name) => cookie(publicUrl, name, { value: '', maxAge: 0 })),
  ]);
};

export const forgetBrowser = (reply: FastifyReply, publicUrl: string, state: string): void =>
  void reply.header('set-cookie', cookie(publicUrl, cookieName(publicUrl, state), { value: '', maxAge: 0 }));

/** Returns the browser's cookie of a login. Of two with the name, one may be another host's: none counts. */
export const browserOf = (request: FastifyRequest, publicUrl: string, state: string): string | undefined => {
  const prefix = `${cookieName(publicUrl, state)}=`;
  const found = cookiesOf(request).filter((part) => part.startsWith(prefix));
  const value = found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
};
