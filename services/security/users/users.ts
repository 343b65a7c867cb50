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
import { requireAllowance } from '../../platform/allowances.ts';
import { mailAdmins } from '../mail/admins.ts';
import { queueMail } from '../mail/queue.ts';
import { PERMISSIONS_CHANGED } from '../permissionTemplates/groupGrants.ts';
import { refuseEmergencyChange } from '../organizations/rules.ts';
import { dropFactors } from '../secondFactor/factors.ts';
import { noteAccess, originOf, type Origin } from '../sessions/accesses.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import type { UsersTable } from '../tables.ts';
import { revokeTokens } from '../tokens.ts';
import { changedGrants, isChange, storeGrants } from './permissions.ts';
import {
  isService,
  leaveServiceAccounts,
  newServiceLogin,
  refuseForeignFields,
  serviceColumns,
} from './serviceAccounts.ts';
import { listUsers, readUser, USER_NOT_FOUND, userTotals } from './store.ts';

/** Maximum invitations per user, against mail flooding. */
const INVITATIONS = { times: 5, seconds: 60 * 60 };
/** Maximum mails to chosen addresses per admin and per account. */
const MAILS = { admin: { times: 40, seconds: 60 * 60 }, account: { times: 80, seconds: 60 * 60 } };

const SAME_LOGIN = 'Já existe um usuário com este e-mail.';

const SELF = {
  admin: 'Você não pode retirar o seu próprio acesso de administrador. Peça a outro administrador.',
  active: 'Você não pode desativar o seu próprio acesso. Peça a outro administrador.',
  factor: 'Você não pode remover a sua própria verificação por aqui. Faça isso em Minha conta.',
  remove: 'Você não pode excluir o seu próprio acesso. Peça a outro administrador.',
};

const userRegister = register({
  table: 'users',
  entity: 'user',
  noun: { name: 'Usuário', feminine: false },
  missing: USER_NOT_FOUND,
  secret: ['password_hash', 'signup_hash'],
  personal: ['login', 'name', 'new_login'],
  // A user with audit entries of changes cannot be deleted; one who only logged in can.
  usages: ({ account_id, id }) => [
    {
      one: 'registro do histórico',
      many: 'registros do histórico',
      rows: sql`select from audit_log where account_id = ${account_id} and user_id = ${id}
        and route <> 'job mail' and action not in ('login', 'logout', 'call', 'setPassword', 'confirmEmail', 'reauthenticate',
          'endSession', 'secondFactor')`,
    },
    {
      one: 'token de conta de serviço',
      many: 'tokens de contas de serviço',
      rows: sql`select from api_tokens where account_id = ${account_id} and made_by = ${id} and user_id <> ${id}`,
    },
  ],
});

/** The address of a person; an unchanged one is not validated again. @throws ServiceError 400 */
const emailOf = (body: UserBody, before?: Selectable<UsersTable>): string => {
  const login = normalizeEmail(body.login ?? '');
  if (login === before?.login || isEmail(login)) return login;
  throw invalid([{ path: 'login', message: 'Informe um e-mail válido.' }]);
};

/** Converts a body to columns. `before` is the stored row. */
const columnsOf = (body: UserBody, before?: Selectable<UsersTable>) => {
  refuseForeignFields(body, before);
  const login = isService(body, before) ? (before?.login ?? newServiceLogin()) : emailOf(body, before);
  return { login, name: normalizeSpaces(body.name), admin: body.admin, active: body.active };
};

/**
 * Serializes user changes of an account, and checks that the acting user is still an active admin: of two admins who
 * demote each other, the second is rejected. Since no admin can demote themselves, one always remains.
 */
const lockAccountAsAdmin = async (trx: Trx, work: Work): Promise<void> => {
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

/** Checked after the body's validation, so that the client asks for the password only when the change is valid. */
const requireConfirmedAdmin = async (trx: Trx, work: Work, session: Session): Promise<void> => {
  await lockAccountAsAdmin(trx, work);
  await requireReauthentication(trx, work, session);
};

const create = async (trx: Trx, work: Work, session: Session, body: UserBody): Promise<User> => {
  const columns = { password_hash: null, email_confirmed_at: null, ...columnsOf(body) };
  await lockAccountAsAdmin(trx, work);
  const ofService = await serviceColumns(trx, work, body);
  await requireReauthentication(trx, work, session);
  const { id, active, admin, service } = await userRegister.create(trx, work, { ...columns, ...ofService });
  if (body.permissions) await storeGrants(trx, work, id, await changedGrants(trx, work, id, body.permissions));
  if (active && !service) await queueMail(trx, work, id, 'INVITATION');
  if (admin) await mailAdmins(trx, work, 'ADMIN_GRANTED', { aboutId: id });
  return readUser(trx, session.accountId, id);
};

const refuseLockOut = (work: Work, body: UserUpdate): void => {
  if (body.id !== work.session.userId) return;
  for (const field of ['admin', 'active'] as const) {
    if (body[field] === false) throw ruleBroken(SELF[field], [{ path: field, message: SELF[field] }]);
  }
};

type UserRow = Selectable<UsersTable>;

/** Throws 409 when another user of the same account has the address, which an admin may know. */
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
 * Changes the login of a user with a password only after confirmation by the new address; an invitation changes at
 * once. The old address is notified, so that its owner sees an unwanted change.
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

const notifyRightsChange = async (
  trx: Trx,
  work: Work,
  before: UserRow,
  after: UserRow,
  granted: boolean,
): Promise<void> => {
  // Notifies the user's open screens at once; a form in progress shows it.
  if (after.active && (granted || before.admin !== after.admin)) {
    await postMessage(trx, work, { userIds: [after.id], kind: 'INFO', text: PERMISSIONS_CHANGED });
  }
  if (!before.admin && after.admin) await mailAdmins(trx, work, 'ADMIN_GRANTED', { aboutId: after.id });
};

const isSame = (before: UserRow, { login, admin, active }: ReturnType<typeof columnsOf>): boolean =>
  login === before.login && [before.admin, undefined].includes(admin) && [before.active, undefined].includes(active);

const update = async (trx: Trx, work: Work, session: Session, body: UserUpdate): Promise<User> => {
  await lockAccountAsAdmin(trx, work);
  refuseLockOut(work, body);
  const known = await userRegister.lock(trx, work.session, body);
  const { login, ...columns } = columnsOf(body, known);
  if (columns.active === false || columns.admin === false) await refuseEmergencyChange(trx, session.accountId, body.id);
  const grants = body.permissions && (await changedGrants(trx, work, body.id, body.permissions));
  const ofService = await serviceColumns(trx, work, body, known);
  // A change of the name alone grants no access.
  const same = isSame(known, { login, ...columns }) && !isChange(grants) && Object.keys(ofService).length === 0;
  if (!same) await requireReauthentication(trx, work, session);
  const moved = await changeLogin(trx, known, login);
  const { before, after } = await userRegister.update(trx, work, body, { ...columns, ...moved, ...ofService });
  if (grants) await storeGrants(trx, work, body.id, grants);
  // Links sent to the old address become invalid by themselves: a link is valid only for the login that it was sent to.
  if (login !== known.login) await sendLinks(trx, work, before, after);
  await notifyRightsChange(trx, work, before, after, isChange(grants));
  if (before.active && !after.active) {
    await revokeTokens(trx, work, body.id);
    await leaveServiceAccounts(trx, work, body.id);
  }
  return readUser(trx, session.accountId, body.id);
};

const remove = async (trx: Trx, work: Work, session: Session, id: number): Promise<{ id: number }> => {
  if (id === work.session.userId) throw ruleBroken(SELF.remove);
  await requireConfirmedAdmin(trx, work, session);
  await leaveServiceAccounts(trx, work, id);
  await userRegister.remove(trx, work, { id });
  return { id };
};

const invite = async (trx: Trx, work: Work, session: Session, id: number): Promise<User> => {
  await lockAccountAsAdmin(trx, work);
  const user = await userRegister.lock(trx, work.session, { id });
  if (user.service) throw ruleBroken('Ninguém entra com uma conta de serviço: crie um token que age em nome dela.');
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
  await lockAccountAsAdmin(trx, work);
  const user = await userRegister.lock(trx, work.session, { id });
  if (user.new_login === null) throw ruleBroken('Não há troca de login para cancelar.');
  await requireReauthentication(trx, work, session);
  await userRegister.update(trx, work, { id, version: user.version }, { new_login: null });
  return readUser(trx, session.accountId, id);
};

const removeSecondFactor = async (
  trx: Trx,
  work: Work,
  session: Session,
  { id, origin }: { id: number; origin: Origin },
): Promise<User> => {
  if (id === work.session.userId) throw ruleBroken(SELF.factor);
  await lockAccountAsAdmin(trx, work);
  await userRegister.lock(trx, work.session, { id });
  const { secondFactor } = await readUser(trx, session.accountId, id);
  if (!secondFactor) throw ruleBroken('Este usuário não tem verificação em duas etapas.');
  await requireReauthentication(trx, work, session);
  await dropFactors(trx, session.accountId, id);
  await revokeTokens(trx, work, id);
  await noteAccess(trx, work, { ...origin, userId: id, kind: 'FACTORS_RESET' });
  await queueMail(trx, work, id, 'FACTORS_RESET');
  work.audit({ action: 'removeSecondFactor', entity: 'user', entityId: id });
  return readUser(trx, session.accountId, id);
};

/** Registers the users of the account and their permissions (§6, §7); admins only. */
export const users = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  platform.constraints.describe({
    users_account_login_key: { message: SAME_LOGIN, field: 'login' },
  });

  /** Checked first: an account may have been opened to send mass mail. */
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
    if (body.service !== true) await takeMails(session);
    return write((trx, work) => create(trx, work, session, body));
  });

  implement(
    app,
    userEndpoints.update,
    async ({ session, body, read, write }) => {
      const { login } = await read((trx) => readUser(trx, session.accountId, body.id));
      if (body.login !== undefined && normalizeEmail(body.login) !== login) await takeMails(session);
      return write((trx, work) => update(trx, work, session, body));
    },
    (trx, { session, body }) => readUser(trx, session.accountId, body.id),
  );

  implement(app, userEndpoints.remove, ({ session, params, write }) =>
    write((trx, work) => remove(trx, work, session, params.id)),
  );

  implement(app, userEndpoints.invite, async ({ session, params, read, write }) => {
    // Checked first: an id of another account must not use up that user's allowance.
    await read((trx) => readUser(trx, session.accountId, params.id));
    await requireAllowance(platform, 'invite', String(params.id), INVITATIONS);
    await takeMails(session);
    return write((trx, work) => invite(trx, work, session, params.id));
  });

  implement(app, userEndpoints.removeSecondFactor, ({ session, params, request, write }) =>
    write((trx, work) => removeSecondFactor(trx, work, session, { id: params.id, origin: originOf(request) })),
  );

  implement(app, userEndpoints.keepLogin, ({ session, params, write }) =>
    write((trx, work) => keepLogin(trx, work, session, params.id)),
  );
};
