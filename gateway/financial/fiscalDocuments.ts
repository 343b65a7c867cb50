import {
  fiscalDocumentEndpoints,
  type FiscalProposal as RestProposal,
} from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';

type RestShare = RestProposal['apportionments'][number];

export type FiscalApportionmentParent = RestShare & { stage: RestShare['costEstimateGroup'] };
export interface FiscalProposalParent extends Omit<RestProposal, 'apportionments'> {
  apportionments: FiscalApportionmentParent[];
}

const toProposal = (proposal: RestProposal): FiscalProposalParent => ({
  ...proposal,
  apportionments: proposal.apportionments.map((share) => ({ ...share, stage: share.costEstimateGroup })),
});

const keyOf = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId: toId(companyId), id: toId(id) });

export const fiscalDocuments: Resolvers = {
  Query: {
    fiscalDocuments: (_, { companyId, search, ...page }, { rest }) =>
      rest.call(fiscalDocumentEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery(page), ...pick({ search }, ['search']) },
      }),
    fiscalReading: async (_, key, { rest }) =>
      toProposal(await rest.call(fiscalDocumentEndpoints.get, { params: keyOf(key) })),
    fiscalExamples: (_, { companyId }, { rest }) =>
      rest.call(fiscalDocumentEndpoints.examples, { params: { companyId: toId(companyId) } }),
  },
  Mutation: {
    addFiscalExamples: (_, { companyId }, { rest }) =>
      rest.call(fiscalDocumentEndpoints.addExamples, { params: { companyId: toId(companyId) } }),
    deleteFiscalDocument: async (_, key, { rest }) => {
      await rest.call(fiscalDocumentEndpoints.remove, { params: keyOf(key) });
      return { id: key.id };
    },
  },
};
