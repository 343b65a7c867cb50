import { rowStored } from '#web/client/live.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useReturnOrderGoodsMutation,
  useUndoOrderReturnMutation,
  type OrderDetailsFragment,
  type OrderReturnInput,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { forgetDelivered, withReason } from '../calls.ts';
import { failures } from '../words.ts';

type Returned = Pick<OrderDetailsFragment, 'id' | 'version' | 'expense'>;

/** The calls of goods that go back. */
export const useReturnCalls = () => {
  const { companyId } = usePlace();
  const [giveBack] = useReturnOrderGoodsMutation({ context: { quiet: true } });
  const [undo] = useUndoOrderReturnMutation({ context: { quiet: true } });
  return {
    /** Throws the gateway's error, which the dialog shows. */
    giveBack: async (
      { id, version, expense }: Returned,
      deliveryId: string,
      input: OrderReturnInput,
    ): Promise<OrderDetailsFragment | undefined> => {
      const { data } = await giveBack({
        variables: { companyId, id, version, deliveryId, input },
        update: (cache) => forgetDelivered(cache, expense?.id),
      });
      if (data) rowStored(data.returnOrderGoods.order);
      return data?.returnOrderGoods.order;
    },
    /** Takes a return back; says so, or why not. */
    undo: async ({ id, version, expense }: Returned, returnId: string): Promise<void> => {
      try {
        const { data } = await undo({
          variables: { companyId, id, version, returnId },
          update: (cache) => forgetDelivered(cache, expense?.id),
        });
        if (data) rowStored(data.undoOrderReturn.order);
        notifySuccess('Devolução desfeita');
      } catch (error) {
        notifyFailure(withReason(error), failures.undoReturn);
      }
    },
  };
};
