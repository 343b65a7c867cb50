import { SUGGESTED_FROM } from '#domain/financial/reconciliation/types.ts';
import type { IsoDate } from '#domain/dates.ts';
import { isNegative, type Money, negate, sum } from '#domain/money.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { clerkOf } from '../reconciliation/access.ts';
import { suggestionsOf } from '../reconciliation/suggestions.ts';
import type { FoundPoint } from './points.ts';
import type { Days } from './scope.ts';

/** Wallets that are compared; beyond them, the desk of each tells. Bounds the statements of the checklist. */
const MOST_WALLETS = 6;

const absolute = (amount: Money): Money => (isNegative(amount) ? negate(amount) : amount);

/** Lines of a month that the desk has a suggestion for, of the wallets with most open lines. */
export const pendingSuggestions = async (
  trx: Trx,
  session: Session,
  { companyId, today }: { companyId: number; today: IsoDate },
  lines: readonly FoundPoint[],
  { from, to }: Days,
): Promise<FoundPoint[]> => {
  const clerk = clerkOf(session, companyId, today);
  const most = [...lines].sort((a, b) => b.count - a.count).slice(0, MOST_WALLETS);
  const found: FoundPoint[] = [];
  for (const { walletId, walletName, month } of most) {
    if (walletId === null) continue;
    const wallet = { id: walletId, name: walletName ?? '', active: true, balanceDate: from, reconciledThrough: null };
    const { lines: open, suggestions } = await suggestionsOf(trx, clerk, wallet);
    const pending = open.filter(
      ({ id, date }) => date >= from && date <= to && (suggestions.get(id)?.score ?? 0) >= SUGGESTED_FROM,
    );
    if (pending.length === 0) continue;
    found.push({
      ...{
        month,
        point: 'PENDING_SUGGESTIONS',
        count: pending.length,
        sum: sum(pending.map(({ amount }) => absolute(amount))),
        walletId,
        walletName,
      },
    });
  }
  return found;
};
