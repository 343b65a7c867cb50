import type { TransactionType } from '#domain/transactions.ts';
import { useOverdueCountsQuery } from '#web/generated/session.ts';
import { usePlace, useSession } from './sessionContext.ts';
import { useRereadOnChange } from './useRereadOnChange.ts';

/** Other users pay and record too, and the day changes at midnight. */
const freshMilliseconds = 5 * 60_000;
const COUNTED = ['Transaction'];

/** Returns the number of overdue transactions in the place, by type; undefined for a type the user may not see. */
export const useOverdueCounts = (): Partial<Record<TransactionType, number>> => {
  const { may } = useSession();
  const { companyId, buildingId } = usePlace();
  const [toPay, toReceive] = [may({ anyOf: ['DEBIT'] }), may({ anyOf: ['CREDIT'] })];
  const skip = companyId === '' || !(toPay || toReceive);
  const { data, refetch } = useOverdueCountsQuery({
    variables: { companyId, filter: buildingId === null ? {} : { buildingId }, toPay, toReceive },
    skip,
    // The menu omits a failed count; the list itself shows the error.
    context: { quiet: true },
    pollInterval: freshMilliseconds,
    skipPollAttempt: () => document.hidden,
  });
  useRereadOnChange(COUNTED, refetch, skip);
  return { DEBIT: data?.toPay?.totals?.counts.overdue, CREDIT: data?.toReceive?.totals?.counts.overdue };
};
