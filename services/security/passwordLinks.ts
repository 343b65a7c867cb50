import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { passwordProblem } from '#domain/passwords.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { invalid, ruleBroken } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { answered, implement, implementPublic } from '../platform/route.ts';
import type { Trx, Work } from '../platform/unitOfWork.ts';
import { findLink, requireAllowance, takeAllowance, spendLink } from './links.ts';
import { queueMail } from './mail/queue.ts';
import { hashPassword } from './passwords.ts';
import { revokeTokens } from './tokens.ts';
import type { LinkPurpose } from './tables.ts';

/** Links that one address may try, and mails that it may ask for: an office behind one address is still one office. */
const LINKS = { times: 60, seconds: 15 * 60 };
const REQUESTS = { times: 20, seconds: 60 * 60 };
/** Mails that one login gets: nobody fills a stranger's mailbox. */
const MAILS = { times: 3, seconds: 60 * 60 };

const ASKED = 'Se houver um acesso com este e-mail, você receberá em instantes um link para criar outra senha.';

/** Links of mails: first password, forgotten password, confirmed address (§7 Security). Nobody is logged in here. */
export const passwordLinks = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  implementPublic(app, passwordEndpoints.confirmFirst, ({ query, request }) =>
    ownerOf(platform, request, 'FIRST_PASSWORD', query.validation_token),
  );
  implementPublic(app, passwordEndpoints.confirmRecovery, ({ query, request }) =>
    ownerOf(platform, request, 'RECOVER_PASSWORD', query.validation_token),
  );
  implementPublic(app, passwordEndpoints.changeFirst, async ({ body, request }) => {
    await changePassword(platform, request, 'FIRST_PASSWORD', body);
    return answered(null, 'Senha criada. Entre com o seu e-mail e a nova senha.');
  });
  implementPublic(app, passwordEndpoints.changeRecovery, async ({ body, request }) => {
    await changePassword(platform, request, 'RECOVER_PASSWORD', body);
    return answered(null, 'Senha alterada. Entre com o seu e-mail e a nova senha.');
  });

  implementPublic(app, passwordEndpoints.requestRecovery, async ({ body, request }) => {
    const login = normalizeEmail(body);
    const { clock, database } = platform;
    if (login.includes('\n')) throw invalid([{ path: '', message: 'Informe um e-mail válido.' }]);
    await requireAllowance(platform, 'recover:address', request.ip, REQUESTS);
    // Beyond the login's own limit nothing is sent and nothing is said: the answer is the same for every address.
    if ((await takeAllowance(platform, 'recover:login', login, MAILS)) === null) {
      await sql`select request_recovery(${login}, ${clock.now()}, ${request.id})`.execute(database.kysely);
    }
    return answered(null, ASKED);
  });

  implementPublic(app, passwordEndpoints.confirmUser, async ({ query, request }) => {
    const token = query.validation_token;
    const owner = await linkOf(platform, request, 'CONFIRM_EMAIL', token);
    const activated = await platform.command(owner, sourceOf(request), async (trx, work) => {
      await spendLink(trx, work, token);
      work.audit({ action: 'confirmEmail', entity: 'user', entityId: owner.userId });
      return confirmAddress(trx, work, owner.userId);
    });
    return { ...answer(owner), activated };
  });

  implement(app, passwordEndpoints.checkEmail, async ({ params, request }) => {
    await requireAllowance(platform, 'check-email', request.ip, LINKS);
    const login = normalizeEmail(params.email);
    const { rows } = await sql<{ taken: boolean }>`select login_exists(${login}) as taken`.execute(
      platform.database.kysely,
    );
    const valid = isEmail(login);
    return { valid, available: valid && rows[0]?.taken === false };
  });
};

/** The command of somebody who is not logged in: never repeated by an Idempotency-Key, the link itself is used once. */
const sourceOf = (request: FastifyRequest) => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  requestId: request.id,
});

const linkOf = async (platform: Platform, request: FastifyRequest, purpose: LinkPurpose, token: string) => {
  await requireAllowance(platform, 'link', request.ip, LINKS);
  return findLink(platform, purpose, token);
};

const answer = ({ login, name, expiresAt }: { login: string; name: string; expiresAt: string }) => ({
  login,
  name,
  expiresAt,
});

const ownerOf = async (...asked: Parameters<typeof linkOf>) => answer(await linkOf(...asked));

/** The address is its user's; whoever asked for the account has it open now. True when it was still closed. */
const confirmAddress = async (trx: Trx, work: Work, userId: number): Promise<boolean> => {
  const { accountId } = work.session;
  const now = work.clock.now();
  await trx
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .execute();
  const opened = await trx
    .updateTable('accounts')
    .set({ activated_at: now })
    .where('id', '=', accountId)
    .where('activated_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (opened) work.audit({ action: 'activateAccount', entity: 'account', entityId: accountId });
  return opened !== undefined;
};

/**
 * Makes a password by a link: the link and all others for a password are used up, and sessions opened with the old one
 * end. @throws ServiceError 404 for a link that does not hold, 422 at `password` for one that is not taken.
 */
const changePassword = async (
  platform: Platform,
  request: FastifyRequest,
  purpose: 'FIRST_PASSWORD' | 'RECOVER_PASSWORD',
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const owner = await linkOf(platform, request, purpose, token);
  const problem = passwordProblem(password, owner.login);
  if (problem) throw ruleBroken(problem, [{ path: 'password', message: problem }]);
  // Hashing takes a while; no transaction waits for it.
  const hashed = await hashPassword(password);
  await platform.command(owner, sourceOf(request), async (trx, work) => {
    await spendLink(trx, work, token);
    const { accountId, userId } = owner;
    const now = work.clock.now();
    await trx
      .updateTable('users')
      .set({ password_hash: hashed })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .execute();
    await confirmAddress(trx, work, userId);
    // Guesses of strangers elsewhere must not keep out whoever just came back in by mail.
    await sql`select remember_login_address(${owner.login}, ${request.ip}, ${now})`.execute(trx);
    await trx
      .updateTable('link_tokens')
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('purpose', '<>', 'CONFIRM_EMAIL')
      .where('used_at', 'is', null)
      .execute();
    await revokeTokens(trx, work, userId);
    if (purpose === 'RECOVER_PASSWORD') await queueMail(trx, work, userId, 'PASSWORD_CHANGED');
    work.audit({ action: 'setPassword', entity: 'user', entityId: userId, details: { purpose } });
  });
};
