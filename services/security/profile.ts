import type { OwnProfile } from '#schema/security/ownAccess.rest.ts';
import { sql } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import { invalid, unauthenticated } from '../platform/errors.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { demandedFrom } from './secondFactor/demand.ts';
import { factorsOf } from './secondFactor/factors.ts';

const refusesPassword = async (trx: Trx, accountId: number, userId: number): Promise<boolean> => {
  const { rows } = await sql<{
    admitted: boolean;
  }>`select password_admitted(${accountId}, ${userId}) as admitted`.execute(trx);
  return rows[0]?.admitted === false;
};

/** The session user, and how they log in. */
export const readProfile = async (trx: Trx, session: Session): Promise<OwnProfile> => {
  const { accountId, userId } = session;
  const user = await trx
    .selectFrom('users')
    .select(['id', 'name', 'login', 'timezone', 'admin', 'password_hash', 'password_changed_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw unauthenticated();
  return {
    id: user.id,
    name: user.name,
    login: user.login,
    timeZone: user.timezone,
    admin: user.admin,
    hasPassword: user.password_hash !== null && !(await refusesPassword(trx, accountId, userId)),
    passwordChangedAt: user.password_changed_at,
    ...(await factorsOf(trx, accountId, userId)),
    secondFactorFrom: await demandedFrom(trx, session),
  };
};

const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Changes what users may change of themselves: the login and rights are an administrator's. */
export const updateProfile = async (
  trx: Trx,
  work: Work,
  session: Session,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<OwnProfile> => {
  if (!ZONES.has(timeZone)) throw invalid([{ path: 'timeZone', message: 'Escolha um fuso horário da lista.' }]);
  const before = await readProfile(trx, session);
  const kept = { name: normalizeSpaces(name), timezone: timeZone };
  if (before.name === kept.name && before.timeZone === timeZone) return before;
  await trx
    .updateTable('users')
    .set((one) => ({ ...kept, version: one('version', '+', 1) }))
    .where('account_id', '=', session.accountId)
    .where('id', '=', session.userId)
    .execute();
  const details = {
    before: { name: before.name, timezone: before.timeZone },
    after: kept,
  };
  work.audit({ action: 'update', entity: 'user', entityId: session.userId, details });
  return readProfile(trx, session);
};
