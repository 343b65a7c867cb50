import { sql } from 'kysely';
import type { Anonymisation } from '#schema/security/privacy/privacy.rest.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { queueMail } from '../mail/queue.ts';
import { refuseEmergencyChange } from '../organizations/rules.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { revokeTokens } from '../tokens.ts';
import { leaveServiceAccounts } from '../users/serviceAccounts.ts';
import { hasLogin } from '../users/store.ts';

const ENTITY = 'anonymisation';
const MOST = 200;

const WAITS = 'Já há um pedido para este usuário: outro administrador precisa confirmar.';
const LAST_ADMIN =
  'Este é o último administrador da conta. Dê o acesso de administrador a outra pessoa antes de anonimizar este.';
const NO_SECOND = 'Outro administrador precisa confirmar: a conta não tem um que possa.';
const NO_PERSON = 'Uma conta de serviço não é uma pessoa: mude o nome dela, ou desative-a.';
const OWN = 'Quem pede não confirma: outro administrador precisa confirmar.';
const SUBJECT = 'Quem será anonimizado não confirma: outro administrador precisa confirmar.';

const select = (trx: Trx, accountId: number, condition: ReturnType<typeof sql>) =>
  sql<Anonymisation>`
  select a.id, jsonb_build_object('id', u.id, 'name', u.name) as "user",
         case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end as "requestedBy",
         a.requested_at as "requestedAt",
         case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as "decidedBy",
         a.decided_at as "decidedAt", a.outcome
    from anonymisations a
    join users u on u.account_id = a.account_id and u.id = a.user_id
    left join users r on r.account_id = a.account_id and r.id = a.requested_by
    left join users d on d.account_id = a.account_id and d.id = a.decided_by
   where a.account_id = ${accountId} and ${condition}
   order by a.outcome is not null, a.id desc limit ${MOST}`.execute(trx);

export const listAnonymisations = async (trx: Trx, accountId: number): Promise<Anonymisation[]> =>
  (await select(trx, accountId, sql`true`)).rows;

/** The request that is open for the user, or else the newest that was refused; null without any. */
export const anonymisationOf = async (trx: Trx, { accountId, userId }: Session): Promise<Anonymisation | null> =>
  (await select(trx, accountId, sql`a.user_id = ${userId} and a.outcome is distinct from 'CANCELLED'`)).rows[0] ?? null;

const readAnonymisation = async (trx: Trx, accountId: number, id: number): Promise<Anonymisation> => {
  const [row] = (await select(trx, accountId, sql`a.id = ${id}`)).rows;
  if (!row) throw notFound('Pedido não encontrado.');
  return row;
};

/** Commands on who may enter run one after another in an account, as those on its users do. */
const lockAccount = (trx: Trx, accountId: number) =>
  sql`select from accounts where id = ${accountId} for no key update`.execute(trx);

const activeAdmins = async (trx: Trx, accountId: number): Promise<number[]> => {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('admin', '=', true)
    .where('active', '=', true)
    .where(hasLogin('users'))
    .orderBy('id')
    .execute();
  return admins.map(({ id }) => id);
};

const requireSubject = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  const user = await trx
    .selectFrom('users')
    .select(['anonymised_at', 'service'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user) throw notFound('Usuário não encontrado.');
  if (user.service) throw ruleBroken(NO_PERSON, [{ path: 'user', message: NO_PERSON }]);
  if (user.anonymised_at) throw conflict('Este usuário já foi anonimizado.');
};

/**
 * Asks that a user be made nameless. @throws ServiceError 403 for somebody else's name unless an administrator asks, 409 for a
 * second request, 422 for the last administrator, or where nobody could confirm
 */
export const requestAnonymisation = async (
  trx: Trx,
  work: Work,
  session: Session,
  subjectId: number,
): Promise<Anonymisation> => {
  const { accountId, userId } = session;
  await lockAccount(trx, accountId);
  const admins = await activeAdmins(trx, accountId);
  if (subjectId !== userId && !admins.includes(userId)) throw forbidden();
  await requireSubject(trx, accountId, subjectId);
  if (admins.every((id) => id === subjectId)) throw ruleBroken(LAST_ADMIN, [{ path: 'user', message: LAST_ADMIN }]);
  await refuseEmergencyChange(trx, accountId, subjectId);
  const deciders = admins.filter((id) => id !== userId && id !== subjectId);
  if (deciders.length === 0) throw ruleBroken(NO_SECOND, [{ path: 'user', message: NO_SECOND }]);
  await requireReauthentication(trx, work, session);
  const open = await trx
    .selectFrom('anonymisations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', subjectId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (open) throw conflict(WAITS);
  const { id } = await trx
    .insertInto('anonymisations')
    .values({
      ...{ account_id: accountId, user_id: subjectId, requested_by: userId },
      requested_at: work.clock.now(),
      ...{ decided_by: null, decided_at: null, outcome: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'request', entity: ENTITY, entityId: id, details: { userId: subjectId } });
  for (const decider of deciders)
    await queueMail(trx, work, decider, 'ANONYMISATION_REQUESTED', { aboutId: subjectId });
  return readAnonymisation(trx, accountId, id);
};

type Outcome = NonNullable<Anonymisation['outcome']>;

/** Who may end a request how. */
const requireDecider = (session: Session, { user, requestedBy }: Anonymisation, outcome: Outcome): void => {
  const isSubject = user.id === session.userId;
  const asked = requestedBy?.id === session.userId;
  if (outcome === 'CANCELLED') {
    if (!isSubject && !asked) throw forbidden();
    return;
  }
  if (!session.admin) throw forbidden();
  if (isSubject) throw ruleBroken(SUBJECT);
  if (asked) throw ruleBroken(OWN);
};

/**
 * Ends a request. @throws ServiceError 404, 409 when it has ended, 403 or 422 for who may not, 422 for the account's last
 * administrator
 */
export const decideAnonymisation = async (
  trx: Trx,
  work: Work,
  session: Session,
  { id, outcome }: { id: number; outcome: Outcome },
): Promise<Anonymisation> => {
  const { accountId, userId } = session;
  await lockAccount(trx, accountId);
  const request = await readAnonymisation(trx, accountId, id);
  // Whoever may not know of a request does not learn that it exists.
  if (!session.admin && request.user.id !== userId && request.requestedBy?.id !== userId)
    throw notFound('Pedido não encontrado.');
  if (request.outcome !== null) throw conflict('Este pedido já foi decidido.');
  requireDecider(session, request, outcome);
  const subjectId = request.user.id;
  if (outcome === 'DONE') {
    const admins = await activeAdmins(trx, accountId);
    if (!admins.includes(userId)) throw forbidden();
    if (admins.every((admin) => admin === subjectId)) throw ruleBroken(LAST_ADMIN);
    await refuseEmergencyChange(trx, accountId, subjectId);
    await requireReauthentication(trx, work, session);
  }
  await trx
    .updateTable('anonymisations')
    .set({ decided_by: userId, decided_at: work.clock.now(), outcome })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  work.audit({ action: 'decide', entity: ENTITY, entityId: id, details: { userId: subjectId, outcome } });
  if (outcome === 'DONE') {
    // Before the rows go, so that open streams of the user are told.
    await revokeTokens(trx, work, subjectId);
    await leaveServiceAccounts(trx, work, subjectId);
    await sql`select anonymise_user(${accountId}, ${subjectId}, ${work.clock.now()})`.execute(trx);
  }
  return readAnonymisation(trx, accountId, id);
};
