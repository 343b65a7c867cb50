import { isIsoDate } from '#domain/dates.ts';
import { beforeBalance } from '#domain/messages.ts';
import { add, isNegative, subtract, type Money } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { WalletBalance } from '#web/choices/useWalletBalances.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { BeforeAfter, MoneyText } from '#web/ui/index.ts';
import type { WalletPart } from './bulkPaymentForm.ts';
import styles from './WalletEffects.module.css';

interface WalletEffectsProps {
  type: TransactionType;
  parts: readonly WalletPart[];
  /** With balances for those who may see them. */
  wallets: ReadonlyMap<string, WalletBalance>;
  /** Payment date. */
  date: string;
}

interface Effect {
  before: Money;
  after: Money;
}

/** Today's balance before and after the payments, which count from the wallet's balance date. */
const effectOf = (
  type: TransactionType,
  { value }: WalletPart,
  wallet: WalletBalance,
  counts: boolean,
): Effect | null => {
  if (!wallet.balance) return null;
  const before = wallet.balance.balance;
  if (!counts) return { before, after: before };
  return { before, after: type === 'DEBIT' ? subtract(before, value) : add(before, value) };
};

const remarkOf = (wallet: WalletBalance, counts: boolean, effect: Effect | null): string | null => {
  if (!wallet.active) return 'Esta carteira está inativa: as parcelas dela serão recusadas';
  if (!counts && wallet.balanceDate) return beforeBalance(wallet.identifier, wallet.balanceDate);
  return effect && isNegative(effect.after) && !isNegative(effect.before) ? 'fica negativa' : null;
};

/** How many installments go by which wallet, and what it holds before and after. */
export const WalletEffects = ({ type, parts, wallets, date }: WalletEffectsProps) => (
  <ul className={styles.effects} aria-label="Saldos">
    {parts.map((part) => {
      const wallet = wallets.get(part.id);
      const { balanceDate = null } = wallet ?? {};
      const counts = !isIsoDate(date) || balanceDate === null || date >= balanceDate;
      const effect = wallet ? effectOf(type, part, wallet, counts) : null;
      const remark = wallet ? remarkOf(wallet, counts, effect) : null;
      return (
        <li key={part.id} className={styles.effect}>
          <span>
            <span className={styles.name}>{part.name}</span>{' '}
            <span className={styles.count}>
              {counted(part.count, 'parcela')} · <MoneyText value={part.value} />
            </span>
          </span>
          {effect && <BeforeAfter {...effect} />}
          {remark !== null && <span className={styles.remark}>{remark}</span>}
        </li>
      );
    })}
  </ul>
);
