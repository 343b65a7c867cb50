import type { FastifyInstance } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { userEndpoints, type User, type UserBody, type UserUpdate } from '#schema/security/users.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { conflict, forbidden, invalid, ruleBroken } from '../../platform/errors.ts';
import { register } from '../../platform/register/register.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { requireAllowance } from '../links.ts';
import { queueMail } from '../mail/queue.ts';
import { requireReauthentication } from '../reauthentication.ts';
import type { UsersTable } from '../tables.ts';
import { revokeTokens } from '../tokens.ts';
import { changedGrants, isChange, storeGrants } from './permissions.ts';
import { listUsers, readUser, USER_NOT_FOUND, userTotals } from './store.ts';

/** Invitations of one user: nobody fills a mailbox. */
const INVITATIONS = { times: 5, seconds: 60 * 60 };
/** Mails to addresses of their choice that one admin, and one account, may ask for. */
const MAILS = { admin: { times: 40, seconds: 60 * 60 }, account: { times: 80, seconds: 60 * 60 } };

const SAME_LOGIN = 'Já existe um usuário com este e-mail.';

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
  secret: ['password_hash', 'signup_hash'],
  personal: ['login', 'name', 'new_login'],
  // Whatever somebody wrote keeps its author; who only logged in may go without a trace.
  usages: ({ account_id, id }) => [
    {
      one: 'registro do histórico',
      many: 'registros do histórico',
      rows: sql`select from audit_log where account_id = ${account_id} and user_id = ${id}
        and route <> 'job mail' and action not in ('login', 'logout', 'call', 'setPassword', 'confirmEmail', 'reauthenticate')`,
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

/** Once the body can be stored: nobody is asked for a password before that. */
const allow = async (trx: Trx, work: Work, session: Session): Promise<void> => {
  await takeTurn(trx, work);
  await requireReauthentication(trx, work, session);
};

/** Everybody who administers the account learns who else does from now on, and so does whoever was made to. */
const tellAdmins = async (trx: Trx, work: Work, aboutId: number): Promise<void> => {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', work.session.accountId)
    .where('admin', '=', true)
    .where('active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of admins) await queueMail(trx, work, id, 'ADMIN_GRANTED', { aboutId });
};

const create = async (trx: Trx, work: Work, session: Session, body: UserBody): Promise<User> => {
  const columns = { password_hash: null, email_confirmed_at: null, ...columnsOf(body) };
  await allow(trx, work, session);
  const { id, active, admin } = await userRegister.create(trx, work, columns);
  if (body.permissions) await storeGrants(trx, work, id, await changedGrants(trx, work, id, body.permissions));
  if (active) await queueMail(trx, work, id, 'INVITATION');
  if (admin) await tellAdmins(trx, work, id);
  return readUser(trx, session.accountId, id);
};

const refuseLockOut = (work: Work, body: UserUpdate): void => {
  if (body.id !== work.session.userId) return;
  for (const field of ['admin', 'active'] as const) {
    if (body[field] === false) throw ruleBroken(SELF[field], [{ path: field, message: SELF[field] }]);
  }
};

type UserRow = Selectable<UsersTable>;

/** Another user of the account has the address: said here, where it is no news to an admin. */
const refuseOwnDuplicate = async (trx: Trx, { account_id, id }: UserRow, login: string): Promise<void> => {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', account_id)
    .where('login', '=', login)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw conflict(SAME_LOGIN, [{ path: 'login', message: SAME_LOGIN }]);
};

/**
 * The login of somebody who has a password stays until whoever reads the new address has said so; an invitation, which
 * is nobody's yet, goes elsewhere at once. The old address learns of it, so that a change nobody wanted is seen.
 */
const changeLogin = async (trx: Trx, before: UserRow, login: string): Promise<Partial<UserRow>> => {
  if (login === before.login) return {};
  if (before.password_hash === null) return { login, email_confirmed_at: null };
  await refuseOwnDuplicate(trx, before, login);
  return { new_login: login };
};

const sendLinks = async (trx: Trx, work: Work, { id, login }: UserRow, after: UserRow): Promise<void> => {
  if (!after.active) return;
  if (after.password_hash === null) return queueMail(trx, work, id, 'INVITATION');
  if (after.new_login === null) return;
  await queueMail(trx, work, id, 'CONFIRMATION', { address: after.new_login });
  await queueMail(trx, work, id, 'LOGIN_CHANGE', { address: login });
};

const tellOfRights = async (trx: Trx, work: Work, before: UserRow, after: UserRow, granted: boolean): Promise<void> => {
  // Their screens hear of it at once, and what they are typing there says so.
  if (after.active && (granted || before.admin !== after.admin)) {
    await postMessage(trx, work, { userIds: [after.id], kind: 'INFO', text: PERMISSIONS_CHANGED });
  }
  if (!before.admin && after.admin) await tellAdmins(trx, work, after.id);
};

const isSame = (before: UserRow, { login, admin, active }: ReturnType<typeof columnsOf>): boolean =>
  login === before.login && [before.admin, undefined].includes(admin) && [before.active, undefined].includes(active);

const update = async (trx: Trx, work: Work, session: Session, body: UserUpdate): Promise<User> => {
  await takeTurn(trx, work);
  refuseLockOut(work, body);
  const known = await userRegister.lock(trx, work.session, body);
  const { login, ...columns } = columnsOf(body, known);
  const grants = body.permissions && (await changedGrants(trx, work, body.id, body.permissions));
  // A name gives nobody anything.
  if (!isSame(known, { login, ...columns }) || isChange(grants)) await requireReauthentication(trx, work, session);
  const moved = await changeLogin(trx, known, login);
  const { before, after } = await userRegister.update(trx, work, body, { ...columns, ...moved });
  if (grants) await storeGrants(trx, work, body.id, grants);
  // Links that went to the old address of an invitation end by themselves: they hold for the login they were sent to.
  if (login !== known.login) await sendLinks(trx, work, before, after);
  await tellOfRights(trx, work, before, after, isChange(grants));
  if (before.active && !after.active) await revokeTokens(trx, work, body.id);
  return readUser(trx, session.accountId, body.id);
};

const remove = async (trx: Trx, work: Work, session: Session, id: number): Promise<{ id: number }> => {
  if (id === work.session.userId) throw ruleBroken(SELF.remove);
  await allow(trx, work, session);
  await userRegister.remove(trx, work, { id });
  return { id };
};

const invite = async (trx: Trx, work: Work, session: Session, id: number): Promise<User> => {
  await takeTurn(trx, work);
  const user = await userRegister.lock(trx, work.session, { id });
  if (!user.active) throw ruleBroken('Este usuário está desativado. Reative-o para convidá-lo de novo.');
  if (user.password_hash !== null) {
    throw ruleBroken('Este usuário já criou a senha. Se a esqueceu, pode criar outra na página de entrada.');
  }
  await requireReauthentication(trx, work, session);
  await queueMail(trx, work, id, 'INVITATION');
  work.audit({ action: 'invite', entity: 'user', entityId: id });
  return readUser(trx, work.session.accountId, id);
};

const keepLogin = async (trx: Trx, work: Work, session: Session, id: number): Promise<User> => {
  await takeTurn(trx, work);
  const user = await userRegister.lock(trx, work.session, { id });
  if (user.new_login === null) throw ruleBroken('Não há troca de login para cancelar.');
  await requireReauthentication(trx, work, session);
  await userRegister.update(trx, work, { id, version: user.version }, { new_login: null });
  return readUser(trx, session.accountId, id);
};

/** Users of the account and what they may do (§6, §7); only admins keep them. */
export const users = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  platform.constraints.describe({
    users_account_login_key: { message: SAME_LOGIN, field: 'login' },
  });

  /** Before anything is asked of the database: who sends mail for a living opens an account first. */
  const takeMails = async ({ userId, accountId }: Session): Promise<void> => {
    await requireAllowance(platform, 'mails:user', String(userId), MAILS.admin);
    await requireAllowance(platform, 'mails:account', String(accountId), MAILS.account);
  };

  implement(app, userEndpoints.list, ({ session, query, read }) =>
    read((trx) => listUsers(trx, session.accountId, query)),
  );

  implement(app, userEndpoints.totals, ({ session, query, read }) =>
    read((trx) => userTotals(trx, session.accountId, query)),
  );

  implement(app, userEndpoints.get, ({ session, params, read }) =>
    read((trx) => readUser(trx, session.accountId, params.id)),
  );

  implement(app, userEndpoints.create, async ({ session, body, write }) => {
    await takeMails(session);
    return write((trx, work) => create(trx, work, session, body));
  });

  implement(
    app,
    userEndpoints.update,
    async ({ session, body, read, write }) => {
      const { login } = await read((trx) => readUser(trx, session.accountId, body.id));
      if (normalizeEmail(body.login) !== login) await takeMails(session);
      return write((trx, work) => update(trx, work, session, body));
    },
    (trx, { session, body }) => readUser(trx, session.accountId, body.id),
  );

  implement(app, userEndpoints.remove, ({ session, params, write }) =>
    write((trx, work) => remove(trx, work, session, params.id)),
  );

  implement(app, userEndpoints.invite, async ({ session, params, read, write }) => {
    // An id of another account uses up nothing of its owner's.
    await read((trx) => readUser(trx, session.accountId, params.id));
    await requireAllowance(platform, 'invite', String(params.id), INVITATIONS);
    await takeMails(session);
    return write((trx, work) => invite(trx, work, session, params.id));
  });

  implement(app, userEndpoints.keepLogin, ({ session, params, write }) =>
    write((trx, work) => keepLogin(trx, work, session, params.id)),
  );
};
