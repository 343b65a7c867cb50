import { sql } from 'kysely';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import type { reportEndpoints, SavedReport } from '#schema/reports/reports.rest.ts';
import { notFound } from '../errors.ts';
import { keptAnswer, MOST_KEPT, readKept, requireKeeper, requireRoom, type Kept, type KeptKind } from '../kept.ts';
import type { Session } from '../session.ts';
import type { Trx, Work } from '../db/unitOfWork.ts';
import { readAsked } from './asked.ts';
import type { Catalogue } from './catalogue.ts';

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

const REPORTS: KeptKind = {
  table: 'saved_reports',
  columns: sql`s.report, s.parameters`,
  sentences: {
    missing: 'Relatório salvo não encontrado.',
    foreign: 'Só quem salvou este relatório, ou um administrador, pode excluí-lo.',
    full: `Você já tem ${MOST_KEPT} relatórios salvos nesta empresa. Exclua algum antes.`,
  },
};

type Own = Pick<SavedReport, 'report' | 'parameters'>;

const answer = (catalogue: Catalogue, session: Session, row: Kept & Own): SavedReport => ({
  ...keptAnswer(row, session),
  title: catalogue.titleOf(row.report),
});

/** One's own and shared ones, of reports that the user may run. */
export const listSaved = async (
  trx: Trx,
  catalogue: Catalogue,
  session: Session,
  companyId: number,
): Promise<SavedReport[]> => {
  const allowed = new Set(catalogue.of(session, companyId).map(({ report }) => report));
  const rows = await readKept<Own>(trx, REPORTS, session, companyId);
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
  await requireRoom(trx, REPORTS, session, companyId);
  const { rows } = await sql<{ id: number }>`
    insert into saved_reports (account_id, company_id, name, report, parameters, shared, created_by, created_at)
    values (${accountId}, ${companyId}, ${name}, ${report}, ${JSON.stringify(parameters)}::jsonb, ${shared}, ${userId}, ${work.clock.now()})
    on conflict (account_id, company_id, created_by, search_key(name)) do update
      set name = excluded.name, report = excluded.report, parameters = excluded.parameters, shared = excluded.shared
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  work.audit({ action: 'save', entity: 'savedReport', entityId: id, details: { ...body, name } });
  const [saved] = await readKept<Own>(trx, REPORTS, session, companyId, id);
  if (!saved) throw notFound();
  return answer(catalogue, session, saved);
};

/** @throws ServiceError 404 for one that the user does not see, 403 for a shared one of somebody else */
export const forgetSaved = async (
  trx: Trx,
  work: Work,
  session: Session,
  row: { companyId: number; id: number },
): Promise<void> => {
  const { id, name } = await requireKeeper(trx, REPORTS, session, row);
  await trx.deleteFrom('saved_reports').where('account_id', '=', session.accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: 'savedReport', entityId: id, details: { name } });
};
