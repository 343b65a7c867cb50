import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import type { ReportRecipient } from '#schema/reports/schedules.rest.ts';
import { allows } from '../../access.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import { rightsOfUsers, type Session } from '../../session.ts';
import type { ReportDescription } from '../description.ts';

/** Ids of the users of an account who have proved their address: a mail to anybody else might reach a stranger. */
export const usersWithLogin = async (trx: Trx, accountId: number): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ id: number; login: string }>`
    select u.id, u.login from users u
     where u.account_id = ${accountId} and u.active and (u.password_hash is not null or exists (
       select from user_identities i where i.account_id = u.account_id and i.user_id = u.id))`.execute(trx);
  return new Map(rows.map(({ id, login }) => [id, login]));
};

/** Whether an address that was nobody's is meanwhile that of a user, who is to see what their own rights show. */
export const isOfUser = async (trx: Trx, accountId: number, address: string): Promise<boolean> =>
  [...(await usersWithLogin(trx, accountId)).values()].includes(address);

const readBuildings = async (trx: Trx, accountId: number, companyId: number): Promise<string[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from buildings where account_id = ${accountId} and company_id = ${companyId}`.execute(trx);
  return rows.map(({ id }) => String(id));
};

/** Obras of a company whose rows a report shows to a user; an open rule needs a permission of any kind on them. */
const seenBuildings = (session: Session, companyId: number, { access }: ReportDescription, all: readonly string[]) => {
  if (access.kind !== 'anyOf' && access.kind !== 'allOf') return all;
  const allowed = allowedBuildings(session, companyId, access.permissions);
  return allowed === 'all' ? all : all.filter((id) => allowed.includes(id));
};

/** The users to whom a report may be sent, and what each would see of it now; the same statements for any number of them. */
export const listRecipients = async (
  trx: Trx,
  session: Session,
  companyId: number,
  description: ReportDescription,
): Promise<ReportRecipient[]> => {
  const { accountId, userId } = session;
  const logins = await usersWithLogin(trx, accountId);
  const all = await readBuildings(trx, accountId, companyId);
  const users = await rightsOfUsers(trx, accountId, companyId);
  return users
    .filter((user) => logins.has(user.userId))
    .map((user) => {
      const mayRun = user.companies.has(companyId) && allows(description.access, user, companyId);
      return {
        ...{ userId: user.userId, name: user.name, own: user.userId === userId, mayRun },
        buildings: mayRun ? seenBuildings(user, companyId, description, all).length : 0,
        allBuildings: all.length,
      };
    });
};
