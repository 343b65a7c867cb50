import { sql } from 'kysely';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import type { reportEndpoints, SavedReport } from '#schema/reports/reports.rest.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Trx, Work } from '../db/unitOfWork.ts';
import { readAsked } from './asked.ts';
import type { Catalogue } from './catalogue.ts';

/** Saved reports of one user in one company. */
const MOST = 200;

export const readFavourites = async (trx: Trx, { accountId, userId }: Session): Promise<Set<string>> => {
  const rows = await trx
    .selectFrom('report_favourites')
    .select('report')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ report }) => report));
};

export const setFavourite = async (
  trx: Trx,
  { accountId, userId }: Session,
  { report, favourite }: { report: string; favourite: boolean },
): Promise<void> => {
  const row = { account_id: accountId, user_id: userId, report };
  if (favourite)
    await trx
      .insertInto('report_favourites')
      .values(row)
      .onConflict((known) => known.doNothing())
      .execute();
  else
    await trx
      .deleteFrom('report_favourites')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('report', '=', report)
      .execute();
};

type Row = Omit<SavedReport, 'own' | 'createdBy' | 'title'> & { creatorId: number; creatorName: string };

const readRows = async (trx: Trx, session: Session, companyId: number, id?: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.report, s.parameters, s.shared, s.created_at as "createdAt", u.id as "creatorId", u.name as "creatorName"
      from saved_reports s join users u on u.account_id = s.account_id and u.id = s.created_by
     where s.account_id = ${session.accountId} and s.company_id = ${companyId}
       and (s.shared or s.created_by = ${session.userId}) and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
     order by search_key(s.name), s.id limit 1000`.execute(trx);
  return rows;
};

const answer = (catalogue: Catalogue, { userId }: Session, { creatorId, creatorName, ...row }: Row): SavedReport => ({
  ...row,
  title: catalogue.titleOf(row.report),
  own: creatorId === userId,
  createdBy: { id: creatorId, name: creatorName },
});

/** One's own and shared ones, of reports that the user may run. */
export const listSaved = async (
  trx: Trx,
  catalogue: Catalogue,
  session: Session,
  companyId: number,
): Promise<SavedReport[]> => {
  const allowed = new Set(catalogue.of(session, companyId).map(({ report }) => report));
  const rows = await readRows(trx, session, companyId);
  return rows.filter(({ report }) => allowed.has(report)).map((row) => answer(catalogue, session, row));
};

/** @throws ServiceError 400 at parameters that the report does not have, 403 for a report that the user may not run */
export const saveReport = async (
  trx: Trx,
  work: Work,
  catalogue: Catalogue,
  { session, companyId, body }: { session: Session; companyId: number; body: BodyOf<(typeof reportEndpoints)['save']> },
): Promise<SavedReport> => {
  const { report, parameters, shared } = body;
  const description = catalogue.find(report, session, companyId);
  await readAsked(trx, description, { session, companyId, clock: work.clock, sent: parameters });
  const name = body.name.trim();
  const { accountId, userId } = session;
  const own = await readRows(trx, session, companyId);
  if (own.filter(({ creatorId }) => creatorId === userId).length >= MOST)
    throw conflict(`Você já tem ${MOST} relatórios salvos nesta empresa. Exclua algum antes.`);
  const { rows } = await sql<{ id: number }>`
    insert into saved_reports (account_id, company_id, name, report, parameters, shared, created_by, created_at)
    values (${accountId}, ${companyId}, ${name}, ${report}, ${JSON.stringify(parameters)}::jsonb, ${shared}, ${userId}, ${work.clock.now()})
    on conflict (account_id, company_id, created_by, search_key(name)) do update
      set name = excluded.name, report = excluded.report, parameters = excluded.parameters, shared = excluded.shared
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  work.audit({ action: 'save', entity: 'savedReport', entityId: id, details: { ...body, name } });
  const [saved] = await readRows(trx, session, companyId, id);
  if (!saved) throw notFound();
  return answer(catalogue, session, saved);
};

/** @throws ServiceError 404 for one that the user does not see, 403 for a shared one of somebody else */
export const forgetSaved = async (
  trx: Trx,
  work: Work,
  session: Session,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> => {
  const [saved] = await readRows(trx, session, companyId, id);
  if (!saved) throw notFound('Relatório salvo não encontrado.');
  if (saved.creatorId !== session.userId && !session.admin)
    throw forbidden('Só quem salvou este relatório, ou um administrador, pode excluí-lo.');
  await trx.deleteFrom('saved_reports').where('account_id', '=', session.accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: 'savedReport', entityId: id, details: { name: saved.name } });
};
