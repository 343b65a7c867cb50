import {
  fiscalDocumentEndpoints,
  type FiscalProposal as RestProposal,
} from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { type BuildingParent, embeddedBuilding } from './buildings.ts';
import { embeddedCategory } from './categories.ts';
import { embeddedWallet, type WalletParent } from './wallets.ts';

type RestShare = RestProposal['apportionments'][number];

export interface FiscalApportionmentParent extends Omit<RestShare, 'building'> {
  building: BuildingParent;
}
export interface FiscalProposalParent extends Omit<RestProposal, 'apportionments' | 'expectedWallet'> {
  apportionments: FiscalApportionmentParent[];
  expectedWallet: WalletParent | null;
}

const toProposal = (proposal: RestProposal): FiscalProposalParent => {
  const { expectedWallet: wallet, apportionments, document } = proposal;
  const { company } = document;
  return {
    ...proposal,
    expectedWallet: wallet && { id: wallet.id, identifier: wallet.name, company },
    apportionments: apportionments.map((share) => ({ ...share, building: { ...share.building, company } })),
  };
};

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
    fiscalKey: async (_, { companyId, accessKey }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const { draft, ...reading } = await rest.call(fiscalDocumentEndpoints.readKey, { params, query: { accessKey } });
      // Without an `id`: what is said of a draft depends on who asks, and is no row of the cache.
      return {
        ...reading,
        draft: draft && { documentId: draft.id, companyId: draft.company.id, companyName: draft.company.name },
      };
    },
    fiscalExamples: (_, { companyId }, { rest }) =>
      rest.call(fiscalDocumentEndpoints.examples, { params: { companyId: toId(companyId) } }),
  },
  FiscalProposal: {
    category: embeddedCategory,
    expectedWallet: embeddedWallet('expectedWallet'),
  },
  FiscalApportionment: {
    building: embeddedBuilding,
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
  Mutation: {
    addFiscalExamples: (_, { companyId }, { rest }) =>
      rest.call(fiscalDocumentEndpoints.addExamples, { params: { companyId: toId(companyId) } }),
    chooseFiscalProduct: async (_, { companyId, fiscalDocumentId: id, number, productId }, { rest }) => {
      const items = [{ number, product: productId == null ? null : { id: toId(productId) } }];
      await rest.call(fiscalDocumentEndpoints.choose, { params: keyOf({ companyId, id }), body: { items } });
      return { number, productId: productId ?? null };
    },
    deleteFiscalDocument: async (_, key, { rest }) => {
      await rest.call(fiscalDocumentEndpoints.remove, { params: keyOf(key) });
      return { id: key.id };
    },
  },
};
