import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings, mayTouch } from '#domain/permissions.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Kind } from './kinds.ts';

/**
 * Transactions of a company that a user may see: all, or those of some buildings and optionally those without
 * apportionment (domain.md §2).
 */
export type View = 'all' | { buildings: ReadonlySet<number>; withoutBuilding: boolean };

export const viewOf = (session: Session, companyId: number, kind: Kind): View => {
  const allowed = allowedBuildings(session, companyId, [kind.permission]);
  if (allowed === 'all') return 'all';
  return {
    buildings: new Set(allowed.filter((id) => id !== null).map(Number)),
    withoutBuilding: allowed.includes(null),
  };
};

/**
 * Sets the view to 'all' when the reader holds every building of the company and "no building", so that queries need
 * not check the buildings of each transaction. One statement; none for an administrator.
 */
export const widened = async <R extends { session: Session; companyId: number; view: View }>(
  trx: Trx,
  reader: R,
): Promise<R> => {
  const { session, companyId, view } = reader;
  if (view === 'all' || !view.withoutBuilding) return reader;
  const { rows } = await sql<{ hidden: boolean }>`
    select exists (
      select from buildings b where b.account_id = ${session.accountId} and b.company_id = ${companyId}
        and b.id <> all(${[...view.buildings]}::bigint[])) as hidden`.execute(trx);
  return rows[0]?.hidden === false ? { ...reader, view: 'all' } : reader;
};

export const seesBuilding = (view: View, buildingId: number): boolean =>
  view === 'all' || view.buildings.has(buildingId);

/** A transaction is visible through any of its buildings; without apportionment it needs the grant of −1. */
export const seesTransaction = (view: View, buildingIds: readonly number[]): boolean => {
  if (view === 'all') return true;
  return buildingIds.length === 0 ? view.withoutBuilding : buildingIds.some((id) => view.buildings.has(id));
};

/** The same rule as a condition on `transactions as t`. */
export const visibleRows = (view: View): RawBuilder<unknown> => {
  if (view === 'all') return sql`true`;
  const shared = sql`exists (select from apportionments a
    where a.account_id = t.account_id and a.transaction_id = t.id and a.building_id = any(${[...view.buildings]}::bigint[]))`;
  return view.withoutBuilding ? sql`(${shared} or ${withoutApportionment})` : shared;
};

/** Like `visibleRows`, evaluated once for a whole list instead of once for each row. */
export const visibleInList = (view: View, accountId: number): RawBuilder<unknown> => {
  if (view === 'all') return sql`true`;
  const condition = sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  return view.withoutBuilding
    ? sql`(${amongEither(sql`t.id`, sharedIds(accountId, condition))} or ${withoutApportionment})`
    : sharedInList(accountId, condition);
};

const sharedIds = (accountId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select a.transaction_id from apportionments a where a.account_id = ${accountId} and ${condition}`;

/** Transactions `t` with an apportionment `a` that meets the condition, independent of the planner's estimate. */
export const sharedInList = (accountId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  among(sql`t.id`, sharedIds(accountId, condition));

/**
 * Condition "key is in a subquery" as an array, looked up in index order: touches a fifth of the pages that single
 * look-ups would. As a semi-join, the planner would walk the whole list in its sort order and expect matches spread
 * evenly, but the oldest transactions never match "due this month".
 */
export const among = (key: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${key} = any(array(${ids}))`;

/** The same within `or` or `case`, where no index applies and searching an array for each row would be slow. */
export const amongEither = (key: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${key} in (select unnest(array(${ids})))`;

/** Names of the buildings of transaction `t` that the reader may see, as one text; null without any. */
export const buildingNames = ({ view, session }: { view: View; session: Session }): RawBuilder<unknown> => sql`(
  select string_agg(distinct b.name, ', ') from apportionments a
  join buildings b on b.account_id = a.account_id and b.id = a.building_id
  where a.account_id = ${session.accountId} and a.transaction_id = t.id
    and ${view === 'all' ? sql`true` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`})`;

export const withoutApportionment = sql`not exists (
  select from apportionments a where a.account_id = t.account_id and a.transaction_id = t.id)`;

/** Changing, paying, deleting and attaching need the permission on every building of the transaction (domain.md §2). */
export const mayChange = (session: Session, companyId: number, kind: Kind, buildingIds: readonly number[]): boolean =>
  mayTouch(session, companyId, buildingIds, kind.permission);

export const requireChange = (
  session: Session,
  companyId: number,
  kind: Kind,
  buildingIds: readonly number[],
): void => {
  if (!mayChange(session, companyId, kind, buildingIds)) throw forbidden(kind.words.notAllowed);
};
