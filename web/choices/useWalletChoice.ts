import { WalletOptionsDocument } from '#web/generated/choices.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/** A wallet option with its balance date, which is null for users who may not see its figures. */
export interface WalletOption extends Option {
  balanceDate: string | null;
}

/** Returns the active wallets of the company. */
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
