import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { passwordEndpoints, type UserConfirm, type UserConfirmation } from '#schema/security/passwords.rest.ts';
import { invalid, ruleBroken } from '../platform/errors.ts';
import { implementPublic, sourceOf } from '../platform/http/route.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import {
  linkOf,
  linkOwner,
  refuseTakenLogin,
  consumeLink,
  invalidateLinks,
  invalidLink,
  type FoundLink,
} from './links.ts';
import { makeDemonstration } from './demonstration/make.ts';
import { queueMail } from './mail/queue.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import { revokeTokens } from './tokens.ts';

const OTHER_PASSWORD =
  'Esta não é a senha escolhida no cadastro. Digite a mesma, ou faça o cadastro de novo para escolher outra.';

const asksOf = ({ signup, signupHash }: FoundLink): UserConfirmation['asks'] =>
  signup ? (signupHash === null ? 'NEW_PASSWORD' : 'CHOSEN_PASSWORD') : 'NO_PASSWORD';

/**
 * Returns the hash of the password that opens a new account; null for a link without password. The recipient of the
 * mail enters the password, since the sign-up may have used another person's address; it must equal the sign-up's
 * password if that had one.
 */
const passwordOf = async (link: FoundLink, password: string | undefined): Promise<string | null> => {
  if (!link.signup) {
    if (password === undefined) return null;
    throw invalid([{ path: 'password', message: 'Este link não pede senha.' }]);
  }
  if (password === undefined) throw invalid([{ path: 'password', message: 'Informe a senha.' }]);
  if (link.signupHash !== null && !(await passwordMatches(link.signupHash, password))) {
    throw ruleBroken(OTHER_PASSWORD, [{ path: 'password', message: OTHER_PASSWORD }]);
  }
  requireGoodPassword(password, link);
  return link.signupHash ?? hashPassword(password);
};

const openAccount = async (trx: Trx, work: Work, link: FoundLink, hash: string, address: string): Promise<void> => {
  const { accountId, userId, login } = link;
  const now = work.clock.now();
  await trx.updateTable('accounts').set({ activated_at: now }).where('id', '=', accountId).execute();
  await trx
    .updateTable('users')
    .set({ password_hash: hash, signup_hash: null, email_confirmed_at: now, password_changed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
  await sql`select remember_login_address(${login}, ${address}, ${now}), drop_signup_drafts(${login})`.execute(trx);
  work.audit({ action: 'setPassword', entity: 'user', entityId: userId, details: { purpose: 'CONFIRM_EMAIL' } });
  work.audit({ action: 'activateAccount', entity: 'account', entityId: accountId });
  await makeDemonstration(trx, work);
};

/** Makes the confirmed address the login, ends the user's sessions, and notifies the old address. */
const moveLogin = async (trx: Trx, work: Work, { accountId, userId, login }: FoundLink): Promise<void> => {
  const { login: old } = await trx
    .selectFrom('users')
    .select('login')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const moved = await trx
    .updateTable('users')
    .set(({ eb }) => ({
      login,
      new_login: null,
      email_confirmed_at: work.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('new_login', '=', login)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw invalidLink();
  await revokeTokens(trx, work, userId);
  await queueMail(trx, work, userId, 'LOGIN_CHANGED', { address: old });
  work.audit({ action: 'update', entity: 'user', entityId: userId, details: { login: [old, login] } });
};

const confirmOwn = (trx: Trx, work: Work, { accountId, userId }: FoundLink) =>
  trx
    .updateTable('users')
    .set({ email_confirmed_at: work.clock.now() })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();

/** Registers `/user/validate` (§2, §7): confirms a new account, or the new address of a login. */
export const confirmation = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  // GET changes nothing: mail scanners follow every link.
  implementPublic(app, passwordEndpoints.confirmUser, async ({ query, request }) => {
    const link = await linkOf(platform, request, 'CONFIRM_EMAIL', query.validation_token);
    return { ...linkOwner(link), asks: asksOf(link) };
  });

  const confirm = async (request: FastifyRequest, { token, password }: UserConfirm) => {
    const link = await linkOf(platform, request, 'CONFIRM_EMAIL', token);
    const hash = await passwordOf(link, password);
    const { route, requestId } = sourceOf(request);
    await platform
      .command(link, { route, requestId }, async (trx, work) => {
        await consumeLink(trx, work, token);
        await invalidateLinks(trx, work, link.userId);
        work.audit({ action: 'confirmEmail', entity: 'user', entityId: link.userId });
        if (hash !== null) await openAccount(trx, work, link, hash, request.ip);
        else if (link.moves) await moveLogin(trx, work, link);
        else await confirmOwn(trx, work, link);
      })
      .catch(refuseTakenLogin);
    return { login: link.login, name: link.name, activated: link.signup };
  };
  implementPublic(app, passwordEndpoints.changeUser, ({ body, request }) => confirm(request, body));
};
