import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings, mayTouch } from '#domain/permissions.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Kind } from './kinds.ts';

/** What a user may see of a company's transactions: all, or those of some buildings and perhaps those of none (domain.md §2). */
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
 * The reader as one who sees everything, where every building of the company is granted, and what belongs to none: what
 * they ask needs no look at the buildings of each transaction then. One statement, and none for an administrator.
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

/** A transaction is visible through any building that it is shared over; without apportionment it needs the grant of −1. */
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

/** As `visibleRows`, worked out once for a whole list instead of for each of its rows. */
export const visibleInList = (view: View, accountId: number): RawBuilder<unknown> => {
  if (view === 'all') return sql`true`;
  const condition = sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  return view.withoutBuilding
    ? sql`(${amongEither(sql`t.id`, sharedIds(accountId, condition))} or ${withoutApportionment})`
    : sharedInList(accountId, condition);
};

const sharedIds = (accountId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select a.transaction_id from apportionments a where a.account_id = ${accountId} and ${condition}`;

/** Transactions `t` with an apportionment `a` that meets the condition, whatever the planner makes of its chances. */
export const sharedInList = (accountId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  among(sql`t.id`, sharedIds(accountId, condition));

/**
 * Keys among those that a query of its own finds, which are looked up in the order of their index: a fifth of the pages
 * that one look-up each would touch. Taken for a semi-join, the planner would walk the whole list in the order asked for,
 * expecting matches to lie evenly along it; the oldest transactions never match "due this month".
 */
export const among = (key: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${key} = any(array(${ids}))`;

/** The same where it is one of two conditions (or, case): no index serves it there, and a list is slow to search. */
export const amongEither = (key: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${key} in (select unnest(array(${ids})))`;

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
