import type { TransactionType } from '#domain/transactions.ts';
import { onRowsChanged } from '#web/client/live.ts';
import { useOverdueCountsQuery } from '#web/generated/session.ts';
import { useEffect } from 'react';
import { usePlace, useSession } from './sessionContext.ts';

/** Other users pay and record too, and the day changes at midnight. */
const freshMilliseconds = 5 * 60_000;
/** Others save many documents in a row: they are counted together. */
const AFTER_A_CHANGE = 1_500;

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
  useEffect(() => {
    if (skip) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recount = () => {
      timer = undefined;
      if (!document.hidden) void refetch().catch(() => undefined);
    };
    const stop = onRowsChanged(({ type }) => {
      if (type === 'Transaction' || type === null) timer ??= setTimeout(recount, AFTER_A_CHANGE);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [refetch, skip]);
  return { DEBIT: data?.toPay?.totals?.counts.overdue, CREDIT: data?.toReceive?.totals?.counts.overdue };
};
