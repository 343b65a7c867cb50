import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import type { Session } from '../platform/session.ts';

/** Whether the user has PURCHASE on a building. */
export const mayPurchase = (session: Session, companyId: number, buildingId: number): boolean => {
  const allowed = allowedBuildings(session, companyId, ['PURCHASE']);
  return allowed === 'all' || allowed.includes(String(buildingId));
};

/** Condition of the documents of a company that the user may see: PURCHASE on their building (§6). */
export const visibleOf = (alias: string, session: Session, companyId: number): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const allowed = allowedBuildings(session, companyId, ['PURCHASE']);
  const ids = allowed === 'all' ? [] : allowed.flatMap((id) => (id === null ? [] : [Number(id)]));
  return sql.join(
    [
      sql`${column('account_id')} = ${session.accountId}`,
      sql`${column('company_id')} = ${companyId}`,
      ...(allowed === 'all' ? [] : [sql`${column('building_id')} = any(${ids}::bigint[])`]),
    ],
    sql` and `,
  );
};
