import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { CONFIRM_CODE_FAILED } from '#domain/messages.ts';
import { accountEndpoints, type AccountDraft } from '#schema/security/accounts.rest.ts';
import { requireAllowance, takeAllowance } from '../../platform/allowances.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { answered, implementPublic } from '../../platform/http/route.ts';
import { hashToken } from '../../platform/session.ts';

/** Maximum drafts per client address, and mails per login, as of sign-ups. */
const REQUESTS = { times: 10, seconds: 60 * 60 };
const MAILS = { times: 3, seconds: 60 * 60 };
/** Maximum uses of links per client address. */
const LINKS = { times: 60, seconds: 15 * 60 };

const KEPT = 'Enviamos um e-mail com o link para continuar o cadastro.';

interface FoundDraft {
  content: AccountDraft;
  expiresAt: string;
}

/**
 * Registers sign-ups that are continued later (decision 74): public, limited, and the same for every address, since a
 * draft has no more to do with a login than the sign-up that it becomes.
 */
export const drafts = (app: FastifyInstance, requireOpen: () => void): void => {
  const { platform } = app;
  const { clock, database } = platform;

  implementPublic(app, accountEndpoints.keepDraft, async ({ body, request }) => {
    requireOpen();
    const login = normalizeEmail(body.login);
    if (!isEmail(login)) throw invalid([{ path: 'login', message: 'Informe um e-mail válido.' }]);
    await requireAllowance(platform, 'draft:address', request.ip, REQUESTS);
    // Above the login's limit, keeps nothing without an error: the response is the same for every address.
    if ((await takeAllowance(platform, 'draft:login', login, MAILS)) === null) {
      const content = JSON.stringify({ ...body, login });
      await sql`select keep_signup_draft(${login}, ${content}::jsonb, ${clock.now()})`.execute(database.kysely);
    }
    return answered(null, KEPT);
  });

  const find = async (request: FastifyRequest, token: string, take: boolean): Promise<FoundDraft> => {
    requireOpen();
    await requireAllowance(platform, 'draft:link', request.ip, LINKS);
    const { rows } = await sql<{ content: AccountDraft | null; expiresAt: string }>`
      select content, expires_at as "expiresAt" from find_signup_draft(${hashToken(token)}, ${take}, ${clock.now()})`.execute(
      database.kysely,
    );
    const { content, expiresAt } = rows[0] ?? {};
    if (!content || expiresAt === undefined) throw notFound(CONFIRM_CODE_FAILED);
    return { content, expiresAt };
  };

  // GET changes nothing: mail scanners follow every link.
  implementPublic(app, accountEndpoints.findDraft, async ({ query, request }) => {
    const { content, expiresAt } = await find(request, query.validation_token, false);
    const { login, name, companyName: company } = content;
    return { login, name, company, expiresAt };
  });

  implementPublic(app, accountEndpoints.takeDraft, async ({ body, request }) => {
    return (await find(request, body.token, true)).content;
  });
};
