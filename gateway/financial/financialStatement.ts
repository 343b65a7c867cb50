import {
  type FinancialStatement as RestStatement,
  financialStatementEndpoints as endpoints,
  type StatementDocument as RestDocument,
  type StatementNote as RestNote,
  type StatementRow as RestRow,
} from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';

export type FinancialStatementParent = RestStatement;
export type StatementRowParent = RestRow;
export type StatementNoteParent = RestNote;
export type StatementDocumentParent = RestDocument;

const ofCompany = (companyId: string) => ({ companyId: toId(companyId) });

export const financialStatement: Resolvers = {
  Query: {
    financialStatement: (_, { companyId, buildingId, regime, from, to }, { rest }) =>
      rest.call(endpoints.get, {
        params: ofCompany(companyId),
        query: { regime, from, to, buildingId: toOptionalId(buildingId) },
      }),
    financialStatementDocuments: (_, { companyId, buildingId, regime, from, to, figure, ...paging }, { rest }) => {
      const { page, size } = toPageQuery(paging);
      return rest.call(endpoints.documents, {
        params: ofCompany(companyId),
        query: { regime, from, to, figure, page, size, buildingId: toOptionalId(buildingId) },
      });
    },
  },
  Mutation: {
    createStatementNote: async (_, { companyId, input: { buildingId, ...input } }, { rest }) => ({
      note: await rest.call(endpoints.createNote, {
        params: ofCompany(companyId),
        body: { ...input, buildingId: toOptionalId(buildingId) ?? null },
      }),
    }),
    updateStatementNote: async (_, { companyId, id, version, text }, { rest }) => ({
      note: await rest.call(endpoints.updateNote, {
        params: { ...ofCompany(companyId), id: toId(id) },
        body: { text, version },
      }),
    }),
    deleteStatementNote: async (_, { companyId, id, version }, { rest }) => {
      await rest.call(endpoints.removeNote, { params: { ...ofCompany(companyId), id: toId(id) }, query: { version } });
      return { id };
    },
  },
  StatementRow: {
    categoryId: ({ category }) => category?.id ?? null,
  },
  StatementNote: {
    authorName: ({ author }) => author?.name ?? null,
  },
  StatementDocument: {
    partnerName: ({ partner }) => partner?.name ?? null,
    categoryName: ({ category }) => category?.name ?? null,
  },
};
