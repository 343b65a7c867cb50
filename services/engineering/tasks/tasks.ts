import type { FastifyInstance } from 'fastify';
import { taskEndpoints } from '#schema/engineering/tasks/tasks.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { notFound } from '../../platform/errors.ts';
import { copyTask } from './copy.ts';
import { abcOfInputs, explode } from './explosion.ts';
import { taskHistory } from './history.ts';
import { listTasks, totalTasks } from './list.ts';
import { listUsages, nameTasks } from './names.ts';
import { readSnapshot } from '../costEstimates/snapshot.ts';
import { countOpenEstimates } from '../costEstimates/usages.ts';
import { readTask, TASK_MISSING } from './read.ts';
import { publishedReference } from './reference.ts';
import { previewReprice } from './reprice.ts';
import { findResources } from './resources.ts';
import { createTask, removeTask, updateTask } from './save.ts';

/** Tasks (composições, §7): services made of products and other tasks, own and published. */
export const tasks = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    task_definitions_code_key: { message: 'Já existe uma composição com este código nesta base.', field: 'code' },
    task_definitions_unit_fk: { message: 'Unidade não encontrada.', field: 'unit', status: 422 },
  });
  reading(app);
  writing(app);
  beside(app);
};

const reading = (app: FastifyInstance): void => {
  implement(app, taskEndpoints.list, ({ session, query, read }) =>
    read((trx) => listTasks(trx, session.accountId, query)),
  );
  implement(app, taskEndpoints.totals, ({ session, query, read }) =>
    read((trx) => totalTasks(trx, session.accountId, query)),
  );
  implement(app, taskEndpoints.get, ({ session, params, query: { snapshot }, read }) =>
    read((trx) =>
      snapshot === undefined
        ? readTask(trx, session.accountId, params.id)
        : readSnapshot(trx, { session, clock: app.platform.clock }, params.id, snapshot),
    ),
  );
  implement(app, taskEndpoints.resources, ({ session, query, read }) =>
    read((trx) => findResources(trx, session.accountId, query)),
  );
};

const writing = (app: FastifyInstance): void => {
  for (const endpoint of [taskEndpoints.create, taskEndpoints.createOfAccount]) {
    implement(app, endpoint, ({ body, write }) => write((trx, work) => createTask(trx, work, body)));
  }
  implement(
    app,
    taskEndpoints.update,
    ({ params, body, write }) => write((trx, work) => updateTask(trx, work, params.id, body)),
    (trx, { session, params }) => readTask(trx, session.accountId, params.id),
  );
  implement(app, taskEndpoints.remove, ({ params, write }) => write((trx, work) => removeTask(trx, work, params.id)));
  implement(app, taskEndpoints.copy, ({ params, body, write }) =>
    write((trx, work) => copyTask(trx, work, params.id, body)),
  );
};

/** What is told beside a task; each answers 404 for a task that the account does not have. */
const beside = (app: FastifyInstance): void => {
  implement(app, taskEndpoints.usages, ({ session, params, query, read }) =>
    read(async (trx) => {
      const names = await nameTasks(trx, session.accountId, [params.id]);
      if (names.size === 0) throw notFound(TASK_MISSING);
      return listUsages(trx, session.accountId, params.id, query);
    }),
  );
  implement(app, taskEndpoints.history, ({ session, params, query, read }) =>
    read((trx) => taskHistory(trx, session.accountId, params.id, query)),
  );
  implement(app, taskEndpoints.reference, ({ session, params, read }) =>
    read(async (trx) => ({ task: await publishedReference(trx, session.accountId, params.id) })),
  );
  implement(app, taskEndpoints.impact, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { unitPrice } = await readTask(trx, session.accountId, params.id);
      const price = query.unitPrice ?? unitPrice;
      const impact = await previewReprice(trx, session.accountId, { tasks: new Map([[params.id, price]]) });
      return { ...impact, openEstimates: await countOpenEstimates(trx, session, params.id) };
    }),
  );
  implement(app, taskEndpoints.explosion, ({ session, params, read }) =>
    read(async (trx) => ({ content: await explode(trx, session.accountId, params.id) })),
  );
  implement(app, taskEndpoints.inputs, ({ session, params, read }) =>
    read(async (trx) => ({ content: await abcOfInputs(trx, session.accountId, params.id) })),
  );
};
