import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import type { Session } from '../../platform/session.ts';

/** What the history calls an order. */
export const ENTITY = 'order';

export const ORDER_MISSING = 'Pedido não encontrado.';

/** Whether the user has PURCHASE on a building. */
export const mayPurchase = (session: Session, companyId: number, buildingId: number): boolean => {
  const allowed = allowedBuildings(session, companyId, ['PURCHASE']);
  return allowed === 'all' || allowed.includes(String(buildingId));
};

/** Condition of the orders "o" of a company that the user may see: PURCHASE on their building (§6). */
export const visible = (session: Session, companyId: number): RawBuilder<unknown> => {
  const allowed = allowedBuildings(session, companyId, ['PURCHASE']);
  const ids = allowed === 'all' ? [] : allowed.flatMap((id) => (id === null ? [] : [Number(id)]));
  return sql.join(
    [
      sql`o.account_id = ${session.accountId}`,
      sql`o.company_id = ${companyId}`,
      ...(allowed === 'all' ? [] : [sql`o.building_id = any(${ids}::bigint[])`]),
    ],
    sql` and `,
  );
};
