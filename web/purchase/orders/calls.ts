import { fieldProblems, RestFailure } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { rowStored } from '#web/client/live.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useDeleteOrderMutation,
  useReceiveOrderMutation,
  useUndoOrderDeliveryMutation,
  type OrderDeliveryInput,
  type OrderDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloCache } from '@apollo/client';
import { failures } from './words.ts';

/** Lists of orders with their counts. */
export const forgetOrders = forgetting('orders', 'orderTotals');
/** Lists of documents, and the counts of the menu. */
const forgetDocuments = forgetting('transactions', 'installments');

/** What follows from the deliveries of an order: its row, its one expense, and the lists that show that. */
export const forgetDelivered = (cache: ApolloCache, expenseId: string | undefined): void => {
  if (expenseId !== undefined) cache.evict({ id: cache.identify({ __typename: 'Transaction', id: expenseId }) });
  forgetDocuments(cache);
  forgetOrders(cache);
};

interface Versioned {
  id: string;
  version: number;
}
type Received = Versioned & Pick<OrderDetailsFragment, 'expense'>;

/** The service's reason, which it may have given at a field. */
export const withReason = (error: unknown): unknown => {
  const [first] = fieldProblems(error);
  return first ? new RestFailure(first.message) : error;
};

/** The calls of the list and of receiving. */
export const useOrderCalls = () => {
  const { companyId } = usePlace();
  const [receive] = useReceiveOrderMutation({ context: { quiet: true } });
  const [undo] = useUndoOrderDeliveryMutation({ context: { quiet: true } });
  const [remove] = useDeleteOrderMutation({ context: { quiet: true } });
  return {
    /** Throws the gateway's error, which the drawer shows. */
    receive: async (
      { id, version, expense }: Received,
      input: OrderDeliveryInput,
    ): Promise<OrderDetailsFragment | undefined> => {
      const { data } = await receive({
        variables: { companyId, id, version, input },
        update: (cache) => forgetDelivered(cache, expense?.id),
      });
      if (data) rowStored(data.receiveOrder.order);
      return data?.receiveOrder.order;
    },
    /** Takes a delivery back; says so, or why not. */
    undo: async ({ id, version, expense }: Received, deliveryId: string): Promise<void> => {
      try {
        const { data } = await undo({
          variables: { companyId, id, version, deliveryId },
          update: (cache) => forgetDelivered(cache, expense?.id),
        });
        if (data) rowStored(data.undoOrderDelivery.order);
        notifySuccess('Recebimento desfeito');
      } catch (error) {
        notifyFailure(withReason(error), failures.undo);
      }
    },
    /** Null when the order was deleted, else the error. */
    remove: async ({ id, version }: Versioned): Promise<unknown> => {
      try {
        await remove({
          variables: { companyId, id, version },
          update: (cache) => {
            for (const __typename of ['Order', 'OrderSummary']) cache.evict({ id: cache.identify({ __typename, id }) });
            forgetDelivered(cache, undefined);
          },
        });
        return null;
      } catch (error) {
        return withReason(error);
      }
    },
  };
};
