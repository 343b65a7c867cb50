import { type Transfer as RestTransfer, transferEndpoints } from '#schema/financial/transfers.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { toPageQuery, toPeriod } from '../platform/lists.ts';
import { needsMore } from '../platform/selection.ts';
import { KNOWN_WALLET, namedWallet, type WalletParent } from './wallets.ts';
import { walletLoader } from './wallets.loaders.ts';

/** A transfer stands in one company, which its REST row does not repeat. */
export interface TransferParent extends RestTransfer {
  companyId: number;
}

const walletOf = ({ id, name }: RestTransfer['sourceWallet'], companyId: number): WalletParent => ({
  id,
  identifier: name,
  company: { id: companyId },
});

/** §7 has no call for one transfer: it is asked from the list by its id. */
const oneTransfer = async (rest: RestClient, companyId: number, id: number): Promise<TransferParent | null> => {
  const query = { ids: String(id) };
  const { content } = await rest.call(transferEndpoints.list, { params: { companyId }, query });
  const found = content.find((transfer) => transfer.id === id);
  return found ? { ...found, companyId } : null;
};

export const transfers: Resolvers = {
  Query: {
    transfers: async (_, { companyId, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const query = { ...toPageQuery(page), ...toPeriod(filter?.date), wallet: toOptionalId(filter?.walletId) };
      const answer = await context.rest.call(transferEndpoints.list, { params, query });
      const rows = answer.content.map((transfer) => ({ ...transfer, ...params }));
      if (['sourceWallet', 'targetWallet'].some((name) => needsMore(info, KNOWN_WALLET, ['content', name]))) {
        const ids = rows.flatMap(({ sourceWallet, targetWallet }) => [sourceWallet.id, targetWallet.id]);
        await context.loader(walletLoader, params).prefetch(ids);
      }
      return { ...answer, content: rows };
    },
    transfer: (_, { companyId, id }, { rest }) => oneTransfer(rest, toId(companyId), toId(id)),
  },
  Transfer: {
    sourceWallet: ({ sourceWallet, companyId }, _, context, info) =>
      namedWallet(walletOf(sourceWallet, companyId), context, info),
    targetWallet: ({ targetWallet, companyId }, _, context, info) =>
      namedWallet(walletOf(targetWallet, companyId), context, info),
  },
  Mutation: {
    createTransfer: async (_, { companyId, input }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const body = {
        ...input,
        sourceWalletId: toId(input.sourceWalletId),
        targetWalletId: toId(input.targetWalletId),
      };
      return { transfer: { ...(await rest.call(transferEndpoints.create, { params, body })), ...params } };
    },
    // The wallets are read before, since a deleted transfer no longer says between which it was.
    deleteTransfer: async (_, { companyId, id }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(id) };
      const gone = await oneTransfer(rest, params.companyId, params.id);
      await rest.call(transferEndpoints.remove, { params });
      const touched = gone ? [gone.sourceWallet, gone.targetWallet] : [];
      return { id, wallets: touched.map((wallet) => walletOf(wallet, params.companyId)) };
    },
  },
  DeletedTransferPayload: {
    wallets: async ({ wallets = [] }, _, context, info) => {
      const found = await Promise.all(wallets.map(async (wallet) => namedWallet(wallet, context, info)));
      return found.flatMap((wallet) => wallet ?? []);
    },
  },
};
