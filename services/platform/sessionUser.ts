import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { sql } from 'kysely';
import type { SessionUser } from '#schema/security/session.rest.ts';
import { ruleBroken } from './errors.ts';
import type { Session } from './session.ts';
import type { Trx } from './db/unitOfWork.ts';

interface Place {
  companyId: number;
  companyName: string;
  buildingId: number | null;
  buildingName: string | null;
}

/** Returns the active companies that the session may enter, with their active buildings, in order of creation. */
const activePlaces = async (trx: Trx, session: Session): Promise<Place[]> => {
  let active = trx
    .selectFrom('companies as c')
    .leftJoin('buildings as b', (join) =>
      join.onRef('b.account_id', '=', 'c.account_id').onRef('b.company_id', '=', 'c.id').on('b.active', '=', true),
    )
    .select(['c.id as companyId', 'c.name as companyName', 'b.id as buildingId', 'b.name as buildingName'])
    .where('c.account_id', '=', session.accountId)
    .where('c.active', '=', true);
  // No filter for an admin, who may enter all: thousands of ids would cost more than reading the rows.
  if (!session.admin) active = active.where(sql<boolean>`c.id = any(${[...session.companies]}::bigint[])`);
  return active.orderBy('c.id').orderBy('b.id').execute();
};

const mayEnter = (session: Session, companyId: number, buildingId: number): boolean =>
  session.admin || Object.hasOwn(session.permissions[String(companyId)] ?? {}, String(buildingId));

/** Returns the session user of §3. Throws 422 "Nenhuma empresa disponível" (§5) for a user who may enter no company. */
export const describeSession = async (trx: Trx, session: Session): Promise<SessionUser> => {
  if (session.secondFactorDue) return withoutRights(session);
  const places = await activePlaces(trx, session);
  const first = places[0];
  // The admin of an account without companies logs in to create the first one.
  if (!first && !session.admin) throw ruleBroken(NO_COMPANY_AVAILABLE);

  const companies: SessionUser['companies'] = {};
  let buildingId = -1;
  for (const place of places) {
    const company = (companies[place.companyId] ??= { name: place.companyName, buildings: {} });
    if (place.buildingId === null || place.buildingName === null) continue;
    if (!mayEnter(session, place.companyId, place.buildingId)) continue;
    company.buildings[place.buildingId] = { company_id: place.companyId, name: place.buildingName };
    if (buildingId === -1 && place.companyId === first?.companyId) buildingId = place.buildingId;
  }
  return { ...whoIs(session), companyId: first?.companyId ?? null, buildingId, companies };
};

/** Who has yet to set up a second factor is told who they are, and nothing of the account. */
const withoutRights = (session: Session): SessionUser => ({
  ...whoIs(session),
  admin: false,
  permissions: {},
  companyId: null,
  buildingId: -1,
  companies: {},
});

const whoIs = (session: Session) => ({
  accountId: session.accountId,
  admin: session.admin,
  permissions: session.permissions,
  loggedByPrumoId: session.method === 'SSO',
  user: { id: session.userId, name: session.name, login: session.login, timeZone: session.timeZone },
  expiresAt: session.expiresAt,
  secondFactorDue: session.secondFactorDue,
  apiToken: session.token && { id: session.token.id, name: session.token.name, access: session.token.access },
});

const entersSome = async (trx: Trx, { accountId, userId, token, companies }: Session): Promise<boolean> => {
  const reached = token
    ? sql`select from companies c where c.account_id = ${accountId} and c.id = any(${[...companies]}::bigint[]) and c.active`
    : sql`select from user_permissions p
        join companies c on c.account_id = p.account_id and c.id = p.company_id
        where p.account_id = ${accountId} and p.user_id = ${userId} and c.active`;
  const { rows } = await sql<{ found: boolean }>`select exists (${reached}) as found`.execute(trx);
  return rows[0]?.found ?? false;
};

/** Returns the session user without places; throws as `describeSession`. Runs no statement for an admin. */
export const describeRights = async (
  session: Session,
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<SessionUser> => {
  if (session.secondFactorDue) return withoutRights(session);
  if (!session.admin && !(await read((trx) => entersSome(trx, session)))) throw ruleBroken(NO_COMPANY_AVAILABLE);
  return { ...whoIs(session), companyId: null, buildingId: -1, companies: {} };
};
