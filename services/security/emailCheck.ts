import type { FastifyInstance } from 'fastify';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { implement } from '../platform/http/route.ts';
import { requireAllowance } from '../platform/allowances.ts';

/** Maximum checks per admin and per account. */
const CHECKS = { admin: { times: 60, seconds: 15 * 60 }, account: { times: 120, seconds: 15 * 60 } };

/**
 * Registers the check whether a new user may have an address (§7). Compares with users of the same account only: other
 * accounts' logins stay hidden, also from admins.
 */
export const emailCheck = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  implement(app, passwordEndpoints.checkEmail, async ({ session, params, read }) => {
    await requireAllowance(platform, 'check-email:user', String(session.userId), CHECKS.admin);
    await requireAllowance(platform, 'check-email:account', String(session.accountId), CHECKS.account);
    const login = normalizeEmail(params.email);
    const known = await read((trx) =>
      trx
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', session.accountId)
        .where('login', '=', login)
        .executeTakeFirst(),
    );
    const valid = isEmail(login);
    return { valid, available: valid && known === undefined };
  });
};
