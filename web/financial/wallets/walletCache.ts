import { WalletsDocument, type WalletCardFragment } from '#web/generated/financial.ts';
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

/** A wallet was made: it stands in the list with the balance that came with it. */
export const addWallet = (cache: ApolloCache, companyId: string, wallet: WalletCardFragment): void => {
  cache.updateQuery({ query: WalletsDocument, variables: { companyId } }, (data) => {
    const page = data?.wallets;
    if (!page) return undefined;
    return { wallets: { ...page, content: [...page.content, wallet], totalElements: page.totalElements + 1 } };
  });
  forgetChoices(cache);
};

/** A wallet was changed: another opening changes every line of its statement. */
export const changeWallet = (cache: ApolloCache, id: string): void => {
  forgetStatements(cache, [id]);
  forgetChoices(cache);
};

/** A wallet was deleted: no list has it any longer. */
export const dropWallet = (cache: ApolloCache, id: string): void => {
  cache.evict({ id: cache.identify({ __typename: 'Wallet', id }) });
  forgetStatements(cache, [id]);
  cache.gc();
};

/** A transfer was undone. */
export const dropTransfer = (cache: ApolloCache, id: string, walletIds: readonly string[]): void => {
  cache.evict({ id: cache.identify({ __typename: 'Transfer', id }) });
  forgetStatements(cache, walletIds);
  cache.gc();
};
