import { sql } from 'kysely';
import type { Mention } from '#schema/financial/transactions/comments.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Session } from '../../../platform/session.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../../platform/register/lists.ts';
import { expense, income, type Kind } from '../kinds.ts';
import { viewOf, visibleRows } from '../visibility.ts';
import { mentionsOf, namedUser } from './read.ts';

/** Days for which a mention waits for an answer. */
const WAITING_DAYS = 30;

const rules = { sortable: { id: 'c.id' }, defaultSort: 'id:desc', key: 'c.id', maxSize: 200 };

const seenOf = (session: Session, companyId: number, kind: Kind) =>
  sql`(t.type = ${kind.type} and ${visibleRows(viewOf(session, companyId, kind))})`;

/**
 * Comments that mention the reader, who may see their document now and has not commented on it since; the latest first. At most
 * two statements.
 */
export const listMentions = async (
  trx: Trx,
  session: Session,
  { companyId, now }: { companyId: number; now: Date },
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<Mention>> => {
  const { accountId, userId } = session;
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from comment_mentions x
    join transaction_comments c on c.account_id = x.account_id and c.id = x.comment_id
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
    left join partners p on p.account_id = t.account_id and p.id = t.partner_id
    left join users u on u.account_id = c.account_id and u.id = c.author_id
   where x.account_id = ${accountId} and x.user_id = ${userId} and x.active and c.company_id = ${companyId}
     and c.text is not null and c.author_id is distinct from ${userId}
     and c.at > ${now}::timestamptz - make_interval(days => ${WAITING_DAYS})
     and (${seenOf(session, companyId, expense)} or ${seenOf(session, companyId, income)})
     and not exists (
       select from transaction_comments o where o.account_id = c.account_id and o.transaction_id = c.transaction_id
          and o.id > c.id and o.author_id = ${userId} and o.removed_at is null)`;
  const { rows } = await sql<Mention>`
    select c.id, c.at, ${namedUser('u')} as author, c.text, ${mentionsOf} as mentions,
           json_build_object('id', t.id, 'type', t.type, 'documentNumber', t.document_number, 'description', t.description,
             'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) as transaction
      ${from} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows, async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted[0]?.total ?? 0;
  });
};
