import type { TransactionComment } from '#schema/financial/transactions/comments.rest.ts';
import { mentionEndpoints } from '#schema/financial/transactions/comments.rest.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { toId } from '../../platform/ids.ts';
import { toPageQuery } from '../../platform/lists.ts';
import { endpointsOf } from './transactions.ts';

export type TransactionCommentParent = TransactionComment;

interface Place {
  companyId: string;
  transactionId: string;
}
const at = ({ companyId, transactionId }: Place) => ({ companyId: toId(companyId), id: toId(transactionId) });

/** What was done to a transaction, and what is said of it. */
export const transactionComments: Resolvers = {
  Query: {
    transactionHistory: (_, { companyId, type, transactionId, ...page }, { rest }) =>
      rest.call(endpointsOf(type).history, { params: at({ companyId, transactionId }), query: toPageQuery(page) }),
    transactionComments: (_, { companyId, type, transactionId, ...page }, { rest }) =>
      rest.call(endpointsOf(type).comments, { params: at({ companyId, transactionId }), query: toPageQuery(page) }),
    mentionableUsers: (_, { companyId, type, transactionId, search, ...page }, { rest }) =>
      rest.call(endpointsOf(type).mentionable, {
        params: at({ companyId, transactionId }),
        query: { ...toPageQuery(page), ...(search != null && { search }) },
      }),
    mentions: (_, { companyId, ...page }, { rest }) =>
      rest.call(mentionEndpoints.list, { params: { companyId: toId(companyId) }, query: toPageQuery(page) }),
  },
  Mutation: {
    createTransactionComment: async (_, { companyId, type, transactionId, input }, { rest }) => ({
      comment: await rest.call(endpointsOf(type).comment, {
        params: at({ companyId, transactionId }),
        body: { text: input.text },
      }),
    }),
    updateTransactionComment: async (_, { companyId, type, transactionId, id, input }, { rest }) => ({
      comment: await rest.call(endpointsOf(type).editComment, {
        params: { ...at({ companyId, transactionId }), commentId: toId(id) },
        body: { text: input.text },
      }),
    }),
    deleteTransactionComment: async (_, { companyId, type, transactionId, id }, { rest }) => ({
      comment: await rest.call(endpointsOf(type).removeComment, {
        params: { ...at({ companyId, transactionId }), commentId: toId(id) },
      }),
    }),
  },
};
