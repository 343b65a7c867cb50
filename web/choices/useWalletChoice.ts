import { WalletOptionsDocument } from '#web/generated/choices.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/** A wallet to choose, and the day from which its balance counts; null for who may not see its figures. */
export interface WalletOption extends Option {
  balanceDate: string | null;
}

/** Active wallets of the chosen company. */
export const useWalletChoice = (): { options: WalletOption[]; loading: boolean } => {
  const { companyId } = usePlace();
  const { page, loading } = useAllRows({
    document: WalletOptionsDocument,
    variables: { companyId },
    pageOf: (data) => data.wallets,
    withPage: (data, wallets) => ({ ...data, wallets }),
  });
  const options = useMemo(
    () =>
      (page?.content ?? []).map(({ id, identifier, balanceDate }) => ({
        id,
        label: identifier,
        balanceDate: balanceDate ?? null,
      })),
    [page],
  );
  return { options, loading };
};
