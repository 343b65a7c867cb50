import { WalletsDocument, type WalletCardFragment } from '#web/generated/financial.ts';
import type { CacheEffects } from '#web/register/useRegisterCalls.ts';
import type { ApolloCache } from '@apollo/client';

type Root = Record<string, unknown>;

/**
 * Evicts the statements of these wallets, because the server computes running balances; shown ones stay while they
 * refetch. Balances need no refetch, since the payload has them.
 */
export const forgetStatements = (cache: ApolloCache, walletIds: readonly string[]): void => {
  cache.modify<Root>({
    id: 'ROOT_QUERY',
    fields: {
      walletStatement: (existing: unknown, { storeFieldName, DELETE }) =>
        walletIds.some((id) => storeFieldName.includes(`"walletId":"${id}"`)) ? DELETE : existing,
    },
  });
};

/** Evicts the lists of active wallets that forms choose from. */
const forgetChoices = (cache: ApolloCache): void => {
  cache.modify<Root>({
    id: 'ROOT_QUERY',
    fields: {
      wallets: (existing: unknown, { storeFieldName, DELETE }) =>
        storeFieldName.includes('"filter":') ? DELETE : existing,
    },
  });
};

export const walletEffects: CacheEffects<WalletCardFragment> = {
  /** Adds the wallet to the list, with the balance of the payload. */
  created: (cache, wallet, companyId) => {
    cache.updateQuery({ query: WalletsDocument, variables: { companyId } }, (data) => {
      const page = data?.page;
      if (!page) return undefined;
      return { page: { ...page, content: [...page.content, wallet], totalElements: page.totalElements + 1 } };
    });
    forgetChoices(cache);
  },
  /** A new initial balance changes every line of the statement. */
  updated: (cache, id) => {
    forgetStatements(cache, [id]);
    forgetChoices(cache);
  },
  deleted: (cache, id) => {
    forgetStatements(cache, [id]);
    cache.gc();
  },
};

/** Removes a deleted transfer from the cache. */
export const dropTransfer = (cache: ApolloCache, id: string, walletIds: readonly string[]): void => {
  cache.evict({ id: cache.identify({ __typename: 'Transfer', id }) });
  forgetStatements(cache, walletIds);
  cache.gc();
};
