import { sql } from 'kysely';
import type { TransactionChange } from '#schema/financial/transactions/history.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../../platform/register/lists.ts';
import { rowNames } from '../../rowNames.ts';
import { requireSeen } from '../seen.ts';
import type { Reader } from '../reader.ts';
import { changeOf, type Entry } from './entries.ts';
import { referencesOf, toldPart } from './parts.ts';

/** Parts that a change tells one by one; a document may have hundreds of installments. */
const MOST_PARTS = 20;

const rules = { sortable: { id: 'a.id' }, defaultSort: 'id:desc', key: 'a.id', maxSize: 200 };

/** Buildings of the document at the time of an entry that does not tell them: after the entry before it that does, else before the one after it. */
const buildingsThen = (accountId: number, id: number) => {
  const states = sql`from audit_log p where p.account_id = ${accountId} and p.entity = 'transaction' and p.entity_id = ${id}`;
  const placesIn = (side: 'before' | 'after') =>
    sql`jsonb_path_query_array(p.details, ${`$.${side}.apportionments[*].buildingId`}::jsonpath)`;
  return sql`
    case when a.details -> 'after' -> 'apportionments' is null then coalesce(
      (select ${placesIn('after')} ${states} and p.action in ('create', 'update') and p.id < a.id order by p.id desc limit 1),
      (select ${placesIn('before')} ${states} and p.action = 'update' and p.id > a.id order by p.id limit 1)) end`;
};

/**
 * Who changed a transaction and what, from the history, the latest first. A fixed number of statements.
 * @throws ServiceError 404 for one that the reader may not see
 */
export const transactionHistory = async (
  trx: Trx,
  reader: Reader,
  id: number,
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<TransactionChange>> => {
  const { accountId } = reader.session;
  await requireSeen(trx, reader, id);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
   where a.account_id = ${accountId} and a.entity in ('transaction', 'attachment', 'fiscalDocument')
     and audited_document(a.entity, a.entity_id, a.details) = ${id}`;
  const { rows } = await sql<Entry>`
    select a.id, a.at, a.action, a.entity, a.details, a.details #>> '{token,name}' as program,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
           (select i.number from installments i
             where i.account_id = a.account_id and i.id = (a.details ->> 'installmentId')::bigint) as number,
           ${reader.view === 'all' ? sql`null` : buildingsThen(accountId, id)} as buildings
      ${from} ${orderAndCut(list)}`.execute(trx);
  const changes = rows.map((entry) => {
    const { action, parts, hidden } = changeOf(entry, reader.view);
    const shown = parts.slice(0, MOST_PARTS);
    return { entry, action, shown, moreParts: parts.length - shown.length, hidden };
  });
  const nameOf = await rowNames(
    trx,
    accountId,
    changes.flatMap(({ shown }) => shown.flatMap(referencesOf)),
  );
  const content = changes.map(({ entry: { at, user, program, ...entry }, action, shown, moreParts, hidden }) => ({
    ...{ id: entry.id, at, user, program, action, moreParts, hidden },
    parts: shown.map((part) => toldPart(part, nameOf)),
  }));
  return withTotal(list, content, async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted[0]?.total ?? 0;
  });
};
