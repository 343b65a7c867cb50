import { reread } from '#web/client/reread.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { rowStored } from '#web/client/live.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  OrderDocument,
  useDecideOrderMutation,
  type OrderDecision,
  type OrderDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { forgetOrders } from '../calls.ts';

const DONE = { APPROVED: 'Pedido aprovado', REJECTED: 'Pedido reprovado' };
const FAILED = { APPROVED: 'Falha para aprovar pedido', REJECTED: 'Falha para reprovar pedido' };

/** Decides about an order that waits. Answers the problem of the reason, or null. */
export const useDecision = ({ id, version, document }: OrderDetailsFragment) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [decide, { loading }] = useDecideOrderMutation({ context: { quiet: true }, update: forgetOrders });
  const send = async (decision: OrderDecision, reason: string | null): Promise<string | null> => {
    try {
      const { data } = await decide({ variables: { companyId, id, version, input: { decision, reason } } });
      if (data) rowStored(data.decideOrder.order);
      notifySuccess(DONE[decision], { detail: document });
      return null;
    } catch (error) {
      const [problem] = fieldProblems(error);
      if (problem) return problem.message;
      notifyFailure(error, FAILED[decision]);
      // Somebody else may have decided or changed it: the page shows what stands.
      await reread(client, { query: OrderDocument, variables: { companyId, id } });
      return null;
    }
  };
  return { send, busy: loading };
};
