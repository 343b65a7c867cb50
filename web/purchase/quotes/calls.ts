import { fieldProblems, RestFailure } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { useDeleteQuoteMutation } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';

/** Lists of quotes with their counts. */
export const forgetQuotes = forgetting('quotes', 'quoteTotals');

/** The service's reason, which it may have given at a field. */
export const withReason = (error: unknown): unknown => {
  const [first] = fieldProblems(error);
  return first ? new RestFailure(first.message) : error;
};

/** Deletes a quote. Null when it was deleted, else the error. */
export const useRemoveQuote = () => {
  const { companyId } = usePlace();
  const [remove] = useDeleteQuoteMutation({ context: { quiet: true } });
  return async ({ id, version }: { id: string; version: number }): Promise<unknown> => {
    try {
      await remove({
        variables: { companyId, id, version },
        update: (cache) => {
          for (const __typename of ['Quote', 'QuoteSummary']) cache.evict({ id: cache.identify({ __typename, id }) });
          forgetQuotes(cache);
        },
      });
      return null;
    } catch (error) {
      return withReason(error);
    }
  };
};
