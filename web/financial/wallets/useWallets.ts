import { sum, type Money } from '#domain/money.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { WalletsDocument, type WalletCardFragment } from '#web/generated/financial.ts';
import { useMemo } from 'react';

export type Wallet = WalletCardFragment;

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

/** Sorts active wallets first, then by name, so that a renamed or new wallet needs no refetch. */
const inOrder = (wallets: readonly Wallet[]): Wallet[] =>
  [...wallets].sort(
    (a, b) =>
      Number(b.active) - Number(a.active) || byName.compare(a.identifier, b.identifier) || (a.id < b.id ? -1 : 1),
  );

/** Returns the exact sum of the balances. */
export const totalOf = (wallets: readonly Wallet[]): Money =>
  sum(wallets.flatMap(({ balance }) => balance?.balance ?? []));

const BALANCES_OF = { sources: ['Transaction', 'InstallmentRow', 'Transfer'] };

/** Returns all wallets of the company with balances: from the cache at once, refetched on each visit. */
export const useWallets = () => {
  const { companyId } = usePlace();
  const { page, loading, refreshing, error, live, refetch } = useAllRows({
    document: WalletsDocument,
    variables: { companyId },
    pageOf: (data) => data.page,
    withPage: (data, answer) => ({ ...data, page: answer }),
    skip: companyId === '',
    fresh: true,
    live: BALANCES_OF,
  });
  const content = page?.content;
  const wallets = useMemo(() => content && inOrder(content), [content]);
  return { wallets, loading, refreshing, error, live, refetch };
};
