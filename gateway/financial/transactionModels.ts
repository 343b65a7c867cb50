import { transactionModelEndpoints } from '#schema/financial/transactionModels/endpoints.ts';
import {
  type FrequentTransaction as RestFrequent,
  type ModelAdjustmentUndo,
  type ModelBatch,
  type ModelOccurrence,
  type ModelSuggestion as RestSuggestion,
  type TransactionModel as RestModel,
  type TransactionModelBody,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import type { Resolvers, TransactionModelFilter, TransactionModelInput } from '../generated/resolvers.ts';
import { toId, toReference } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { embeddedBuilding, toBuilding, type BuildingParent } from './buildings.ts';
import { embeddedCategory } from './categories.ts';
import { embeddedPartner } from './partners.ts';
import { toTransactionBody, transactionField } from './transactions/input.ts';
import { toTransaction } from './transactions/rows.ts';
import { embeddedWallet, toWallet, type WalletParent } from './wallets.ts';

type RestShare = RestModel['transactionRecordBuildings'][number];

export interface TransactionModelShareParent extends Omit<RestShare, 'building'> {
  building: BuildingParent | null;
}
export interface TransactionModelParent extends Omit<RestModel, 'transactionRecordBuildings'> {
  shares: TransactionModelShareParent[];
  expectedWallet: WalletParent | null;
}
export type TransactionModelOccurrenceParent = ModelOccurrence;
export type TransactionModelSuggestionParent = RestSuggestion;
export type FrequentTransactionParent = RestFrequent;

const toModel = ({ transactionRecordBuildings, ...model }: RestModel): TransactionModelParent => ({
  ...model,
  expectedWallet: toWallet(model.expectedBank, model.company),
  shares: transactionRecordBuildings.map(({ building, ...share }) => ({
    ...share,
    building: toBuilding(building, model.company),
  })),
});

const toFilter = (filter: TransactionModelFilter | null | undefined) => ({
  ...pick(filter, ['search', 'type', 'recurrence', 'paused']),
  ...(filter?.others === true && { recurrence: 'OTHERS' as const }),
});

const toBody = (input: TransactionModelInput): TransactionModelBody => {
  const { categoryId, partnerId, expectedWalletId, shares, ...own } = input;
  return {
    ...own,
    workingDay: own.workingDay ?? undefined,
    workingDayRule: own.workingDayRule ?? undefined,
    competence: own.competence ?? undefined,
    installmentCount: own.installmentCount ?? undefined,
    category: toReference(categoryId),
    partner: toReference(partnerId),
    expectedBank: toReference(expectedWalletId),
    transactionRecordBuildings: shares?.map(({ buildingId, stageId, weight, isCustomerCharged }) => ({
      building: { id: toId(buildingId) },
      costEstimateGroup: toReference(stageId),
      weight,
      isCustomerCharged: isCustomerCharged ?? undefined,
    })),
  };
};

/** Maps the path of a rejected field in the REST body to its path in TransactionModelInput. */
const modelField = (path: string): string => transactionField(path).replace(/^apportionments\b/, 'shares');

/** The same for documents to make. */
const documentField = (path: string): string =>
  path
    .replace(/^(documents\.\d+)\.model(\.id)?$/, '$1.modelId')
    .replace(/^(documents\.\d+)\.model\.version$/, '$1.modelVersion');

const companyOf = ({ companyId }: { companyId: string }) => ({ companyId: toId(companyId) });
const keyOf = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId: toId(companyId), id: toId(id) });

const toDocument = ({ model, ...made }: ModelBatch['created'][number]) => ({
  ...made,
  modelId: model.id,
  modelName: model.name,
});

const toValue = ({ model, ...value }: ModelAdjustmentUndo['restored'][number]) => ({
  ...value,
  modelId: model.id,
  modelName: model.name,
});

const calls = transactionModelEndpoints;

const queries: Resolvers['Query'] = {
  transactionModels: async (_, { companyId, filter, ...page }, { rest }) => {
    const params = companyOf({ companyId });
    const answer = await rest.call(calls.list, { params, query: { ...toPageQuery(page), ...toFilter(filter) } });
    return { ...answer, content: answer.content.map(toModel) };
  },
  transactionModel: async (_, key, { rest }) => {
    return toModel(await rest.call(calls.get, { params: keyOf(key) }));
  },
  transactionModelTotals: (_, key, { rest }) => rest.call(calls.totals, { params: companyOf(key) }),
  transactionModelPreview: (_, { companyId, month }, { rest }) =>
    rest.call(calls.preview, { params: companyOf({ companyId }), query: { month } }),
  transactionModelDraft: (_, { date, ...key }, { rest }) =>
    rest.call(calls.draft, { params: keyOf(key), query: { date } }),
  transactionModelSuggestions: async (_, key, { rest }) =>
    (await rest.call(calls.suggestions, { params: companyOf(key) })).content,
  frequentTransactions: async (_, key, { rest }) =>
    (await rest.call(calls.frequent, { params: companyOf(key) })).content,
};

const modelMutations: Resolvers['Mutation'] = {
  createTransactionModel: async (_, { companyId, input }, { rest }) => {
    const params = companyOf({ companyId });
    const body = toBody(input);
    return {
      model: toModel(await rest.call(calls.create, { params, body, fieldNames: modelField })),
    };
  },
  updateTransactionModel: async (_, { companyId, id, version, input }, { rest }) => {
    const params = companyOf({ companyId });
    const body = { ...toBody(input), id: toId(id), ...(version != null && { version }) };
    return {
      model: toModel(await rest.call(calls.update, { params, body, fieldNames: modelField })),
    };
  },
  pauseTransactionModel: async (_, { paused, version, ...key }, { rest }) => {
    const params = keyOf(key);
    const body = { paused, ...(version != null && { version }) };
    return { model: toModel(await rest.call(calls.pause, { params, body })) };
  },
  deleteTransactionModel: (_, { version, ...key }, { rest }) =>
    rest.call(calls.remove, { params: keyOf(key), query: { version: version ?? undefined } }),
  adjustTransactionModels: async (_, { companyId, percentage, models }, { rest }) => {
    const body = {
      percentage,
      models: models.map(({ id, version }) => ({ id: toId(id), ...(version != null && { version }) })),
    };
    const answer = await rest.call(calls.adjust, { params: companyOf({ companyId }), body });
    return { ...answer, models: answer.models.map(toValue) };
  },
  undoModelAdjustment: async (_, key, { rest }) => {
    const { restored, kept } = await rest.call(calls.undoAdjustment, { params: keyOf(key) });
    return {
      restored: restored.map(toValue),
      kept: kept.map(({ model, reason }) => ({ modelId: model.id, modelName: model.name, reason })),
    };
  },
};

const documentMutations: Resolvers['Mutation'] = {
  createModelDocuments: async (_, { companyId, month, documents }, { rest }) => {
    const body = {
      month,
      documents: documents.map(({ modelId, modelVersion, period, value }) => ({
        model: { id: toId(modelId), ...(modelVersion != null && { version: modelVersion }) },
        period,
        value,
      })),
    };
    const answer = await rest.call(calls.createDocuments, {
      params: companyOf({ companyId }),
      body,
      fieldNames: documentField,
    });
    return {
      batchId: answer.id,
      created: answer.created.map(toDocument),
      existing: answer.existing.map(toDocument),
    };
  },
  undoModelDocuments: async (_, { companyId, batchId }, { rest }) => {
    const answer = await rest.call(calls.undoDocuments, { params: keyOf({ companyId, id: batchId }) });
    return {
      removedIds: answer.removed,
      kept: answer.kept.map(({ model, ...one }) => ({ ...one, modelName: model.name })),
    };
  },
  useTransactionModel: async (_, { input, ...key }, { rest }) => ({
    transaction: toTransaction(
      await rest.call(calls.use, { params: keyOf(key), body: toTransactionBody(input), fieldNames: transactionField }),
    ),
  }),
  dismissModelSuggestion: (_, { companyId, type, partnerId, categoryId, dismissed }, { rest }) =>
    rest.call(calls.dismiss, {
      params: companyOf({ companyId }),
      body: { type, partner: { id: toId(partnerId) }, category: { id: toId(categoryId) }, dismissed },
      fieldNames: transactionField,
    }),
};

export const transactionModels: Resolvers = {
  Query: queries,
  Mutation: { ...modelMutations, ...documentMutations },
  TransactionModel: {
    category: embeddedCategory,
    partner: embeddedPartner,
    expectedWallet: embeddedWallet('expectedWallet'),
  },
  TransactionModelShare: {
    building: embeddedBuilding,
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
  TransactionModelOccurrence: { partner: embeddedPartner },
  TransactionModelSuggestion: { partner: embeddedPartner, category: embeddedCategory, lastId: ({ last }) => last.id },
  FrequentTransaction: { partner: embeddedPartner, category: embeddedCategory, lastId: ({ last }) => last.id },
};
