import type { FastifyInstance } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { userEndpoints, type User, type UserBody, type UserUpdate } from '#schema/security/users.rest.ts';
import { postMessage } from '../assistant/postMessage.ts';
import { forbidden, invalid, ruleBroken } from '../platform/errors.ts';
import { register } from '../platform/register.ts';
import { implement } from '../platform/route.ts';
import type { Trx, Work } from '../platform/unitOfWork.ts';
import { requireAllowance } from './links.ts';
import { queueMail } from './mail/queue.ts';
import type { UsersTable } from './tables.ts';
import { revokeTokens } from './tokens.ts';
import { storeGrants } from './users.permissions.ts';
import { listUsers, readUser, USER_NOT_FOUND, userTotals } from './users.store.ts';

/** Invitations of one user: nobody fills a mailbox. */
const INVITATIONS = { times: 5, seconds: 60 * 60 };

const PERMISSIONS_CHANGED = 'As suas permissões mudaram: o menu e as telas mostram o que você pode fazer agora.';

const SELF = {
  admin: 'Você não pode retirar o seu próprio acesso de administrador. Peça a outro administrador.',
  active: 'Você não pode desativar o seu próprio acesso. Peça a outro administrador.',
  remove: 'Você não pode excluir o seu próprio acesso. Peça a outro administrador.',
};

const userRegister = register({
  table: 'users',
  entity: 'user',
  noun: { name: 'Usuário', feminine: false },
  missing: USER_NOT_FOUND,
  secret: ['password_hash'],
  personal: ['login', 'name', 'new_login'],
  // Whatever somebody wrote keeps its author; who only logged in may go without a trace.
  usages: ({ account_id, id }) => [
    {
      one: 'registro do histórico',
      many: 'registros do histórico',
      rows: sql`select from audit_log where account_id = ${account_id} and user_id = ${id}
        and route <> 'job mail' and action not in ('login', 'logout', 'call', 'setPassword', 'confirmEmail')`,
    },
  ],
});

/** A body as columns. `before` is the row that changes: an address that was there already is not judged again. */
const columnsOf = (body: UserBody, before?: Selectable<UsersTable>) => {
  const login = normalizeEmail(body.login);
  if (login !== before?.login && !isEmail(login)) {
    throw invalid([{ path: 'login', message: 'Informe um e-mail válido.' }]);
  }
  return { login, name: normalizeSpaces(body.name), admin: body.admin, active: body.active };
};

/**
 * Users of an account change one command at a time, by somebody who is an admin when the turn is theirs: of two admins
 * who demote each other, the second is refused. Since nobody demotes themselves, one admin always stays.
 */
const takeTurn = async (trx: Trx, work: Work): Promise<void> => {
  const { accountId, userId } = work.session;
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const actor = await trx
    .selectFrom('users')
    .select(['admin', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!actor?.admin || !actor.active) throw forbidden();
};

const create = async (trx: Trx, work: Work, body: UserBody): Promise<User> => {
  await takeTurn(trx, work);
  const columns = { password_hash: null, email_confirmed_at: null, ...columnsOf(body) };
  const { id, active } = await userRegister.create(trx, work, columns);
  if (body.permissions) await storeGrants(trx, work, id, body.permissions);
  if (active) await queueMail(trx, work, id, 'INVITATION');
  return readUser(trx, work.session.accountId, id);
};

const refuseLockOut = (work: Work, body: UserUpdate): void => {
  if (body.id !== work.session.userId) return;
  for (const field of ['admin', 'active'] as const) {
    if (body[field] === false) throw ruleBroken(SELF[field], [{ path: field, message: SELF[field] }]);
  }
};

const update = async (trx: Trx, work: Work, body: UserUpdate): Promise<User> => {
  await takeTurn(trx, work);
  refuseLockOut(work, body);
  const { accountId } = work.session;
  const known = await userRegister.lock(trx, work.session, body);
  const columns = columnsOf(body, known);
  const moved = columns.login !== known.login;
  const { before, after } = await userRegister.update(trx, work, body, {
    ...columns,
    ...(moved ? { email_confirmed_at: null } : {}),
  });
  const granted = body.permissions !== undefined && (await storeGrants(trx, work, body.id, body.permissions));
  // Their screens hear of it at once, and what they are typing there says so.
  if (after.active && (granted || before.admin !== after.admin)) {
    await postMessage(trx, work, { userIds: [body.id], kind: 'INFO', text: PERMISSIONS_CHANGED });
  }
  // Links that went to the old address end by themselves: they hold only for the login they were sent to.
  if (moved && after.active) {
    await queueMail(trx, work, body.id, after.password_hash === null ? 'INVITATION' : 'CONFIRMATION');
  }
  if (before.active && !after.active) await revokeTokens(trx, work, body.id);
  return readUser(trx, accountId, body.id);
};

const remove = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  await takeTurn(trx, work);
  if (id === work.session.userId) throw ruleBroken(SELF.remove);
  await userRegister.remove(trx, work, { id });
  return { id };
};

const invite = async (trx: Trx, work: Work, id: number): Promise<User> => {
  await takeTurn(trx, work);
  const user = await userRegister.lock(trx, work.session, { id });
  if (!user.active) throw ruleBroken('Este usuário está desativado. Reative-o para convidá-lo de novo.');
  if (user.password_hash !== null) {
    throw ruleBroken('Este usuário já criou a senha. Se a esqueceu, pode criar outra na página de entrada.');
  }
  await queueMail(trx, work, id, 'INVITATION');
  work.audit({ action: 'invite', entity: 'user', entityId: id });
  return readUser(trx, work.session.accountId, id);
};

/** Users of the account and what they may do (§6, §7); only admins keep them. */
export const users = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    users_login_key: { message: 'Já existe um usuário com este e-mail.', field: 'login' },
  });

  implement(app, userEndpoints.list, ({ session, query, read }) =>
    read((trx) => listUsers(trx, session.accountId, query)),
  );

  implement(app, userEndpoints.totals, ({ session, query, read }) =>
    read((trx) => userTotals(trx, session.accountId, query)),
  );

  implement(app, userEndpoints.get, ({ session, params, read }) =>
    read((trx) => readUser(trx, session.accountId, params.id)),
  );

  implement(app, userEndpoints.create, ({ body, write }) => write((trx, work) => create(trx, work, body)));

  implement(
    app,
    userEndpoints.update,
    ({ body, write }) => write((trx, work) => update(trx, work, body)),
    (trx, { session, body }) => readUser(trx, session.accountId, body.id),
  );

  implement(app, userEndpoints.remove, ({ params, write }) => write((trx, work) => remove(trx, work, params.id)));

  implement(app, userEndpoints.invite, async ({ session, params, read, write }) => {
    // An id of another account uses up nothing of its owner's.
    await read((trx) => readUser(trx, session.accountId, params.id));
    await requireAllowance(app.platform, 'invite', String(params.id), INVITATIONS);
    return write((trx, work) => invite(trx, work, params.id));
  });
};
