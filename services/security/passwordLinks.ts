import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { normalizeEmail } from '#domain/email.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { invalid } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { answered, implementPublic } from '../platform/http/route.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { linkOf, ownerIn, refuseLateComer, requireAllowance, spendLink, takeAllowance, voidLinks } from './links.ts';
import { queueMail } from './mail/queue.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { revokeTokens } from './tokens.ts';

/** Mails that one address may ask for: an office behind one address is still one office. */
const REQUESTS = { times: 20, seconds: 60 * 60 };
/** Mails that one login gets: nobody fills a stranger's mailbox. */
const MAILS = { times: 3, seconds: 60 * 60 };

const ASKED = 'Se houver um acesso com este e-mail, você receberá em instantes um link para criar outra senha.';

/** Links of mails for a password, the first one or another (§7 Security). Nobody is logged in here. */
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
};

/** The command of somebody who is not logged in: never repeated by an Idempotency-Key, the link itself is used once. */
const sourceOf = (request: FastifyRequest) => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  requestId: request.id,
});

const ownerOf = async (...asked: Parameters<typeof linkOf>) => ownerIn(await linkOf(...asked));

/**
 * Makes a password by a link: the link and all others of the user are used up, a change of login asked for meanwhile is off, and sessions opened with the old one
 * end. @throws ServiceError 404 for a link that does not hold, 422 at `password` for one that is not taken.
 */
const changePassword = async (
  platform: Platform,
  request: FastifyRequest,
  purpose: 'FIRST_PASSWORD' | 'RECOVER_PASSWORD',
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const owner = await linkOf(platform, request, purpose, token);
  requireGoodPassword(password, owner);
  // Hashing takes a while; no transaction waits for it.
  const hashed = await hashPassword(password);
  const change = async (trx: Trx, work: Work): Promise<void> => {
    await spendLink(trx, work, token);
    const { accountId, userId } = owner;
    const now = work.clock.now();
    await trx
      .updateTable('users')
      // Whoever reads the login's mail has the last word on where the login goes.
      .set({ password_hash: hashed, new_login: null, email_confirmed_at: now })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .execute();
    // Guesses of strangers elsewhere must not keep out whoever just came back in by mail.
    await sql`select remember_login_address(${owner.login}, ${request.ip}, ${now})`.execute(trx);
    await voidLinks(trx, work, userId);
    await revokeTokens(trx, work, userId);
    if (purpose === 'RECOVER_PASSWORD') await queueMail(trx, work, userId, 'PASSWORD_CHANGED');
    work.audit({ action: 'setPassword', entity: 'user', entityId: userId, details: { purpose } });
  };
  await platform.command(owner, sourceOf(request), change).catch(refuseLateComer);
};
