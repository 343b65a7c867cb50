import type { TransactionType } from '#domain/transactions.ts';
import { useOverdueCountsQuery } from '#web/generated/session.ts';
import { usePlace, useSession } from './sessionContext.ts';

/** Others pay and record as well, and at midnight the day changes. */
const freshMilliseconds = 5 * 60_000;

/** Documents overdue where the person works, by type; none for a type that they may not see. */
export const useOverdueCounts = (): Partial<Record<TransactionType, number>> => {
  const { may } = useSession();
  const { companyId, buildingId } = usePlace();
  const [toPay, toReceive] = [may({ anyOf: ['DEBIT'] }), may({ anyOf: ['CREDIT'] })];
  const { data } = useOverdueCountsQuery({
    variables: { companyId, filter: buildingId === null ? {} : { buildingId }, toPay, toReceive },
    skip: companyId === '' || !(toPay || toReceive),
    // The menu goes without rather than complain; the list itself says what is wrong.
    context: { quiet: true },
    pollInterval: freshMilliseconds,
    skipPollAttempt: () => document.hidden,
  });
  return { DEBIT: data?.toPay?.totals?.counts.overdue, CREDIT: data?.toReceive?.totals?.counts.overdue };
};
