import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';

/** One cost estimate, as a call names it; without a company where the call names only the account. */
export interface EstimateKey {
  id: number;
  companyId?: number;
}

export const ESTIMATE_MISSING = 'Orçamento não encontrado.';

/** Ids of the buildings of the companies on which the user has ENGINEERING; 'all' for an administrator. */
export const engineeringBuildings = (session: Session, companies: readonly number[]): number[] | 'all' => {
  const ids = companies.map((companyId) => allowedBuildings(session, companyId, ['ENGINEERING']));
  if (ids.includes('all')) return 'all';
  return ids.flat().flatMap((id) => (id === null ? [] : [Number(id)]));
};

/** Condition of the cost estimates "e" that the user may see: ENGINEERING on the building (§6). */
export const visible = (session: Session, companyId?: number): RawBuilder<unknown> => {
  const companies = companyId === undefined ? [...session.companies] : [companyId];
  const ids = engineeringBuildings(session, companies);
  return sql.join(
    [
      sql`e.account_id = ${session.accountId}`,
      ...(companyId === undefined ? [] : [sql`e.company_id = ${companyId}`]),
      ...(ids === 'all' ? [] : [sql`e.building_id = any(${ids}::bigint[])`]),
    ],
    sql` and `,
  );
};

/** @throws ServiceError 404 at the building where the user has no ENGINEERING on it */
export const requireBuilding = (session: Session, companyId: number, buildingId: number): void => {
  const ids = engineeringBuildings(session, [companyId]);
  if (ids !== 'all' && !ids.includes(buildingId)) throw notFound('Obra não encontrada.');
};
