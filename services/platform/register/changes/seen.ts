import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings, NO_BUILDING, type Permission } from '#domain/permissions.ts';
import type { Watched } from '#schema/platform/changes.ts';
import type { Session } from '../../session.ts';

/** Buildings on which the user has one of the permissions, -1 for rows without one; 'all' for an administrator. */
const placesOf = (session: Session, companies: readonly number[], permissions: readonly Permission[]) => {
  const ids = companies.map((companyId) => allowedBuildings(session, companyId, permissions));
  return ids.includes('all') || session.admin ? ('all' as const) : ids.flat().map((id) => Number(id ?? NO_BUILDING));
};

const through = (places: 'all' | readonly number[]): RawBuilder<unknown> =>
  places === 'all' ? sql`true` : sql`c.places && ${[...places]}::bigint[]`;

/** Conditions of the changes `c` that a user may be told of, deleted rows included. */
export const seenChanges = (
  session: Session,
  { entity, kind, places }: Watched,
  companyId: number | undefined,
): RawBuilder<unknown> => {
  const companies = companyId === undefined ? [...session.companies] : [companyId];
  const ofKind = (permission: Permission) =>
    sql`(c.kind = ${permission} and ${through(placesOf(session, companies, [permission]))})`;
  return sql.join(
    [
      sql`c.account_id = ${session.accountId} and c.entity = ${entity}`,
      ...(kind === undefined ? [] : [sql`c.kind = ${kind}`]),
      ...(companyId === undefined ? [] : [sql`c.company_id = ${companyId}`]),
      ...(companyId === undefined && !session.admin
        ? [sql`(c.company_id is null or c.company_id = any(${companies}::bigint[]))`]
        : []),
      ...(places === 'kind' ? [sql`(${ofKind('DEBIT')} or ${ofKind('CREDIT')})`] : []),
      ...(places === undefined || places === 'kind' ? [] : [through(placesOf(session, companies, places))]),
    ],
    sql` and `,
  );
};

/** What a list of placed rows, or of rows of several companies, depends on besides its filters. */
export const rightsBehind = (session: Session, { places, entity }: Watched): unknown => {
  if (session.admin) return 'admin';
  return places === undefined && entity !== 'company' ? 'any' : session.permissions;
};
