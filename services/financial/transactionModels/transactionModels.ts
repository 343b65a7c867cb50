import type { FastifyInstance } from 'fastify';
import { transactionModelEndpoints } from '#schema/financial/transactionModels/endpoints.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Planner } from './access.ts';
import { adjustModels, undoAdjustment } from './adjust.ts';
import { createDocuments, useModel } from './documents.ts';
import { draftDocument, previewMonth } from './preview.ts';
import { getModel, listModels, totalModels } from './read.ts';
import { createModel, pauseModel, removeModel, updateModel } from './save.ts';
import { dismissSuggestion, listFrequent, listSuggestions } from './suggestions.ts';
import './tables.ts';
import { undoDocuments } from './undo.ts';

const calls = transactionModelEndpoints;

/** Models of transactions: what repeats, and the documents that a month brings (domain.md §3; mock 10). */
export const transactionModels = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    transaction_models_name_key: { message: 'Já existe um modelo com este nome.', field: 'name' },
    transaction_model_documents_period_key: { message: 'Este modelo já tem documento neste mês.' },
  });
  models(app);
  documents(app);
  proposals(app);
};

const planners =
  (app: FastifyInstance) =>
  (session: Session, companyId: number): Planner => ({
    session,
    companyId,
    today: app.platform.clock.today(session.timeZone),
  });

const models = (app: FastifyInstance): void => {
  const planner = planners(app);
  implement(app, calls.list, ({ session, params, query, read }) =>
    read((trx) => listModels(trx, planner(session, params.companyId), query)),
  );
  implement(app, calls.totals, ({ session, params, read }) =>
    read((trx) => totalModels(trx, planner(session, params.companyId))),
  );
  implement(app, calls.get, ({ session, params, read }) =>
    read((trx) => getModel(trx, planner(session, params.companyId), params.id)),
  );
  implement(app, calls.create, ({ session, params, body, write }) =>
    write((trx, work) => createModel(trx, work, planner(session, params.companyId), body)),
  );
  implement(
    app,
    calls.update,
    ({ session, params, body, write }) =>
      write((trx, work) => updateModel(trx, work, planner(session, params.companyId), body)),
    (trx, { session, params, body }) => getModel(trx, planner(session, params.companyId), body.id),
  );
  implement(app, calls.pause, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => pauseModel(trx, work, planner(session, companyId), { id, ...body })),
  );
  implement(app, calls.remove, ({ session, params: { companyId, id }, query, write }) =>
    write((trx, work) => removeModel(trx, work, planner(session, companyId), { id, ...query })),
  );
};

const documents = (app: FastifyInstance): void => {
  const planner = planners(app);
  implement(app, calls.preview, ({ session, params, query, read }) =>
    read((trx) => previewMonth(trx, planner(session, params.companyId), query.month)),
  );
  implement(app, calls.draft, ({ session, params: { companyId, id }, query, read }) =>
    read((trx) => draftDocument(trx, planner(session, companyId), { id, date: query.date })),
  );
  implement(app, calls.createDocuments, ({ session, params, body, write }) =>
    write((trx, work) => createDocuments(trx, work, planner(session, params.companyId), body)),
  );
  implement(app, calls.use, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => useModel(trx, work, planner(session, companyId), { id, body })),
  );
  implement(app, calls.undoDocuments, ({ session, params: { companyId, id }, write }) =>
    write((trx, work) => undoDocuments(trx, work, planner(session, companyId), id)),
  );
};

const proposals = (app: FastifyInstance): void => {
  const planner = planners(app);
  implement(app, calls.suggestions, ({ session, params, read }) =>
    read((trx) => listSuggestions(trx, planner(session, params.companyId))),
  );
  implement(app, calls.frequent, ({ session, params, read }) =>
    read((trx) => listFrequent(trx, planner(session, params.companyId))),
  );
  implement(app, calls.dismiss, ({ session, params, body, write }) =>
    write((trx, work) => dismissSuggestion(trx, work, planner(session, params.companyId), body)),
  );
  implement(app, calls.adjust, ({ session, params, body, write }) =>
    write((trx, work) => adjustModels(trx, work, planner(session, params.companyId), body)),
  );
  implement(app, calls.undoAdjustment, ({ session, params: { companyId, id }, write }) =>
    write((trx, work) => undoAdjustment(trx, work, planner(session, companyId), id)),
  );
};
