import type { FastifyInstance, FastifyRequest } from 'fastify';
import { domainOf } from '#domain/emailDomains.ts';
import { PRODUCT_SLUG } from '#domain/product.ts';
import { organizationEndpoints, type CallbackQuery } from '#schema/security/organizations.rest.ts';
import { normalizeEmail } from '#domain/email.ts';
import { requireAllowance } from '../../platform/allowances.ts';
import { implementPublic } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { bearerToken, hashToken, resolveSession } from '../../platform/session.ts';
import { openSession } from '../login.ts';
import { originOf } from '../sessions/accesses.ts';
import { browserOf, forgetBrowser, setBrowser, startAttempt, takeAttempt, type TakenAttempt } from './attempts.ts';
import { findPerson, type Person } from './people.ts';
import { ProviderFailure, type Claims, type Providers } from './provider.ts';
import { cannotStart, failureOf, noAttempt } from './refusals.ts';
import {
  CALLBACK_PATH,
  clientOf,
  openOrganizations,
  organizationsOfDomain,
  readForLogin,
  statusOf,
  toLogin,
  type LoginRow,
} from './store.ts';

/** Per client address; an office shares one. */
const QUESTIONS = { times: 600, seconds: 15 * 60 };
const LOGINS = { times: 300, seconds: 15 * 60 };

const CALLBACK = `GET /callback/${PRODUCT_SLUG}id`;

/** Logs why, without what the provider sent: it may name people. */
const logFailure = (request: FastifyRequest, error: ProviderFailure): void => {
  const cause =
    error.cause instanceof Error ? { name: error.cause.name, code: Reflect.get(error.cause, 'code') } : null;
  request.log.warn({ kind: error.kind, cause }, 'provider of an organization failed');
};

const firstText = (query: CallbackQuery): [string, string][] =>
  Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');

const claimsOf = async (
  { platform, providers }: Parts,
  organization: LoginRow,
  attempt: TakenAttempt,
  query: CallbackQuery,
): Promise<Claims> => {
  const url = new URL(platform.publicUrl + CALLBACK_PATH);
  for (const [key, value] of firstText(query)) url.searchParams.set(key, value);
  const { nonce, verifier, fresh } = attempt;
  return providers.claimsOf(clientOf(platform, attempt.accountId, organization), {
    url,
    state: query.state ?? '',
    nonce,
    verifier,
    fresh,
  });
};

interface Parts {
  platform: Platform;
  providers: Providers;
}

/** The session counts as reauthenticated: the provider has just asked for the login. */
const confirm = ({ command, clock }: Platform, accountId: number, userId: number, token: string, requestId: string) =>
  command({ accountId, userId }, { route: CALLBACK, requestId }, async (trx, work) => {
    await trx
      .updateTable('access_tokens')
      .set({ reauthenticated_at: clock.now() })
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hashToken(token))
      .execute();
    work.audit({ action: 'reauthenticate', entity: 'user', entityId: userId });
  });

const complete = async (parts: Parts, attempt: TakenAttempt, query: CallbackQuery, request: FastifyRequest) => {
  const { platform } = parts;
  const { accountId, organizationId } = attempt;
  const organization = await platform.query({ accountId }, (trx) => readForLogin(trx, accountId, organizationId));
  if (!organization?.active || organization.proven_at === null) throw noAttempt();
  const claims = await claimsOf(parts, organization, attempt, query).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    logFailure(request, error);
    throw failureOf(error, organization.name);
  });
  const source = { route: CALLBACK, requestId: request.id };
  const person = await platform.command<Person, { accountId: number; userId: null }>(
    { accountId, userId: null },
    source,
    (trx, work) => findPerson(trx, work, organization, claims),
  );
  const opened = await openSession(platform, {
    accountId,
    userId: person.id,
    method: 'SSO',
    provider: organization.name,
    ...originOf(request),
    requestId: request.id,
    route: CALLBACK,
  });
  if (attempt.fresh) await confirm(platform, accountId, person.id, opened.access_token, request.id);
  return { ...opened, login: person.login };
};

/** Finds a proven organization of the login's domain: an id alone tells nobody whose it is. */
const findForStart = async ({ platform }: Parts, id: number, login: string) => {
  const found = (await organizationsOfDomain(platform, login)).find((organization) => organization.id === id);
  if (!found) return undefined;
  const { account_id: accountId } = found;
  const row = await platform.query({ accountId }, (trx) => readForLogin(trx, accountId, id));
  return row?.domain === domainOf(login) ? { accountId, row } : undefined;
};

const start = async (
  parts: Parts,
  { organization, login, fresh = false }: { organization: number; login: string; fresh?: boolean | undefined },
  requestId: string,
): Promise<{ address: string; browser: string; state: string } | null> => {
  const { platform, providers } = parts;
  const found = await findForStart(parts, organization, login);
  if (!found) return null;
  const { accountId, row } = found;
  const attempt = await startAttempt(platform, { accountId, organizationId: row.id, fresh }, requestId);
  const { state, nonce, verifier, browser } = attempt;
  const redirectUri = platform.publicUrl + CALLBACK_PATH;
  const url = await providers.authorizationUrl(clientOf(platform, accountId, row), {
    redirectUri,
    state,
    nonce,
    verifier,
    login,
    fresh,
  });
  return { address: url.href, browser, state };
};

/** Registers what the login page asks, and the way to a provider and back; all public. */
export const registerLogins = (app: FastifyInstance, providers: Providers): void => {
  const { platform } = app;
  const parts = { platform, providers };

  implementPublic(app, organizationEndpoints.loginStatus, async ({ query, request }) => {
    await requireAllowance(platform, 'login-status', request.ip, QUESTIONS);
    return { status: statusOf(await organizationsOfDomain(platform, query.email)) };
  });

  implementPublic(app, organizationEndpoints.organizations, async ({ query, request }) => {
    await requireAllowance(platform, 'login-status', request.ip, QUESTIONS);
    if (query.email !== undefined) return (await organizationsOfDomain(platform, query.email)).map(toLogin);
    // A public route has no session: the token is read here.
    const token = bearerToken(request.headers.authorization);
    const session = token && (await resolveSession(platform.database, platform.clock, hashToken(token)));
    if (!session || !session.admin) return [];
    return platform.query(session, (trx) => openOrganizations(trx, session.accountId));
  });

  implementPublic(app, organizationEndpoints.start, async ({ query, request, reply }) => {
    await requireAllowance(platform, 'sso:address', request.ip, LOGINS);
    const started = await start(parts, { ...query, login: normalizeEmail(query.login) }, request.id).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error;
        logFailure(request, error);
        return null;
      },
    );
    if (started) setBrowser(reply, platform.publicUrl, started);
    // A browser shows this answer: a page says why there is no login.
    const address = started?.address ?? `${platform.publicUrl}${CALLBACK_PATH}?error=start_failed`;
    void reply.code(302).headers({ location: address, 'cache-control': 'no-store' });
    return null;
  });

  implementPublic(app, organizationEndpoints.callback, async ({ query, request, reply }) => {
    await requireAllowance(platform, 'sso:address', request.ip, LOGINS);
    if (query.error !== undefined && query.state === undefined) throw cannotStart();
    const browser = query.state === undefined ? undefined : browserOf(request, platform.publicUrl, query.state);
    if (!browser || !query.state) throw noAttempt();
    const attempt = await takeAttempt(platform, browser, query.state);
    if (!attempt) throw noAttempt();
    forgetBrowser(reply, platform.publicUrl, query.state);
    void reply.header('cache-control', 'no-store');
    return complete(parts, attempt, query, request);
  });
};
