import { WalletsDocument, type WalletCardFragment } from '#web/generated/financial.ts';
import type { CacheEffects } from '#web/register/useRegisterCalls.ts';
import type { ApolloCache } from '@apollo/client';

type Root = Record<string, unknown>;

/**
 * Statements of these wallets are asked for again, since their running balances are the server's; what a statement
 * shows stays meanwhile. Balances need no question: the payload brought them.
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

/** The lists that forms choose from hold active wallets alone: who is in them may have changed. */
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
  /** It stands in the list with the balance that came with it. */
  created: (cache, wallet, companyId) => {
    cache.updateQuery({ query: WalletsDocument, variables: { companyId } }, (data) => {
      const page = data?.page;
      if (!page) return undefined;
      return { page: { ...page, content: [...page.content, wallet], totalElements: page.totalElements + 1 } };
    });
    forgetChoices(cache);
  },
  /** Another opening changes every line of its statement. */
  updated: (cache, id) => {
    forgetStatements(cache, [id]);
    forgetChoices(cache);
  },
  deleted: (cache, id) => {
    forgetStatements(cache, [id]);
    cache.gc();
  },
};

/** A transfer was undone. */
export const dropTransfer = (cache: ApolloCache, id: string, walletIds: readonly string[]): void => {
  cache.evict({ id: cache.identify({ __typename: 'Transfer', id }) });
  forgetStatements(cache, walletIds);
  cache.gc();
};
