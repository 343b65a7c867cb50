import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { accountEndpoints, type NewAccount } from '#schema/security/accounts.rest.ts';
import { drawLogo } from '../../financial/companies/picture.ts';
import type { Feature } from '../../platform/build.ts';
import { forbidden } from '../../platform/errors.ts';
import { answered, implementPublic } from '../../platform/http/route.ts';
import { requireAllowance, takeAllowance } from '../../platform/allowances.ts';
import { hashToken } from '../../platform/session.ts';
import { inAtLeast } from '../evenTime.ts';
import { hashPassword } from '../passwords.ts';
import { columnsOf } from './columns.ts';
import { drafts } from './drafts.ts';
import { reserve, store } from './store.ts';

/** Maximum sign-ups per client address, and mails per login. */
const REQUESTS = { times: 10, seconds: 60 * 60 };
const MAILS = { times: 3, seconds: 60 * 60 };
/** Minimum response time in milliseconds: the duration would otherwise reveal whether the login exists. */
const LEAST = 400;

const ASKED = 'Enviamos um e-mail com o link para ativar a sua conta.';
const CLOSED = 'O cadastro de novas contas está desligado. Peça o seu acesso a quem administra a conta da sua empresa.';

export interface SignUpSettings {
  /** Whether strangers may open accounts; default true. */
  signUp?: boolean | undefined;
}

/**
 * Registers the sign-up (§7): public; the account opens when the user follows the mailed link and enters the password.
 */
export const accounts =
  ({ signUp = true }: SignUpSettings): Feature =>
  async (app: FastifyInstance): Promise<void> => {
    const { platform } = app;

    const requireOpen = (): void => {
      if (!signUp) throw forbidden(CLOSED);
    };

    const open = async (body: NewAccount, { id: requestId, upload }: FastifyRequest): Promise<void> => {
      const columns = columnsOf(body);
      // Before the login is looked up: a file that cannot be read is refused whoever sends it.
      const logo = upload ? await drawLogo(upload) : null;
      const { login } = columns.user;
      // Above the login's limit, sends no mail without an error: the response is the same for every address.
      if ((await takeAllowance(platform, 'account:login', login, MAILS)) !== null) return;
      const hash = body.user.password ? await hashPassword(body.user.password) : null;
      const keys = await reserve(platform, login, requestId);
      if (keys) {
        await platform.command(keys, { route: 'POST /api/v1/security/accounts', requestId }, (trx, work) =>
          store(trx, work, { columns, hash, logo, demonstration: body.demonstration === true }),
        );
      }
      if (body.draft) await sql`select drop_signup_draft(${hashToken(body.draft)})`.execute(platform.database.kysely);
    };

    implementPublic(app, accountEndpoints.create, async ({ body, request }) => {
      requireOpen();
      await requireAllowance(platform, 'account:address', request.ip, REQUESTS);
      await inAtLeast(LEAST, () => open(body, request));
      return answered(null, ASKED);
    });
    drafts(app, requireOpen);
  };
