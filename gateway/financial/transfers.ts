import { type Transfer as RestTransfer, transferEndpoints } from '#schema/financial/transfers.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';
import { needsMore } from '../platform/selection.ts';
import { embeddedWallet, KNOWN_WALLET, type WalletParent, wholeWallet } from './wallets.ts';
import { walletLoader } from './wallets.loaders.ts';

/** A transfer whose wallets know their company, which the REST row does not repeat. */
export interface TransferParent extends Omit<RestTransfer, 'sourceWallet' | 'targetWallet'> {
  sourceWallet: WalletParent;
  targetWallet: WalletParent;
}

const toTransfer = (transfer: RestTransfer, companyId: number): TransferParent => {
  const walletOf = ({ id, name }: RestTransfer['sourceWallet']) => ({
    id,
    identifier: name,
    company: { id: companyId },
  });
  const [sourceWallet, targetWallet] = [walletOf(transfer.sourceWallet), walletOf(transfer.targetWallet)];
  return { ...transfer, sourceWallet, targetWallet };
};

/** Returns a transfer by id from the list (§7 has no endpoint for one), or null. */
const oneTransfer = async (rest: RestClient, companyId: number, id: number): Promise<TransferParent | null> => {
  const query = { ids: String(id) };
  const { content } = await rest.call(transferEndpoints.list, { params: { companyId }, query });
  const found = content.find((transfer) => transfer.id === id);
  return found ? toTransfer(found, companyId) : null;
};

export const transfers: Resolvers = {
  Query: {
    transfers: async (_, { companyId, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const query = {
        ...toPageQuery(page),
        ...toPeriod(filter?.date),
        ...pick(filter, ['amount', 'description']),
        wallet: toOptionalId(filter?.walletId),
        sourceWalletId: toOptionalId(filter?.sourceWalletId),
        targetWalletId: toOptionalId(filter?.targetWalletId),
      };
      const answer = await context.rest.call(transferEndpoints.list, { params, query });
      const rows = answer.content.map((transfer) => toTransfer(transfer, params.companyId));
      if (['sourceWallet', 'targetWallet'].some((name) => needsMore(info, KNOWN_WALLET, ['content', name]))) {
        const ids = rows.flatMap(({ sourceWallet, targetWallet }) => [sourceWallet.id, targetWallet.id]);
        await context.loader(walletLoader, params).prefetch(ids);
      }
      return { ...answer, content: rows };
    },
    transfer: (_, { companyId, id }, { rest }) => oneTransfer(rest, toId(companyId), toId(id)),
  },
  Transfer: {
    sourceWallet: embeddedWallet('sourceWallet'),
    targetWallet: embeddedWallet('targetWallet'),
  },
  Mutation: {
    createTransfer: async (_, { companyId, input }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const body = {
        ...input,
        sourceWalletId: toId(input.sourceWalletId),
        targetWalletId: toId(input.targetWalletId),
      };
      return { transfer: toTransfer(await rest.call(transferEndpoints.create, { params, body }), params.companyId) };
    },
    // Reads the wallets before the delete, since its response does not name them.
    deleteTransfer: async (_, { companyId, id }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(id) };
      const gone = await oneTransfer(rest, params.companyId, params.id);
      await rest.call(transferEndpoints.remove, { params });
      return { id, wallets: gone ? [gone.sourceWallet, gone.targetWallet] : [] };
    },
  },
  DeletedTransferPayload: {
    wallets: async ({ wallets = [] }, _, context, info) => {
      if (!needsMore(info, KNOWN_WALLET)) return wallets;
      const found = await Promise.all(wallets.map((wallet) => wholeWallet(wallet, context)));
      return found.flatMap((wallet) => wallet ?? []);
    },
  },
};
