import type { FastifyInstance } from 'fastify';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { implement } from '../platform/http/route.ts';
import { requireAllowance } from './links.ts';

/** Addresses that one admin, and one account, may ask about. */
const CHECKS = { admin: { times: 60, seconds: 15 * 60 }, account: { times: 120, seconds: 15 * 60 } };

/** Whether a new user may have an address (§7). What other accounts have is nobody's business, an admin's neither. */
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
