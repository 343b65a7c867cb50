import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, IsoDate, listKeys, Page, Version } from '../../platform/shapes.ts';
import { TransactionType } from '../categories.rest.ts';
import { TransactionBody } from '../transactions/bodies.rest.ts';
import { Transaction } from '../transactions/transactions.rest.ts';
import {
  AdjustmentBody,
  DismissalBody,
  FrequentTransaction,
  ModelAdjustment,
  ModelAdjustmentUndo,
  ModelBatch,
  ModelBatchUndo,
  ModelDocumentsBody,
  ModelDraft,
  ModelPreview,
  ModelSuggestion,
  Month,
  RecurrenceKind,
  TransactionModel,
  TransactionModelBody,
  TransactionModelTotals,
  TransactionModelUpdate,
} from './transactionModels.rest.ts';

const collection = '/api/v1/financial/company/:companyId/transaction-models';
const company = Type.Object({ companyId: Id });
const ofModel = Type.Object({ companyId: Id, id: Id });
const one = `${collection}/:id`;

const filters = {
  type: Type.Optional(TransactionType),
  recurrence: Type.Optional(Type.Union([RecurrenceKind, Type.Literal('OTHERS', { description: 'Weekly and yearly' })])),
  paused: Type.Optional(Type.Boolean()),
};

export const transactionModelEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Models of a company, by the day on which they fall',
    params: company,
    query: Type.Object({ ...listKeys, ...filters }),
    answer: Page(TransactionModel),
    watched: { entity: 'transaction_model', places: 'kind' },
  }),
  totals: endpoint({
    method: 'GET',
    path: `${collection}/totals`,
    summary: 'Counts of models',
    params: company,
    answer: TransactionModelTotals,
  }),
  preview: endpoint({
    method: 'GET',
    path: `${collection}/preview`,
    summary: 'What the models would create in a month, and sums of the two months after it; creates nothing',
    params: company,
    query: Type.Object({ month: Month }),
    answer: ModelPreview,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a model',
    params: company,
    body: TransactionModelBody,
    answer: TransactionModel,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the model whose id is in the body',
    params: company,
    body: TransactionModelUpdate,
    echo: TransactionModel,
    answer: TransactionModel,
  }),
  createDocuments: endpoint({
    method: 'POST',
    path: `${collection}/documents`,
    summary: 'Makes the documents of a month: all or none; what was made before is answered as it is',
    params: company,
    body: ModelDocumentsBody,
    answer: ModelBatch,
  }),
  undoDocuments: endpoint({
    method: 'POST',
    path: `${collection}/batches/:id/undo`,
    summary: 'Deletes the documents of one command, but those that were paid or changed since',
    params: ofModel,
    answer: ModelBatchUndo,
  }),
  suggestions: endpoint({
    method: 'GET',
    path: `${collection}/suggestions`,
    summary: 'Monthly documents of one partner and category without a model: three, within 10 %',
    params: company,
    answer: Type.Object({ content: Type.Array(ModelSuggestion) }),
  }),
  frequent: endpoint({
    method: 'GET',
    path: `${collection}/frequent`,
    summary: 'The five expenses of a year that repeat the most, by partner and category',
    params: company,
    answer: Type.Object({ content: Type.Array(FrequentTransaction) }),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: `${collection}/suggestions/dismissal`,
    summary: 'Proposes a model of this partner and category never again, or again',
    params: company,
    body: DismissalBody,
    answer: DismissalBody,
  }),
  adjust: endpoint({
    method: 'POST',
    path: `${collection}/adjustments`,
    summary: 'Adjusts the fixed values of models by an index, half-even: all or none',
    params: company,
    body: AdjustmentBody,
    answer: ModelAdjustment,
  }),
  undoAdjustment: endpoint({
    method: 'POST',
    path: `${collection}/adjustments/:id/undo`,
    summary: 'Gives models their values of before an adjustment, but those whose value was changed since',
    params: ofModel,
    answer: ModelAdjustmentUndo,
  }),
  get: endpoint({ method: 'GET', path: one, summary: 'One model', params: ofModel, answer: TransactionModel }),
  draft: endpoint({
    method: 'GET',
    path: `${one}/draft`,
    summary: 'What a document of the model begins with, on a day',
    params: ofModel,
    query: Type.Object({ date: IsoDate }),
    answer: ModelDraft,
  }),
  use: endpoint({
    method: 'POST',
    path: `${one}/documents`,
    summary: 'Creates a transaction as the next document of the model, whatever month it is of',
    params: ofModel,
    body: TransactionBody,
    answer: Transaction,
  }),
  pause: endpoint({
    method: 'PUT',
    path: `${one}/paused`,
    summary: 'Pauses a model, or resumes it',
    params: ofModel,
    body: Type.Object({ paused: Type.Boolean(), version: Type.Optional(Version) }),
    answer: TransactionModel,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    summary: 'Deletes a model; its documents stay',
    params: ofModel,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Type.Object({ id: Id }),
  }),
};
