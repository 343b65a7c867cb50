import type { SessionUser } from '#schema/security/session.rest.ts';
import { ruleBroken } from '../platform/errors.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/unitOfWork.ts';

interface Place {
  companyId: number;
  companyName: string;
  buildingId: number | null;
  buildingName: string | null;
}

/** Active companies that the session may enter, each with its active buildings; in the order they were made. */
const activePlaces = async (trx: Trx, session: Session): Promise<Place[]> => {
  if (session.companies.size === 0) return [];
  return trx
    .selectFrom('companies as c')
    .leftJoin('buildings as b', (join) =>
      join.onRef('b.account_id', '=', 'c.account_id').onRef('b.company_id', '=', 'c.id').on('b.active', '=', true),
    )
    .select(['c.id as companyId', 'c.name as companyName', 'b.id as buildingId', 'b.name as buildingName'])
    .where('c.id', 'in', [...session.companies])
    .where('c.active', '=', true)
    .orderBy('c.id')
    .orderBy('b.id')
    .execute();
};

const mayEnter = (session: Session, companyId: number, buildingId: number): boolean =>
  session.admin || Object.hasOwn(session.permissions[String(companyId)] ?? {}, String(buildingId));

/** Answers the session user of §3; 422 "Nenhuma empresa disponível" (§5) for a user who may enter none. */
export const describeSession = async (trx: Trx, session: Session): Promise<SessionUser> => {
  const places = await activePlaces(trx, session);
  const first = places[0];
  // An admin of an account without companies must get in to make the first one.
  if (!first && !session.admin) throw ruleBroken('Nenhuma empresa disponível');

  const companies: SessionUser['companies'] = {};
  let buildingId = -1;
  for (const place of places) {
    const company = (companies[place.companyId] ??= { name: place.companyName, buildings: {} });
    if (place.buildingId === null || place.buildingName === null) continue;
    if (!mayEnter(session, place.companyId, place.buildingId)) continue;
    company.buildings[place.buildingId] = { company_id: place.companyId, name: place.buildingName };
    if (buildingId === -1 && place.companyId === first?.companyId) buildingId = place.buildingId;
  }
  return {
    accountId: session.accountId,
    companyId: first?.companyId ?? null,
    buildingId,
    admin: session.admin,
    permissions: session.permissions,
    companies,
    loggedByPrumoId: false,
    user: { id: session.userId, name: session.name, login: session.login, timeZone: session.timeZone },
    expiresAt: session.expiresAt,
  };
};
