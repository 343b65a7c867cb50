import { sql } from 'kysely';
import { MAX_MENTIONS, mentionedIn } from '#domain/financial/comments/mentions.ts';
import type { TransactionComment } from '#schema/financial/transactions/comments.rest.ts';
import { forbidden, notFound, ruleBroken } from '../../../platform/errors.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { Reader } from '../reader.ts';
import { requireSeen, type Seen } from '../seen.ts';
import { readComment, seesDocument } from './read.ts';
import { tellMentioned } from './tell.ts';

const ENTITY = 'transactionComment';
const MISSING = 'Comentário não encontrado.';

/** Without blanks around it, and with lines of one form. */
const cleaned = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

const refused = (message: string) => ruleBroken(message, [{ path: 'text', message }]);

/**
 * Refuses whom the text must not mention: they would be told of what they may not see. Those whom the comment mentioned before
 * stay in it. @throws ServiceError 422
 */
const requireMentionable = async (
  trx: Trx,
  reader: Reader,
  { buildingIds }: Seen,
  mentioned: readonly number[],
  before: readonly number[],
): Promise<void> => {
  if (mentioned.length > MAX_MENTIONS) throw refused(`Mencione no máximo ${MAX_MENTIONS} pessoas em um comentário.`);
  const fresh = mentioned.filter((id) => !before.includes(id));
  if (fresh.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.account_id = ${reader.session.accountId} and u.id = any(${fresh}::bigint[])
       and ${seesDocument(reader, buildingIds)}`.execute(trx);
  if (rows.length < fresh.length)
    throw refused('Uma das pessoas mencionadas não pode ver este lançamento. Tire a menção, ou escolha outra pessoa.');
};

/** Keeps whom the text mentions now, and answers those whom the comment has never mentioned before. */
const keepMentions = async (
  trx: Trx,
  accountId: number,
  commentId: number,
  mentioned: readonly number[],
): Promise<number[]> => {
  await sql`update comment_mentions set active = user_id = any(${[...mentioned]}::bigint[])
    where account_id = ${accountId} and comment_id = ${commentId}`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into comment_mentions (account_id, comment_id, user_id, active)
    select ${accountId}::bigint, ${commentId}::bigint, m, true from unnest(${[...mentioned]}::bigint[]) m
    on conflict do nothing returning user_id as id`.execute(trx);
  return rows.map(({ id }) => id);
};

export const createComment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  transactionId: number,
  sent: string,
): Promise<TransactionComment> => {
  const { session, companyId, kind } = reader;
  const seen = await requireSeen(trx, reader, transactionId);
  const text = cleaned(sent);
  const mentioned = mentionedIn(text);
  await requireMentionable(trx, reader, seen, mentioned, []);
  const { rows } = await sql<{ id: number }>`
    insert into transaction_comments (account_id, company_id, transaction_id, type, author_id, text, at)
    values (${session.accountId}, ${companyId}, ${transactionId}, ${kind.type}, ${session.userId}, ${text}, ${work.clock.now()})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  const fresh = await keepMentions(trx, session.accountId, id, mentioned);
  // Without the text: what is removed of a comment must be gone.
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { transactionId, mentions: mentioned } });
  await tellMentioned(trx, work, reader, seen, fresh);
  return readComment(trx, session, id);
};

interface Key {
  transactionId: number;
  commentId: number;
}

interface Held {
  authorId: number | null;
  removed: boolean;
  mentions: number[];
}

/** Holds a comment of a document that the reader may see until the command ends. @throws ServiceError 404 */
const holdComment = async (trx: Trx, { session }: Reader, { transactionId, commentId }: Key): Promise<Held> => {
  const { rows } = await sql<Held>`
    select c.author_id as "authorId", c.removed_at is not null as removed,
           array(select n.user_id from comment_mentions n
                  where n.account_id = c.account_id and n.comment_id = c.id and n.active) as mentions
      from transaction_comments c
     where c.account_id = ${session.accountId} and c.transaction_id = ${transactionId} and c.id = ${commentId}
       for update of c`.execute(trx);
  const [held] = rows;
  if (!held) throw notFound(MISSING);
  return held;
};

const GONE = 'Este comentário foi removido.';

/** @throws ServiceError 403 for a comment of somebody else, 422 for a removed one */
export const editComment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: Key,
  sent: string,
): Promise<TransactionComment> => {
  const { session } = reader;
  const seen = await requireSeen(trx, reader, key.transactionId);
  const held = await holdComment(trx, reader, key);
  if (held.authorId !== session.userId) throw forbidden('Só quem escreveu um comentário pode alterá-lo.');
  if (held.removed) throw ruleBroken(GONE);
  const text = cleaned(sent);
  const mentioned = mentionedIn(text);
  await requireMentionable(trx, reader, seen, mentioned, held.mentions);
  // The same text once more is no edit.
  await sql`update transaction_comments set text = ${text}, edited_at = ${work.clock.now()}
    where account_id = ${session.accountId} and id = ${key.commentId} and text <> ${text}`.execute(trx);
  const fresh = await keepMentions(trx, session.accountId, key.commentId, mentioned);
  const details = { transactionId: key.transactionId, mentions: mentioned };
  work.audit({ action: 'update', entity: ENTITY, entityId: key.commentId, details });
  await tellMentioned(trx, work, reader, seen, fresh);
  return readComment(trx, session, key.commentId);
};

/** Removes the text; that there was a comment stays. @throws ServiceError 403 for one of somebody else, but to administrators */
export const removeComment = async (trx: Trx, work: Work, reader: Reader, key: Key): Promise<TransactionComment> => {
  const { session } = reader;
  await requireSeen(trx, reader, key.transactionId);
  const held = await holdComment(trx, reader, key);
  if (held.authorId !== session.userId && !session.admin)
    throw forbidden('Só quem escreveu um comentário, ou um administrador, pode removê-lo.');
  if (held.removed) return readComment(trx, session, key.commentId);
  await sql`update transaction_comments set text = null, removed_at = ${work.clock.now()}
    where account_id = ${session.accountId} and id = ${key.commentId}`.execute(trx);
  await keepMentions(trx, session.accountId, key.commentId, []);
  const details = { transactionId: key.transactionId };
  work.audit({ action: 'delete', entity: ENTITY, entityId: key.commentId, details });
  return readComment(trx, session, key.commentId);
};
