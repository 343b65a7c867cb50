import type { TransactionType } from '#domain/transactions.ts';
import { useOverdueCountsQuery } from '#web/generated/session.ts';
import { usePlace, useSession } from './sessionContext.ts';

/** Other users pay and record too, and the day changes at midnight. */
const freshMilliseconds = 5 * 60_000;

/** Returns the number of overdue transactions in the place, by type; undefined for a type the user may not see. */
export const useOverdueCounts = (): Partial<Record<TransactionType, number>> => {
  const { may } = useSession();
  const { companyId, buildingId } = usePlace();
  const [toPay, toReceive] = [may({ anyOf: ['DEBIT'] }), may({ anyOf: ['CREDIT'] })];
  const { data } = useOverdueCountsQuery({
    variables: { companyId, filter: buildingId === null ? {} : { buildingId }, toPay, toReceive },
    skip: companyId === '' || !(toPay || toReceive),
    // The menu omits a failed count; the list itself shows the error.
    context: { quiet: true },
    pollInterval: freshMilliseconds,
    skipPollAttempt: () => document.hidden,
  });
  return { DEBIT: data?.toPay?.totals?.counts.overdue, CREDIT: data?.toReceive?.totals?.counts.overdue };
};
