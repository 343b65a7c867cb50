import { forgetting } from '#web/client/forgetting.ts';
import {
  OrderDocument,
  useCreateOrderMutation,
  useDeleteOrderMutation,
  useUpdateOrderMutation,
  type OrderDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import type { OrderForm } from './form.ts';
import { inputOf } from './orderDocument.ts';

/** What a change of an order concerns besides itself. */
const forgetOrders = forgetting('orders', 'orderTotals');

/** The calls that change an order. They throw the gateway's errors, which the page shows. */
export const useOrderCalls = (order: OrderDetailsFragment | null) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const settings = { context: { quiet: true }, update: forgetOrders } as const;
  const [create, creating] = useCreateOrderMutation(settings);
  const [update, updating] = useUpdateOrderMutation(settings);
  const [remove] = useDeleteOrderMutation({ context: { quiet: true } });
  const save = async (form: OrderForm, version: number): Promise<OrderDetailsFragment | undefined> => {
    const input = inputOf(form, order);
    if (!order) return (await create({ variables: { companyId, input } })).data?.createOrder.order;
    return (await update({ variables: { companyId, id: order.id, version, input } })).data?.updateOrder.order;
  };
  const latest = async (): Promise<OrderDetailsFragment | null | undefined> => {
    if (!order) return null;
    const { data } = await client.query({
      ...{ query: OrderDocument, variables: { companyId, id: order.id }, fetchPolicy: 'network-only' },
      context: { quiet: true },
    });
    return data?.order;
  };
  const removeIt = async (): Promise<void> => {
    if (!order) return;
    await remove({
      variables: { companyId, id: order.id, version: order.version },
      update: (cache) => {
        cache.evict({ id: cache.identify({ __typename: 'Order', id: order.id }) });
        forgetOrders(cache);
      },
    });
  };
  return { save, latest, remove: removeIt, saving: creating.loading || updating.loading };
};
