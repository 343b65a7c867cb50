import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import type { PurchaseChange } from '#schema/purchase/history.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { visibleOf } from '../access.ts';
import { ORDER_MISSING } from '../orders/access.ts';
import { QUOTE_MISSING } from '../quotes/access.ts';
import { changeOf, TOLD_ACTIONS, type Entry, type Kind } from './entries.ts';
import { namesOf } from './names.ts';
import { referencesOf, toldPart } from './parts.ts';

/** Parts that a change tells one by one; an order may have hundreds of lines. */
const MOST_PARTS = 20;

const rules = { sortable: { id: 'a.id' }, defaultSort: 'id:desc', key: 'a.id', maxSize: 200 };

const KINDS = {
  order: { table: sql`orders`, missing: ORDER_MISSING },
  quote: { table: sql`quotes`, missing: QUOTE_MISSING },
} as const;

interface Key {
  kind: Kind;
  companyId: number;
  id: number;
}

/** The buildings of an entry: its own before and after, else that of the entry before it that tells one, else of the one after it. */
const buildingsThen = (accountId: number, { kind, id }: Key) => {
  const states = sql`from audit_log p where p.account_id = ${accountId} and p.entity = ${kind} and p.entity_id = ${id}`;
  const placeIn = (row: string, side: string) => {
    const state = sql`${sql.ref(`${row}.details`)} -> ${sql.lit(side)}`;
    return sql`coalesce((${state} ->> 'buildingId')::bigint, (${state} -> 'building' ->> 'id')::bigint)`;
  };
  const nearest = sql`coalesce(
    (select ${placeIn('p', 'after')} ${states} and p.action in ('create', 'update') and p.details ? 'after' and p.id < a.id
      order by p.id desc limit 1),
    (select ${placeIn('p', 'before')} ${states} and p.action = 'update' and p.details ? 'before' and p.id > a.id
      order by p.id limit 1))`;
  return sql`array_remove(case when ${placeIn('a', 'after')} is not null
    then array[${placeIn('a', 'before')}, ${placeIn('a', 'after')}] else array[${nearest}] end, null)`;
};

const requireSeen = async (trx: Trx, session: Session, { kind, companyId, id }: Key): Promise<void> => {
  const { table, missing } = KINDS[kind];
  const { rows } = await sql`
    select from ${table} d where ${visibleOf('d', session, companyId)} and d.id = ${id}`.execute(trx);
  if (rows.length === 0) throw notFound(missing);
};

/**
 * Who changed an order or a quote and what, from the history, the latest first. A fixed number of statements.
 * @throws ServiceError 404 for one that the reader may not see
 */
export const purchaseHistory = async (
  trx: Trx,
  session: Session,
  key: Key,
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<PurchaseChange>> => {
  const { accountId } = session;
  await requireSeen(trx, session, key);
  const allowed = allowedBuildings(session, key.companyId, ['PURCHASE']);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
   where a.account_id = ${accountId} and a.entity = ${key.kind} and a.entity_id = ${key.id}
     and a.action = any(${TOLD_ACTIONS}::text[])`;
  const { rows } = await sql<Entry & { buildings: number[] }>`
    select a.id, a.at, a.action, a.details, a.details #>> '{token,name}' as program,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
           ${allowed === 'all' ? sql`array[]::bigint[]` : buildingsThen(accountId, key)} as buildings
      ${from} ${orderAndCut(list)}`.execute(trx);
  const isSeen = (buildings: readonly number[]) =>
    allowed === 'all' || buildings.every((id) => allowed.includes(String(id)));
  const changes = rows.map((entry) => {
    const { action, parts, hidden } = changeOf(entry, isSeen(entry.buildings));
    const shown = parts.slice(0, MOST_PARTS);
    return { entry, action, shown, moreParts: parts.length - shown.length, hidden };
  });
  const nameOf = await namesOf(
    trx,
    accountId,
    changes.flatMap(({ shown }) => shown.flatMap(referencesOf)),
  );
  const content = changes.map(({ entry: { id, at, user, program }, action, shown, moreParts, hidden }) => ({
    ...{ id, at, user, program, action, moreParts, hidden },
    parts: shown.map((part) => toldPart(part, nameOf)),
  }));
  return withTotal(list, content, async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted[0]?.total ?? 0;
  });
};
