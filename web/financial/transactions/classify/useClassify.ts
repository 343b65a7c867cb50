import { newKey } from '#web/client/idempotency.ts';
import {
  useClassifyExpensesMutation,
  type ClassificationInput,
  type ClassifyExpensesMutation,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloCache } from '@apollo/client';
import { forgetLists } from '../cachedLists.ts';

export type ClassificationResults = ClassifyExpensesMutation['classifyExpenses'];

/** Most expenses of one call. */
const MOST = 200;

/** Gives changed expenses their new versions; their shares are read again where they are shown. */
const keep = (cache: ApolloCache, results: ClassificationResults): void => {
  for (const { transactionId, version } of results) {
    if (version === null || version === undefined) continue;
    const id = cache.identify({ __typename: 'Transaction', id: transactionId });
    if (id === undefined) continue;
    cache.modify({ id, fields: { version: () => version } });
    cache.evict({ id, fieldName: 'installments' });
  }
  forgetLists(cache);
};

/** Moves shares of expenses from one stage of their building to another. */
export const useClassify = () => {
  const { companyId } = usePlace();
  const [send, { loading }] = useClassifyExpensesMutation({ context: { quiet: true } });
  const classify = async ({ items, ...place }: ClassificationInput): Promise<ClassificationResults> => {
    const found: ClassificationResults[number][] = [];
    for (let from = 0; from < items.length; from += MOST) {
      const { data } = await send({
        variables: { companyId, input: { ...place, items: items.slice(from, from + MOST) } },
        context: { quiet: true, headers: { 'idempotency-key': newKey() } },
        update: (cache, answer) => keep(cache, answer.data?.classifyExpenses ?? []),
      });
      found.push(...(data?.classifyExpenses ?? []));
    }
    return found;
  };
  return { classify, busy: loading };
};
