import { forgetting } from '#web/client/forgetting.ts';
import {
  MonthClosingDocument,
  MonthClosingsDocument,
  useCloseMonthMutation,
  useReopenMonthMutation,
} from '#web/generated/financial.ts';

/** Documents tell whether their month is closed: what is kept of them is read again. */
const forgetDocuments = forgetting('transaction', 'transactions', 'installments');

/** Closes and reopens months, and reads the screen again. */
export const useClosingCalls = (companyId: string) => {
  const again = {
    refetchQueries: [MonthClosingDocument, MonthClosingsDocument],
    awaitRefetchQueries: true,
    update: forgetDocuments,
    context: { quiet: true },
  };
  const [close, closing] = useCloseMonthMutation(again);
  const [reopen, reopening] = useReopenMonthMutation(again);
  return {
    close: (month: string, confirmedCount: number) => close({ variables: { companyId, month, confirmedCount } }),
    reopen: (month: string, reason: string) => reopen({ variables: { companyId, month, reason } }),
    busy: closing.loading || reopening.loading,
  };
};
