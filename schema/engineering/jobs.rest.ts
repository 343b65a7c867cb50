import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { CostDatabaseImport } from './imports/costDatabaseImport.ts';
import { Id, Instant, listKeys, NamedReference, Nullable, Page } from '../platform/shapes.ts';

export const JobState = Type.Union(
  [
    Type.Literal('QUEUED'),
    Type.Literal('RUNNING'),
    Type.Literal('WAITING'),
    Type.Literal('DONE'),
    Type.Literal('FAILED'),
    Type.Literal('CANCELLED'),
  ],
  { description: 'WAITING: for an answer of its user. DONE, FAILED and CANCELLED are final' },
);
export type JobState = Static<typeof JobState>;

/** Progress of one step of a job. */
export const JobStep = Type.Object({
  name: Type.String(),
  done: Type.Integer({ minimum: 0 }),
  total: Nullable(Type.Integer({ minimum: 0, description: 'Null while it is not known' })),
  prices: Nullable(Type.Integer({ description: 'Prices of a sheet; null where a step has none' })),
  withoutPrice: Nullable(Type.Integer({ description: 'Blank prices of a sheet' })),
});
export type JobStep = Static<typeof JobStep>;

/** Progress as a run tells it. */
export type RunStep = Pick<JobStep, 'name' | 'done' | 'total'> & Partial<JobStep>;

/** Background job: work that goes on when its request is over, such as an import. */
export const Job = Type.Object({
  id: Id,
  kind: Type.String({ description: 'COST_DATABASE_IMPORT …' }),
  state: JobState,
  progress: Type.Array(JobStep),
  message: Nullable(Type.String({ description: 'How it ended, in Portuguese' })),
  cancelRequested: Type.Boolean({ description: 'It is being cancelled' }),
  costDatabaseImport: Nullable(CostDatabaseImport),
  createdBy: NamedReference,
  createdAt: Instant,
  startedAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
});
export type Job = Static<typeof Job>;

const path = '/api/v1/engineering/jobs';
const params = Type.Object({ id: Id });

export const jobEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Background jobs that the user may see, newest first',
    query: Type.Object({
      page: listKeys.page,
      size: listKeys.size,
      sort: listKeys.sort,
      ids: listKeys.ids,
      kind: Type.Optional(Type.String({ maxLength: 40 })),
      state: Type.Optional(JobState),
    }),
    answer: Page(Job),
  }),
  get: endpoint({ method: 'GET', path: `${path}/:id`, summary: 'A background job', params, answer: Job }),
  cancel: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Cancels a job; one that runs stops within seconds and leaves nothing behind',
    params,
    answer: Job,
  }),
};
