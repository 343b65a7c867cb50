import { forgetting } from '#web/client/forgetting.ts';
import { newKey } from '#web/client/idempotency.ts';
import {
  useClassifyOrderLinesMutation,
  type ClassifyOrderLinesMutation,
  type OrderLineStageInput,
} from '#web/generated/purchase.ts';
import type { ApolloCache } from '@apollo/client';

export type OrderResults = ClassifyOrderLinesMutation['classifyOrderLines'];

/** Most lines of one call. */
const MOST = 1000;

/** Everything that tells figures by stage, and lists of orders and expenses. */
const forgetFigures = forgetting(
  ...['purchaseOverview', 'purchaseOverviewGroups', 'purchaseOverviewStages', 'purchaseOverviewLines'],
  ...['appropriationsOverview', 'companyEstimatedVsActual', 'orders', 'orderTotals', 'transactions', 'installments'],
);

/** Orders and their expenses are read again where they are shown: their shares have moved, and their versions. */
const forget = (cache: ApolloCache, results: OrderResults, expenseIds: readonly string[]): void => {
  const evict = (__typename: string, id: string) => cache.evict({ id: cache.identify({ __typename, id }) });
  for (const { orderId, ok } of results) {
    if (!ok) continue;
    evict('Order', orderId);
    evict('OrderSummary', orderId);
  }
  expenseIds.forEach((id) => evict('Transaction', id));
  forgetFigures(cache);
};

/** Puts lines of orders into stages. */
export const useClassify = (place: { companyId: string; buildingId: string }) => {
  const [send, { loading }] = useClassifyOrderLinesMutation();
  const classify = async (
    lines: readonly OrderLineStageInput[],
    expenseIds: readonly string[],
  ): Promise<OrderResults> => {
    const found: OrderResults[number][] = [];
    for (let from = 0; from < lines.length; from += MOST) {
      const { data } = await send({
        variables: { ...place, lines: lines.slice(from, from + MOST) },
        context: { quiet: true, headers: { 'idempotency-key': newKey() } },
        update: (cache, answer) => forget(cache, answer.data?.classifyOrderLines ?? [], expenseIds),
      });
      found.push(...(data?.classifyOrderLines ?? []));
    }
    return found;
  };
  return { classify, busy: loading };
};

/** The stages before, as a call takes them. */
export const backOf = (results: OrderResults): OrderLineStageInput[] =>
  results
    .filter(({ ok }) => ok)
    .flatMap(({ lines }) => lines.map(({ id, costEstimateGroupId }) => ({ id, costEstimateGroupId })));
