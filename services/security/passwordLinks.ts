import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { normalizeEmail } from '#domain/email.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { invalid } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { answered, implementPublic } from '../platform/http/route.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { requireAllowance, takeAllowance } from '../platform/allowances.ts';
import { linkOf, linkOwner, refuseTakenLogin, consumeLink, invalidateLinks } from './links.ts';
import { inAtLeast } from './evenTime.ts';
import { queueMail } from './mail/queue.ts';
import { requirePasswordAdmitted } from './organizations/rules.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { noteAccess, originOf } from './sessions/accesses.ts';
import { revokeTokens } from './tokens.ts';

/** Maximum recovery requests per client address; an office shares one. */
const REQUESTS = { times: 20, seconds: 60 * 60 };
/** Maximum recovery mails per login, against mail flooding. */
const MAILS = { times: 3, seconds: 60 * 60 };

/** Minimum response time of a recovery request in milliseconds. */
const LEAST = 150;

const ASKED = 'Se houver um acesso com este e-mail, você receberá em instantes um link para criar outra senha.';

/** Registers the links to create or reset a password (§7 Security); all public. */
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
    await inAtLeast(LEAST, async () => {
      // Above the login's limit, sends no mail without an error: the response is the same for every address.
      if ((await takeAllowance(platform, 'recover:login', login, MAILS)) !== null) return;
      await database.everywhere(sql`select request_recovery(${login}, ${clock.now()}, ${request.id})`);
    });
    return answered(null, ASKED);
  });
};

/** Returns the origin of a public command, without Idempotency-Key: the link works only once anyway. */
const sourceOf = (request: FastifyRequest) => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  requestId: request.id,
});

const ownerOf = async (...requested: Parameters<typeof linkOf>) => linkOwner(await linkOf(...requested));

/**
 * Sets a password by a link: uses up all links of the user, cancels a pending change of login, and ends the user's
 * sessions. @throws ServiceError 404 for an invalid link, 422 at `password` for a rejected password
 */
const changePassword = async (
  platform: Platform,
  request: FastifyRequest,
  purpose: 'FIRST_PASSWORD' | 'RECOVER_PASSWORD',
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const owner = await linkOf(platform, request, purpose, token);
  await requirePasswordAdmitted(platform, owner);
  requireGoodPassword(password, owner);
  // Hashed outside the SQL transaction, since it takes a while.
  const hashed = await hashPassword(password);
  const change = async (trx: Trx, work: Work): Promise<void> => {
    await consumeLink(trx, work, token);
    const { accountId, userId } = owner;
    const now = work.clock.now();
    await trx
      .updateTable('users')
      // Cancels a pending change of login: the reader of the login's mail decides.
      .set({ password_hash: hashed, new_login: null, email_confirmed_at: now, password_changed_at: now })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .execute();
    // Failed attempts of strangers must not lock out a user who reset the password by mail.
    await sql`select remember_login_address(${owner.login}, ${request.ip}, ${now})`.execute(trx);
    await invalidateLinks(trx, work, userId);
    await revokeTokens(trx, work, userId);
    await noteAccess(trx, work, { ...originOf(request), userId, kind: 'PASSWORD_CHANGED' });
    if (purpose === 'RECOVER_PASSWORD') await queueMail(trx, work, userId, 'PASSWORD_CHANGED');
    work.audit({ action: 'setPassword', entity: 'user', entityId: userId, details: { purpose } });
  };
  await platform.command(owner, sourceOf(request), change).catch(refuseTakenLogin);
};
