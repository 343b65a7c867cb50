import { reread } from '#web/client/reread.ts';
import {
  OrderDocument,
  useCreateOrderMutation,
  useUpdateOrderMutation,
  type OrderDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { forgetDelivered, forgetOrders, useOrderCalls } from '../calls.ts';
import type { OrderForm } from './form.ts';
import { inputOf } from './orderDocument.ts';

/** The calls that change an order. They throw the gateway's errors, which the page shows. */
export const useDocumentCalls = (order: OrderDetailsFragment | null) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const orders = useOrderCalls();
  const settings = {
    context: { quiet: true },
    // Its expense follows what stages and category say.
    update: (cache: ApolloCache) => (order?.expense ? forgetDelivered(cache, order.expense.id) : forgetOrders(cache)),
  };
  const [create, creating] = useCreateOrderMutation(settings);
  const [update, updating] = useUpdateOrderMutation(settings);
  const save = async (form: OrderForm, version: number): Promise<OrderDetailsFragment | undefined> => {
    const input = inputOf(form, order);
    if (!order) return (await create({ variables: { companyId, input } })).data?.createOrder.order;
    return (await update({ variables: { companyId, id: order.id, version, input } })).data?.updateOrder.order;
  };
  const latest = async (): Promise<OrderDetailsFragment | null | undefined> => {
    if (!order) return null;
    const data = await reread(client, { query: OrderDocument, variables: { companyId, id: order.id } });
    return data?.order;
  };
  const remove = async (): Promise<void> => {
    const failure = order && (await orders.remove(order));
    if (failure !== null) throw failure;
  };
  return { save, latest, remove, saving: creating.loading || updating.loading };
};
