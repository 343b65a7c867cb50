import type { FastifyInstance } from 'fastify';
import type { CostDatabaseImport } from '#schema/engineering/imports/costDatabaseImport.ts';
import { jobEndpoints, type Job, type RunStep } from '#schema/engineering/jobs.rest.ts';
import { IMPORT_KIND, type ImportDetails, type ImportInput, type ImportQuestion } from './imports/kind.ts';
import { permissionsOf } from '../platform/access.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';
import { notFound } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';
import { cancelJob } from '../platform/jobs/store.ts';
import { fetchPage, readListQuery, type ListQuery } from '../platform/register/lists.ts';
import type { Session } from '../platform/session.ts';

const rules = { sortable: { createdAt: 'j.id' }, defaultSort: 'createdAt:desc', key: 'j.id', maxSize: 500 };

interface Filter {
  kind?: string | undefined;
  state?: Job['state'] | undefined;
}

/** The jobs that the user may see: those whose permission they have in some company, and their own personal ones. */
const visible = (trx: Trx, session: Session) =>
  trx
    .selectFrom('jobs as j')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'j.account_id').onRef('u.id', '=', 'j.created_by'),
    )
    .where('j.account_id', '=', session.accountId)
    .where((or) =>
      or.or([
        or('j.permission', 'in', [...permissionsOf(session), ...(session.admin ? (['ADMIN'] as const) : [])]),
        // What concerns the person alone is no program's.
        ...(session.token ? [] : [or.and([or('j.permission', '=', 'SELF'), or('j.created_by', '=', session.userId)])]),
      ]),
    );

const columns = [
  'j.id',
  'j.kind',
  'j.state',
  'j.progress',
  'j.input',
  'j.details',
  'j.question',
  'j.result',
  'j.message',
  'j.cancel_requested',
  'j.created_by',
  'u.name as author',
  'j.created_at',
  'j.started_at',
  'j.finished_at',
] as const;

interface Row {
  id: number;
  kind: string;
  state: Job['state'];
  progress: RunStep[];
  input: unknown;
  details: unknown;
  question: unknown;
  result: unknown;
  message: string | null;
  cancel_requested: boolean;
  created_by: number;
  author: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** What an import knows before its run has told anything. */
const untold = {
  month: null,
  emittedOn: null,
  existingTables: 0,
  previousMonth: null,
  elapsedSeconds: null,
  counts: null,
  leftOut: 0,
};
const nothingChosen = { states: [], regimes: [], chosenStates: [], chosenRegimes: [] };

const importOf = ({ kind, input, details, question, result }: Row): CostDatabaseImport | null =>
  kind === IMPORT_KIND
    ? {
        ...untold,
        ...nothingChosen,
        // Written by the import itself.
        ...(input as ImportInput),
        ...(details as ImportDetails | null),
        question: (question as ImportQuestion | null)?.question ?? null,
        result: (result as CostDatabaseImport['result']) ?? null,
      }
    : null;

const answerOf = (row: Row): Job => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  progress: row.progress.map((step) => ({ prices: null, withoutPrice: null, ...step })),
  message: row.message,
  cancelRequested: row.cancel_requested && row.state === 'RUNNING',
  costDatabaseImport: importOf(row),
  createdBy: { id: row.created_by, name: row.author },
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

const listJobs = async (trx: Trx, session: Session, list: ListQuery, { kind, state }: Filter) => {
  const { ids } = list;
  const filtered = visible(trx, session)
    .$if(ids !== null, (rows) => rows.where('j.id', 'in', ids))
    .$if(kind !== undefined, (rows) => rows.where('j.kind', '=', kind ?? ''))
    .$if(state !== undefined, (rows) => rows.where('j.state', '=', state ?? 'DONE'));
  const found = await fetchPage(filtered, list, (rows) => rows.select([...columns]));
  return { ...found, content: found.content.map(answerOf) };
};

/** @throws ServiceError 404 for a job that the user may not see */
export const findJob = async (trx: Trx, session: Session, id: number): Promise<Job> => {
  const row: Row | undefined = await visible(trx, session)
    .select([...columns])
    .where('j.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Trabalho não encontrado.');
  return answerOf(row);
};

/** Registers the calls on background jobs of every kind: list, one, cancel. */
export const jobs = async (app: FastifyInstance): Promise<void> => {
  implement(app, jobEndpoints.list, ({ session, query, read }) =>
    read((trx) => listJobs(trx, session, readListQuery(query, rules), query)),
  );

  implement(app, jobEndpoints.get, ({ session, params, read }) => read((trx) => findJob(trx, session, params.id)));

  implement(app, jobEndpoints.cancel, ({ session, params, write }) =>
    write(async (trx, work) => {
      await findJob(trx, session, params.id);
      await cancelJob(trx, work, params.id);
      return findJob(trx, session, params.id);
    }),
  );
};
