import { addDays } from '#domain/dates.ts';
import { firstDay, lastDayOf } from '#domain/financial/financialStatement/months.ts';
import { add, subtract, sum, type Money } from '#domain/money.ts';
import type { FinancialStatement } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { walletBalances } from '../wallets/balances.ts';
import type { StatementPeriod, StatementScope } from './scope.ts';

/**
 * What the wallets moved in the period by their own balances, and what of it the result and what stays outside leave
 * unexplained. Payments before the initial balance of their wallet are no movement of it.
 */
export const checkWallets = async (
  trx: Trx,
  { accountId, companyId }: StatementScope,
  { from, to }: StatementPeriod,
  { result, outside }: { result: Money; outside: Money },
): Promise<NonNullable<FinancialStatement['wallets']>> => {
  const at = (day: string) => walletBalances(trx, { accountId, companyId, at: day });
  const [before, after] = [await at(addDays(firstDay(from), -1)), await at(lastDayOf(to))];
  const balance = (wallets: typeof after) => sum(wallets.map((wallet) => wallet.balance));
  const ignored = (wallets: typeof after) =>
    wallets.reduce((count, { ignoredMovements }) => count + ignoredMovements, 0);
  const change = subtract(balance(after), balance(before));
  return {
    change,
    difference: subtract(change, add(result, outside)),
    ignoredMovements: ignored(after) - ignored(before),
  };
};
