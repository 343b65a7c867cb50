import { WalletBalancesDocument, type WalletBalancesQuery } from '#web/generated/choices.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useMemo } from 'react';

/** A wallet, also one that is off, with today's balance, which is null for users who may not see its figures. */
export type WalletBalance = NonNullable<WalletBalancesQuery['wallets']>['content'][number];

/** Returns the wallets of the company with their balances, read anew: figures of a minute ago would mislead before a payment. */
export const useWalletBalances = (): ReadonlyMap<string, WalletBalance> => {
  const { companyId } = usePlace();
  const { page } = useAllRows({
    document: WalletBalancesDocument,
    variables: { companyId },
    pageOf: (data) => data.wallets,
    withPage: (data, wallets) => ({ ...data, wallets }),
    fresh: true,
  });
  return useMemo(() => new Map((page?.content ?? []).map((wallet) => [wallet.id, wallet])), [page]);
};
