import type { FastifyInstance } from 'fastify';
import { costEstimateEndpoints } from '#schema/engineering/costEstimates/endpoints.ts';
import { invalid } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { approve } from './approval.ts';
import { readUsedStages } from './documents.ts';
import { exportEstimate, printedEstimate } from './export/export.ts';
import { readPrinted } from './export/readPrinted.ts';
import { holdForWrite, releaseLock, takeLock } from './lock.ts';
import { listEstimates, readEstimate, totalEstimates, type Reader } from './read.ts';
import { listTasks, readTask, resetResource, saveTask } from './resources.ts';
import { detailsOf, readContents, resourceAnswer } from './rows.ts';
import { createEstimate, removeEstimate, updateEstimate } from './save.ts';
import { saveDetails } from './saveRows.ts';
import { readReport, readSummary } from './summary.ts';
import { listUsages } from './usages.ts';

const ONLY_PRINTED = 'Só o PDF é sintético ou analítico.';

type ReaderOf = (session: Session) => Reader;

/** Cost estimates (orçamentos, §7): headers, rows, locks, and the tasks within them. */
export const costEstimates = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    cost_estimates_code_key: { message: 'Já existe um orçamento com este código nesta empresa.', field: 'code' },
    cost_estimate_resources_product_fk: { message: 'Insumo não encontrado.', status: 422 },
    cost_estimate_resources_task_fk: { message: 'Composição não encontrada.', status: 422 },
  });
  const readerOf: ReaderOf = (session) => ({ session, clock: app.platform.clock });
  headers(app, readerOf);
  locking(app, readerOf);
  details(app, readerOf);
  tasks(app, readerOf);
  figures(app, readerOf);
};

const headers = (app: FastifyInstance, readerOf: ReaderOf): void => {
  const { list, totals, get, create, update, updateById, approve: approval, remove } = costEstimateEndpoints;
  implement(app, list, ({ session, params, query, read }) =>
    read((trx) => listEstimates(trx, readerOf(session), params.companyId, query)),
  );
  implement(app, totals, ({ session, params, query, read }) =>
    read((trx) => totalEstimates(trx, readerOf(session), params.companyId, query)),
  );
  implement(app, get, ({ session, params, read }) => read((trx) => readEstimate(trx, readerOf(session), params)));
  implement(app, create, ({ session, params, body, write }) =>
    write((trx, work) => createEstimate(trx, work, readerOf(session), params.companyId, body)),
  );
  implement(
    app,
    update,
    ({ session, params, body: { id, ...body }, write }) =>
      write((trx, work) =>
        updateEstimate(trx, work, readerOf(session), { ...params, id, version: body.version }, body),
      ),
    (trx, { session, params, body }) => readEstimate(trx, readerOf(session), { ...params, id: body.id }),
  );
  implement(
    app,
    updateById,
    ({ session, params, body, write }) =>
      write((trx, work) => updateEstimate(trx, work, readerOf(session), { ...params, version: body.version }, body)),
    (trx, { session, params }) => readEstimate(trx, readerOf(session), params),
  );
  implement(app, approval, ({ session, params, body: { approved, version }, write }) =>
    write(async (trx, work) => {
      const reader = readerOf(session);
      const held = await holdForWrite(trx, reader, { ...params, version });
      return approve(trx, work, reader, { key: params, held, approved });
    }),
  );
  implement(app, remove, ({ session, params, write }) =>
    write((trx, work) => removeEstimate(trx, work, readerOf(session), params)),
  );
};

const locking = (app: FastifyInstance, readerOf: ReaderOf): void => {
  implement(app, costEstimateEndpoints.lock, ({ session, params, query, write }) =>
    write((trx, work) => takeLock(trx, work, readerOf(session), params, query.takeover ?? false)),
  );
  implement(app, costEstimateEndpoints.unlock, ({ session, params, write }) =>
    write((trx, work) => releaseLock(trx, work, readerOf(session), params)),
  );
};

const details = (app: FastifyInstance, readerOf: ReaderOf): void => {
  implement(app, costEstimateEndpoints.details, ({ session, params, query, read }) =>
    read(async (trx) => {
      const estimate = await readEstimate(trx, readerOf(session), params);
      const contents = await readContents(trx, session.accountId, estimate.id);
      const rows = detailsOf(estimate, contents);
      return {
        id: estimate.id,
        version: estimate.version,
        details: rows.slice(0, query.size),
        resources: [...contents.resources.values()].map(resourceAnswer),
        ...(await readUsedStages(trx, session.accountId, estimate.id)),
        totalElements: rows.length,
      };
    }),
  );
  implement(app, costEstimateEndpoints.saveDetails, ({ session, params, query, body, write }) =>
    write((trx, work) =>
      saveDetails(trx, work, readerOf(session), { key: { ...params, version: query.version }, body }),
    ),
  );
};

const tasks = (app: FastifyInstance, readerOf: ReaderOf): void => {
  const { tasks: list, tasksOfAccount, task, saveTask: save, reset } = costEstimateEndpoints;
  implement(app, list, ({ session, params, query, read }) =>
    read((trx) => listTasks(trx, readerOf(session), params, query)),
  );
  implement(app, tasksOfAccount, ({ session, params, query, read }) =>
    read((trx) => listTasks(trx, readerOf(session), { id: params.id }, query)),
  );
  implement(app, task, ({ session, params: { resourceId, ...key }, read }) =>
    read((trx) => readTask(trx, readerOf(session), key, resourceId)),
  );
  implement(app, save, ({ session, params: { resourceId, ...key }, body: { version, items }, write }) =>
    write((trx, work) => saveTask(trx, work, readerOf(session), { key: { ...key, version }, resourceId, items })),
  );
  implement(app, reset, ({ session, params: { resourceId, ...key }, query, write }) =>
    write((trx, work) =>
      resetResource(trx, work, readerOf(session), { key: { ...key, version: query.version }, resourceId }),
    ),
  );
};

const figures = (app: FastifyInstance, readerOf: ReaderOf): void => {
  implement(app, costEstimateEndpoints.summary, ({ session, params, read }) =>
    read((trx) => readSummary(trx, readerOf(session), params)),
  );
  implement(app, costEstimateEndpoints.report, ({ session, params, query, read }) =>
    read((trx) => readReport(trx, readerOf(session), params, query.size)),
  );
  implement(app, costEstimateEndpoints.export, async ({ session, params, body, reply, read }) => {
    const { format = 'XLSX', kind } = body;
    if (format !== 'PDF' && kind !== undefined) throw invalid([{ path: 'kind', message: ONLY_PRINTED }], ONLY_PRINTED);
    const reader = readerOf(session);
    const { headers, content } =
      format === 'PDF'
        ? await printedEstimate(await read((trx) => readPrinted(trx, reader, params, kind === 'ANALYTIC')))
        : exportEstimate(await read((trx) => readReport(trx, reader, params)), format);
    void reply.headers(headers);
    return content;
  });
  implement(app, costEstimateEndpoints.ofProduct, ({ session, params, query, read }) =>
    read((trx) => listUsages(trx, readerOf(session), { productId: params.id }, query)),
  );
  implement(app, costEstimateEndpoints.ofTask, ({ session, params, query, read }) =>
    read((trx) => listUsages(trx, readerOf(session), { taskId: params.id }, query)),
  );
};
