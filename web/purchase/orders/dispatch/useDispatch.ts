import { formatDate } from '#domain/dates.ts';
import { copyLink } from '#web/client/copyLink.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { rowStored } from '#web/client/live.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import {
  useCreateOrderLinkMutation,
  useDecideOrderDateMutation,
  useRevokeOrderLinksMutation,
  useSendOrderMutation,
  type OrderDateDecision,
  type OrderDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { forgetOrders, withReason } from '../calls.ts';
import { failures } from '../words.ts';

/** What the mail says beside the order. */
export interface Told {
  email: string;
  phone: string;
  message: string;
}

/** The calls about how an order goes to its supplier. Each tells why it failed. */
export const useDispatch = ({ id, version }: Pick<OrderDetailsFragment, 'id' | 'version'>) => {
  const { companyId } = usePlace();
  const settings = { context: { quiet: true } };
  const [busy, setBusy] = useState(false);
  const [send] = useSendOrderMutation(settings);
  const [link] = useCreateOrderLinkMutation(settings);
  const [revoke] = useRevokeOrderLinksMutation(settings);
  const [decide] = useDecideOrderDateMutation({ ...settings, update: forgetOrders });
  const key = { companyId, id };
  const telling = async <T extends { order: OrderDetailsFragment }>(
    work: () => Promise<T | undefined>,
    failure: string,
  ): Promise<T | null> => {
    setBusy(true);
    try {
      const done = await work();
      if (done) rowStored(done.order);
      return done ?? null;
    } catch (error) {
      notifyFailure(withReason(error), failure);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const decideAt = (at: number, decision: OrderDateDecision) =>
    telling(
      async () => (await decide({ variables: { ...key, version: at, decision } })).data?.decideOrderDate,
      failures.decide,
    );
  return {
    busy,
    /** Null when it was sent, else the problem of the address. */
    send: async ({ email, phone, message }: Told): Promise<{ email: string } | null> => {
      setBusy(true);
      try {
        const { data } = await send({ variables: { ...key, version, email, phone, message } });
        if (data) rowStored(data.sendOrder.order);
        notifySuccess('Pedido a caminho do fornecedor');
        return null;
      } catch (error) {
        const problem = fieldProblems(error).find(({ path }) => path === 'email');
        if (!problem) notifyFailure(withReason(error), failures.send);
        return { email: problem?.message ?? '' };
      } finally {
        setBusy(false);
      }
    },
    /** A link on the clipboard; its address where the browser has none. */
    copyLink: async (): Promise<string | null> => {
      const made = await telling(async () => (await link({ variables: key })).data?.createOrderLink, failures.send);
      return made && copyLink(made.url);
    },
    revoke: async (): Promise<void> => {
      const done = await telling(async () => (await revoke({ variables: key })).data?.revokeOrderLinks, failures.send);
      if (done) notifySuccess('Os links deste pedido não valem mais');
    },
    accept: async (date: string): Promise<void> => {
      const done = await decideAt(version, 'ACCEPT');
      if (done) notifyUndo(`Entrega em ${formatDate(date)}`, () => void decideAt(done.order.version, 'UNDO'));
    },
    keep: () => decideAt(version, 'KEEP'),
  };
};
