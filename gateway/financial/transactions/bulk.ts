import {
  creditBulkEndpoints,
  debitBulkEndpoints,
  type ChangeAnswer,
  type DueDateAnswer,
  type RemovalResult,
} from '#schema/financial/transactions/bulk.rest.ts';
import type { Resolvers, TransactionChangeInput, TransactionType } from '../../generated/resolvers.ts';
import { toId } from '../../platform/ids.ts';
import { toTransaction } from './rows.ts';

export type TransactionChangesPayloadParent = ReturnType<typeof changesPayload>;
export type DueDateChangesPayloadParent = ReturnType<typeof dueDatesPayload>;
export type TransactionRemovalResultParent = RemovalResult;

const endpointsOf = (type: TransactionType) => (type === 'CREDIT' ? creditBulkEndpoints : debitBulkEndpoints);

const FIELDS: Record<string, string> = { category: 'categoryId', building: 'buildingId', costEstimateGroup: 'stageId' };

const fieldNames = (path: string): string =>
  path.replace(/^(items\.\d+)\.(category|building|costEstimateGroup)(\.id)?$/, (_, item: string, field: string) =>
    [item, FIELDS[field]].join('.'),
  );

/** Left out: it stays; null: it goes. */
const toChoice = (id: string | null | undefined) =>
  id === undefined ? undefined : id === null ? null : { id: toId(id) };

const toChange = ({ transactionId, version, categoryId, buildingId, stageId }: TransactionChangeInput) => ({
  ...{ transactionId: toId(transactionId), version, category: toChoice(categoryId) },
  ...{ building: toChoice(buildingId), costEstimateGroup: toChoice(stageId) },
});

const changesPayload = ({ results, transactions }: ChangeAnswer) => ({
  results,
  transactions: transactions.map(toTransaction),
});

const dueDatesPayload = ({ results, transactions }: DueDateAnswer) => ({
  results: results.map(({ installmentId, ...result }) => ({ ...result, id: installmentId })),
  transactions: transactions.map(toTransaction),
});

export const bulkChanges: Resolvers = {
  Mutation: {
    changeTransactions: async (_, { companyId, type, items }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const body = { items: items.map(toChange) };
      return changesPayload(await rest.call(endpointsOf(type).change, { params, body, fieldNames }));
    },
    changeDueDates: async (_, { companyId, type, items }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const body = {
        items: items.map(({ transactionId, installmentId, version, dueDate }) => ({
          ...{ transactionId: toId(transactionId), installmentId: toId(installmentId), version, dueDate },
        })),
      };
      return dueDatesPayload(await rest.call(endpointsOf(type).dueDates, { params, body }));
    },
    deleteTransactions: async (_, { companyId, type, items }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const body = {
        items: items.map(({ transactionId, version }) => ({ transactionId: toId(transactionId), version })),
      };
      const { results } = await rest.call(endpointsOf(type).remove, { params, body });
      return results;
    },
  },
};
