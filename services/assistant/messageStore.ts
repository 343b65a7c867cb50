import { sql, type Expression } from 'kysely';
import type { SwitchableEvent } from '#domain/assistant/events.ts';
import type { AssistantMessage, AssistantMessagePage } from '#schema/assistant/messages.rest.ts';
import { page, paged, type ListQuery } from '../platform/register/lists.ts';
import type { Actor, Trx } from '../platform/db/unitOfWork.ts';
import { Snapshot } from './snapshot.ts';
import type { Posted } from './stream.ts';

/** SQL condition: user `u` has the permissions that message `m` requires now, and it was not taken back. */
const mayReadMessage = sql<boolean>`(may_be_told(u.id, u.admin, m.company_id, m.permission, m.building_ids, m.with_balance)
  and (u.admin or not m.for_admins) and m.withdrawn_at is null)`;

/** SQL condition: `user` has all rights with which answer `m` was computed, or more. */
const mayReadAnswer = (user: Expression<number> | number) =>
  sql<boolean>`(m.rights is null or u.admin or m.rights <@ (select rights_of(${user})))`;

/** Selects the messages visible to the user: their own, and broadcasts since they joined. */
const visible = (trx: Trx, { accountId, userId }: Actor) =>
  trx
    .selectFrom('assistant_messages as m')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 'm.account_id').on('u.id', '=', userId))
    .leftJoin('assistant_acknowledgements as k', (join) =>
      join.onRef('k.message_id', '=', 'm.id').on('k.user_id', '=', userId),
    )
    .where('m.account_id', '=', accountId)
    .where(mayReadMessage)
    .where(mayReadAnswer(userId))
    .where((where) =>
      where.or([
        where('m.user_id', '=', userId),
        where.and([where('m.user_id', 'is', null), where('m.stored_at', '>=', where.ref('u.created_at'))]),
      ]),
    );

/** The payment that a message tells of, while its document is as that payment left it. */
const undo = sql<AssistantMessage['undo']>`(
  select json_build_object('type', t.type, 'companyId', t.company_id, 'transactionId', t.id, 'installmentId', i.id,
                           'version', t.version)
    from installments i
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id and t.version = m.undo_version
   where i.account_id = m.account_id and i.id = m.undo_installment_id and not i.forecast)`;

const columns = [
  'm.id',
  'm.sender as from',
  'm.kind',
  'm.event',
  'm.title',
  sql<string>`message_text(m)`.as('text'),
  'm.at',
  'm.link',
  'm.link_label as linkLabel',
  'm.quiet',
  'm.answer',
  undo.as('undo'),
  sql<boolean>`m.user_id is null`.as('broadcast'),
  sql<boolean>`k.message_id is not null`.as('acknowledged'),
] as const;

export const listMessages = async (trx: Trx, user: Actor, list: ListQuery): Promise<AssistantMessagePage> => {
  const { ids } = list;
  const all = visible(trx, user);
  const wanted = ids ? all.where('m.id', 'in', ids) : all;
  const content: AssistantMessage[] = await paged(wanted.select([...columns]), list).execute();
  const counts = await wanted
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where k.message_id is null)`.as('unacknowledged'),
    ])
    .executeTakeFirstOrThrow();
  return { ...page(list, content, counts.total), unacknowledged: counts.unacknowledged };
};

export const findMessage = (trx: Trx, user: Actor, id: number): Promise<AssistantMessage | undefined> =>
  visible(trx, user)
    .select([...columns])
    .where('m.id', '=', id)
    .executeTakeFirst();

/** Unread messages of the user, but those of some kinds. */
export const countUnread = async (trx: Trx, user: Actor, except: readonly SwitchableEvent[]): Promise<number> => {
  const { count } = await visible(trx, user)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('k.message_id', 'is', null)
    .where(sql<boolean>`not coalesce(m.event = any(${[...except]}::text[]), false)`)
    .executeTakeFirstOrThrow();
  return count;
};

/** A question and its answer, in this order. */
export const listExchange = (trx: Trx, user: Actor, ids: readonly number[]): Promise<AssistantMessage[]> =>
  visible(trx, user)
    .select([...columns])
    .where('m.id', 'in', ids)
    .orderBy('m.id')
    .execute();

/** Longer than any command's SQL transaction. */
const LONGEST_COMMAND = '15 minutes';
/** More messages than are written in that time; limits how far back the index is read for late commits. */
const WRITTEN_MEANWHILE = 100_000;

/**
 * Returns the messages that became visible after message `id`, oldest first, for a stream that reconnects; the newest
 * `limit` of them. Ids are not in commit order: also returns messages whose SQL transaction was open when message `id`
 * was written; the client ignores duplicates.
 */
export const messagesAfter = async (trx: Trx, user: Actor, id: number, limit: number): Promise<AssistantMessage[]> => {
  const last = await trx
    .selectFrom('assistant_messages')
    .select(['horizon', 'stored_at'])
    .where('account_id', '=', user.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const late = sql<boolean>`m.tx >= ${last?.horizon ?? null}::xid8
    and m.stored_at > ${last?.stored_at ?? null}::timestamptz - ${LONGEST_COMMAND}::interval`;
  const newestFirst: AssistantMessage[] = await visible(trx, user)
    .select([...columns])
    .where('m.id', '>', last ? id - WRITTEN_MEANWHILE : id)
    .where((where) => where.or([where('m.id', '>', id), where.and([where('m.id', '<', id), late])]))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();
  return newestFirst.reverse();
};

/** Returns the account's newest message id, where a new stream starts; 0 before the first message. */
export const newestMessageId = async (trx: Trx): Promise<number> => {
  const newest = await trx
    .selectFrom('assistant_messages')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return newest?.id ?? 0;
};

/** Returns what this SQL transaction sees; reads are repeatable, so that it holds for all of its statements. */
export const readSnapshot = async (trx: Trx): Promise<Snapshot> => {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(trx);
  return new Snapshot(rows[0]?.snapshot ?? '');
};

/** Returns messages just written, as their recipients see them: only an exchange is acknowledged from the start. */
export const postedMessages = async (trx: Trx, ids: readonly number[]): Promise<Posted[]> => {
  const rows = await trx
    .selectFrom('assistant_messages as m')
    .leftJoin('users as u', (join) => join.onRef('u.account_id', '=', 'm.account_id').onRef('u.id', '=', 'm.user_id'))
    .leftJoin('assistant_acknowledgements as k', (join) =>
      join.onRef('k.message_id', '=', 'm.id').onRef('k.user_id', '=', 'm.user_id'),
    )
    .where(mayReadMessage)
    .where(mayReadAnswer(sql<number>`m.user_id`))
    .select([...columns])
    .select(sql<string>`m.tx::text`.as('tx'))
    .where('m.id', 'in', ids)
    .execute();
  return rows.map(({ tx, ...message }) => ({ message, text: JSON.stringify(message), tx }));
};

/** Acknowledges one message or all visible ones (`id` null); returns the number of new acknowledgements. */
const acknowledgeWhere = async (trx: Trx, user: Actor, at: Date, id: number | null): Promise<number> => {
  const seen = visible(trx, user)
    .where('k.message_id', 'is', null)
    .select([
      sql<number>`m.account_id`.as('account_id'),
      sql<number>`m.id`.as('message_id'),
      sql<number>`u.id`.as('user_id'),
      sql<string>`${at}::timestamptz`.as('at'),
    ]);
  const result = await trx
    .insertInto('assistant_acknowledgements')
    .columns(['account_id', 'message_id', 'user_id', 'at'])
    .expression(id === null ? seen : seen.where('m.id', '=', id))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
};

export const acknowledge = (trx: Trx, user: Actor, id: number, at: Date): Promise<number> =>
  acknowledgeWhere(trx, user, at, id);

export const acknowledgeAll = (trx: Trx, user: Actor, at: Date): Promise<number> =>
  acknowledgeWhere(trx, user, at, null);
