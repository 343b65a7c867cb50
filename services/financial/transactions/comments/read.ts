import { sql, type RawBuilder } from 'kysely';
import type { TransactionComment } from '#schema/financial/transactions/comments.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Session } from '../../../platform/session.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import {
  orderAndCut,
  readListQuery,
  searchMatches,
  withTotal,
  type ListKeys,
} from '../../../platform/register/lists.ts';
import type { Reader } from '../reader.ts';
import { requireSeen } from '../seen.ts';

type Row = Omit<TransactionComment, 'canEdit' | 'canRemove'>;
type PageKeys = Pick<ListKeys, 'page' | 'size'>;

export const namedUser = (alias: 'u' | 'm') =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

/** Those whom comment `c` mentions, with their names of today. */
export const mentionsOf = sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name) order by m.id), '[]')
    from comment_mentions n join users m on m.account_id = n.account_id and m.id = n.user_id
   where n.account_id = c.account_id and n.comment_id = c.id and n.active)`;

const columns: RawBuilder<unknown> = sql`c.id, c.at, ${namedUser('u')} as author, c.text, ${mentionsOf} as mentions,
  c.edited_at as "editedAt", c.removed_at as "removedAt"`;
const source = sql`from transaction_comments c left join users u on u.account_id = c.account_id and u.id = c.author_id`;

const answerOf = (row: Row, { admin, userId }: Session): TransactionComment => {
  const own = row.author?.id === userId && row.removedAt === null;
  return { ...row, canEdit: own, canRemove: own || (admin && row.removedAt === null) };
};

export const readComment = async (trx: Trx, session: Session, id: number): Promise<TransactionComment> => {
  const { rows } = await sql<Row>`select ${columns} ${source}
    where c.account_id = ${session.accountId} and c.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`comment ${id} is gone`);
  return answerOf(row, session);
};

const rules = { sortable: { id: 'c.id' }, defaultSort: 'id:desc', key: 'c.id', maxSize: 200 };
const total = async (trx: Trx, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
  return rows[0]?.total ?? 0;
};

/** Comments on a document, the latest first. A fixed number of statements. @throws ServiceError 404 */
export const listComments = async (
  trx: Trx,
  reader: Reader,
  transactionId: number,
  query: PageKeys,
): Promise<PageOf<TransactionComment>> => {
  const { session } = reader;
  await requireSeen(trx, reader, transactionId);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`${source} where c.account_id = ${session.accountId} and c.transaction_id = ${transactionId}`;
  const { rows } = await sql<Row>`select ${columns} ${from} ${orderAndCut(list)}`.execute(trx);
  const content = rows.map((row) => answerOf(row, session));
  return withTotal(list, content, () => total(trx, from));
};

/** Condition on `users as u`: active persons who may see the document now. */
export const seesDocument = ({ companyId, kind }: Reader, buildingIds: readonly number[]): RawBuilder<unknown> =>
  sql`u.active and not u.service
    and may_be_told(u.id, u.admin, ${companyId}, ${kind.permission}, ${[...buildingIds]}::bigint[], false)`;

const byName = { sortable: { name: 'u.name' }, defaultSort: 'name', key: 'u.id', maxSize: 200 };

/** Whom a comment on the document may mention, by name; not who asks. @throws ServiceError 404 */
export const listMentionable = async (
  trx: Trx,
  reader: Reader,
  transactionId: number,
  query: Pick<ListKeys, 'page' | 'size' | 'search'>,
): Promise<PageOf<{ id: number; name: string }>> => {
  const { accountId, userId } = reader.session;
  const { buildingIds } = await requireSeen(trx, reader, transactionId);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, byName);
  const found = list.search === null ? sql`true` : searchMatches(sql`u.name`, list.search);
  const from = sql`from users u
    where u.account_id = ${accountId} and u.id <> ${userId} and ${seesDocument(reader, buildingIds)} and ${found}`;
  const { rows } = await sql<{ id: number; name: string }>`select u.id, u.name ${from} ${orderAndCut(list)}`.execute(
    trx,
  );
  return withTotal(list, rows, () => total(trx, from));
};
