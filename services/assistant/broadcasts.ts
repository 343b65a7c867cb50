import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { isTarget } from '#domain/assistant/targets.ts';
import {
  broadcastEndpoints,
  type Broadcast,
  type BroadcastBody,
  type BroadcastReader,
} from '#schema/assistant/broadcasts.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';
import { Problems } from '../platform/problems.ts';
import { page, readListQuery, type ListQuery } from '../platform/register/lists.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { storeMessage } from './postMessage.ts';

const MISSING = 'Comunicado não encontrado.';
const rules = { sortable: { at: 'm.id' }, defaultSort: 'at:desc', key: 'm.id', maxSize: 500 };

/** Active persons "u" who see broadcast "m": those who were in the account when it was stored. */
const READER = sql`u.account_id = m.account_id and u.active and not u.service and u.created_at <= m.stored_at`;

const broadcasts = (accountId: number, which: RawBuilder<unknown>): RawBuilder<Broadcast> => sql`
  select m.id, m.kind, m.title, m.text, m.link, m.at, m.withdrawn_at as "withdrawnAt",
         case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as "sentBy",
         (select count(*) from users u where ${READER}) as readers,
         (select count(*) from assistant_acknowledgements k
            join users u on u.account_id = k.account_id and u.id = k.user_id
           where k.account_id = m.account_id and k.message_id = m.id and ${READER}) as acknowledged
    from assistant_messages m left join users s on s.account_id = m.account_id and s.id = m.sent_by
   where m.account_id = ${accountId} and m.user_id is null ${which}`;

const listBroadcasts = async (trx: Trx, accountId: number, list: ListQuery): Promise<PageOf<Broadcast>> => {
  const { rows } = await broadcasts(
    accountId,
    sql`order by m.id desc limit ${list.size} offset ${list.offset}`,
  ).execute(trx);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from assistant_messages where account_id = ${accountId} and user_id is null`.execute(trx);
  return page(list, rows, counts[0]?.total ?? 0);
};

const readBroadcast = async (trx: Trx, accountId: number, id: number): Promise<Broadcast> => {
  const { rows } = await broadcasts(accountId, sql`and m.id = ${id}`).execute(trx);
  const [found] = rows;
  if (!found) throw notFound(MISSING);
  return found;
};

const send = async (trx: Trx, work: Work, body: BroadcastBody): Promise<Broadcast> => {
  const { title, text, kind = 'INFO', link } = body;
  const problems = new Problems();
  if (link != null && !isTarget(link)) problems.rule('link', 'Escolha uma tela do sistema.');
  problems.refuse();
  const message = { kind, title: title.trim(), text: text.trim(), ...(link != null && { link }) };
  const [id] = await storeMessage(trx, work, message);
  if (id === undefined) throw new Error('a broadcast was not stored');
  work.audit({ action: 'create', entity: 'broadcast', entityId: id, details: { after: message } });
  return readBroadcast(trx, work.session.accountId, id);
};

const withdraw = async (trx: Trx, work: Work, id: number): Promise<Broadcast> => {
  const { accountId } = work.session;
  const before = await readBroadcast(trx, accountId, id);
  if (before.withdrawnAt !== null) return before;
  await trx
    .updateTable('assistant_messages')
    .set({ withdrawn_at: work.clock.now() })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  work.audit({ action: 'withdraw', entity: 'broadcast', entityId: id });
  return readBroadcast(trx, accountId, id);
};

const listReaders = async (
  trx: Trx,
  accountId: number,
  id: number,
  list: ListQuery,
): Promise<PageOf<BroadcastReader>> => {
  const { readers } = await readBroadcast(trx, accountId, id);
  const { rows } = await sql<BroadcastReader>`
    select json_build_object('id', u.id, 'name', u.name) as user, k.at as "acknowledgedAt"
      from assistant_messages m
      join users u on ${READER}
      left join assistant_acknowledgements k on k.account_id = m.account_id and k.message_id = m.id and k.user_id = u.id
     where m.account_id = ${accountId} and m.id = ${id}
     order by k.at is not null, search_key(u.name), u.id limit ${list.size} offset ${list.offset}`.execute(trx);
  return page(list, rows, readers);
};

/** Registers the broadcasts of administrators to their account (docs/decisions/0089). */
export const assistantBroadcasts = async (app: FastifyInstance): Promise<void> => {
  implement(app, broadcastEndpoints.list, ({ session, query, read }) =>
    read((trx) => listBroadcasts(trx, session.accountId, readListQuery(query, rules))),
  );
  implement(app, broadcastEndpoints.send, ({ body, write }) => write((trx, work) => send(trx, work, body)));
  implement(app, broadcastEndpoints.withdraw, ({ params, write }) =>
    write((trx, work) => withdraw(trx, work, params.id)),
  );
  implement(app, broadcastEndpoints.readers, ({ session, params, query, read }) =>
    read((trx) => listReaders(trx, session.accountId, params.id, readListQuery(query, rules))),
  );
};
