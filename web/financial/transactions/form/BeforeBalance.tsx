import { isIsoDate } from '#domain/dates.ts';
import { beforeBalance } from '#domain/messages.ts';
import { Banner, type Option } from '#web/ui/index.ts';
import type { WalletOption } from '#web/choices/useWalletChoice.ts';

export interface BeforeBalanceProps {
  wallets: readonly WalletOption[];
  wallet: Option | null;
  /** Payment date. */
  date: string;
}

/** Warns before a payment that is dated before the wallet's balance date and so does not change the balance. */
export const BeforeBalance = ({ wallets, wallet, date }: BeforeBalanceProps) => {
  const chosen = wallets.find(({ id }) => id === wallet?.id);
  if (!chosen || chosen.balanceDate === null || !isIsoDate(date) || date >= chosen.balanceDate) return null;
  return <Banner tone="warning">{beforeBalance(chosen.label, chosen.balanceDate)}</Banner>;
};
