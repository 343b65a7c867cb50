import { sql, type RawBuilder } from 'kysely';
import { conflict, forbidden, notFound } from './errors.ts';
import type { Session } from './session.ts';
import type { Trx } from './db/unitOfWork.ts';

/** What a user keeps under a name in a company, alone or shared with the account: reports (decision 82), views (97). */
export interface Kept {
  id: number;
  name: string;
  shared: boolean;
  createdAt: string;
  creatorId: number;
  creatorName: string;
}

/** Tables of what is kept have the columns of `Kept`, and columns of their own. */
export interface KeptKind {
  table: 'saved_reports' | 'saved_views';
  /** Own columns `s`, for the answer. */
  columns: RawBuilder<unknown>;
  /** Portuguese sentences: it is not there, it is another user's, there are as many as one may have. */
  sentences: { missing: string; foreign: string; full: string };
}

/** What one user may keep of a kind in a company. */
export const MOST_KEPT = 200;

/** One's own rows and shared ones, by name; with `id` that one, if the user sees it. */
export const readKept = async <Own extends object>(
  trx: Trx,
  { table, columns }: KeptKind,
  session: Session,
  companyId: number,
  id?: number,
): Promise<(Kept & Own)[]> => {
  const { rows } = await sql<Kept & Own>`
    select s.id, s.name, s.shared, s.created_at as "createdAt", u.id as "creatorId", u.name as "creatorName", ${columns}
      from ${sql.table(table)} s join users u on u.account_id = s.account_id and u.id = s.created_by
     where s.account_id = ${session.accountId} and s.company_id = ${companyId}
       and (s.shared or s.created_by = ${session.userId}) and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
     order by search_key(s.name), s.id limit 1000`.execute(trx);
  return rows;
};

/** The fields of every answer; `own` columns are added to them. */
export const keptAnswer = <Row extends Kept>({ creatorId, creatorName, ...row }: Row, { userId }: Session) => ({
  ...row,
  own: creatorId === userId,
  createdBy: { id: creatorId, name: creatorName },
});

/** @throws ServiceError 409 where the user keeps as many as one may */
export const requireRoom = async (
  trx: Trx,
  { table, sentences }: KeptKind,
  { accountId, userId }: Session,
  companyId: number,
): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
     where account_id = ${accountId} and company_id = ${companyId} and created_by = ${userId}`.execute(trx);
  if ((rows[0]?.count ?? 0) >= MOST_KEPT) throw conflict(sentences.full);
};

/**
 * Returns one that the user may change or delete: one's own, or as an administrator a shared one.
 * @throws ServiceError 404 for one that the user does not see, 403 for a shared one of somebody else
 */
export const requireKeeper = async <Own extends object>(
  trx: Trx,
  kind: KeptKind,
  session: Session,
  { companyId, id }: { companyId: number; id: number },
): Promise<Kept & Own> => {
  const [kept] = await readKept<Own>(trx, kind, session, companyId, id);
  if (!kept) throw notFound(kind.sentences.missing);
  if (kept.creatorId !== session.userId && !session.admin) throw forbidden(kind.sentences.foreign);
  return kept;
};
