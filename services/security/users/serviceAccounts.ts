import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { UNATTENDED_DAYS } from '#domain/apiLimits.ts';
import { addDays } from '#domain/calendar.ts';
import { formatDate } from '#domain/dates.ts';
import type { UserBody } from '#schema/security/users.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { administrators } from '../../assistant/subject.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Actor, Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { UsersTable } from '../tables.ts';

/** Most service accounts of an account. */
const MOST = 100;
/** Most names that a message tells. */
const NAMED = 5;

type Before = Selectable<UsersTable> | undefined;

/** Whether a body is that of a service account; what a user is once made, it stays. */
export const isService = ({ service }: UserBody, before: Before): boolean => before?.service ?? service === true;

/** A login that is no e-mail address: no person can have it, and no password belongs to it. */
export const newServiceLogin = (): string => `servico-${randomBytes(6).toString('hex')}`;

/** What one kind of user has and the other has not is refused at its field. @throws ServiceError 422 */
export const refuseForeignFields = (body: UserBody, before: Before): void => {
  const { login, service, responsibleId, admin } = body;
  const problems = new Problems();
  if (before && service !== undefined && service !== before.service)
    problems.rule('service', 'Uma pessoa não vira conta de serviço, nem o contrário: crie outro usuário.');
  if (isService(body, before)) {
    if (login !== undefined && login !== before?.login)
      problems.rule('login', 'Uma conta de serviço não tem e-mail: ninguém entra com ela.');
    if (admin === true) problems.rule('admin', 'Uma conta de serviço não pode ser administradora.');
  } else if (responsibleId != null) {
    problems.rule('responsibleId', 'Só contas de serviço têm responsável.');
  }
  problems.refuse();
};

const NOBODY = 'Escolha quem responde por esta conta: uma pessoa com acesso ativo.';

const requirePerson = async (trx: Trx, accountId: number, id: number | null | undefined): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where account_id = ${accountId} and id = ${id ?? null} and active and not service`.execute(
    trx,
  );
  const [person] = rows;
  if (!person) throw ruleBroken(NOBODY, [{ path: 'responsibleId', message: NOBODY }]);
  return person.id;
};

const requireRoom = async (trx: Trx, accountId: number): Promise<void> => {
  const { count } = await trx
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .where('service', '=', true)
    .executeTakeFirstOrThrow();
  if (count >= MOST) throw ruleBroken(`Uma conta tem no máximo ${MOST} contas de serviço.`);
};

/**
 * The columns that only a service account has; none for a person. An update that names nobody keeps who answers for it.
 * Called with the account locked, so that nobody loses their access meanwhile. @throws ServiceError 422 at `responsibleId`
 */
export const serviceColumns = async (trx: Trx, { session }: Work, body: UserBody, before?: Before) => {
  if (!isService(body, before)) return {};
  const { accountId } = session;
  if (!before) await requireRoom(trx, accountId);
  const { responsibleId } = body;
  const kept = before !== undefined && (responsibleId === undefined || responsibleId === before.responsible_id);
  if (kept && responsibleId !== null) return {};
  const responsible_id = await requirePerson(trx, accountId, responsibleId);
  return { ...(before ? {} : { service: true }), responsible_id, tokens_until: null };
};

const namesOf = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} e mais ${names.length - NAMED}`;

/**
 * Called in the command by which a person loses their access, before their row goes: the service accounts that they
 * answer for are left to the administrators who remain, who are told so. Their tokens go on for `UNATTENDED_DAYS`. A
 * command that forgets it does no harm: tokens of a service account without an active responsible person are refused.
 */
export const leaveServiceAccounts = async (trx: Trx, work: Work<Actor | Outsider>, userId: number): Promise<void> => {
  const { accountId } = work.session;
  const until = addDays(work.clock.today(), UNATTENDED_DAYS);
  const { rows } = await sql<{ id: number; name: string; active: boolean }>`
    update users set responsible_id = null, tokens_until = ${until}, version = version + 1
     where account_id = ${accountId} and responsible_id = ${userId}
    returning id, name, active`.execute(trx);
  for (const { id } of rows)
    work.audit({ action: 'update', entity: 'user', entityId: id, details: { responsible_id: [userId, null] } });
  const names = rows.filter(({ active }) => active).map(({ name }) => name);
  if (names.length === 0) return;
  const [who, answer] =
    names.length === 1
      ? [`A conta de serviço ${namesOf(names)} ficou`, 'por ela']
      : [`As contas de serviço ${namesOf(names.sort((a, b) => a.localeCompare(b, 'pt-BR')))} ficaram`, 'por elas'];
  const admins = await administrators(trx, accountId);
  await postMessage(trx, work, {
    userIds: admins.filter((id) => id !== userId),
    kind: 'WARNING',
    title: names.length === 1 ? 'Conta de serviço sem responsável' : 'Contas de serviço sem responsável',
    text: `${who} sem responsável: a pessoa que respondia ${answer} não tem mais acesso. Escolha outra até ${formatDate(until)}; depois desse dia, os tokens param.`,
    link: '/home/forms/settings/user?service=true',
    linkLabel: 'Usuários',
  });
};
