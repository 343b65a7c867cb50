import type { DeletedTransaction } from '#schema/financial/transactions/deleted.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { toId } from '../../platform/ids.ts';
import { toPageQuery } from '../../platform/lists.ts';
import { toTransaction } from './rows.ts';
import { endpointsOf } from './transactions.ts';

export type DeletedTransactionParent = DeletedTransaction;

export const deletedTransactions: Resolvers = {
  Query: {
    deletedTransactions: async (_, { companyId, type, search, ...page }, { rest }) =>
      rest.call(endpointsOf(type).deleted, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery(page), search: search ?? undefined },
      }),
  },
  Mutation: {
    restoreTransaction: async (_, { companyId, type, id }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(id) };
      return { transaction: toTransaction(await rest.call(endpointsOf(type).restore, { params })) };
    },
    forgetDeletedTransaction: async (_, { companyId, type, id }, { rest }) => {
      await rest.call(endpointsOf(type).forgetDeleted, { params: { companyId: toId(companyId), id: toId(id) } });
      return { id };
    },
    emptyDeletedTransactions: async (_, { companyId, type }, { rest }) =>
      rest.call(endpointsOf(type).emptyDeleted, { params: { companyId: toId(companyId) } }),
  },
  DeletedTransaction: {
    partnerName: ({ partner }) => partner?.name ?? null,
    deletedByName: ({ deletedBy }) => deletedBy?.name ?? null,
  },
};
