import { errorCode } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { forgetListsOf } from '#web/financial/transactions/cachedLists.ts';
import { useUndoToldPaymentMutation } from '#web/generated/assistant.ts';
import { useState } from 'react';
import type { Entry } from './entries.ts';

const UNDONE = { DEBIT: 'Pagamento desfeito', CREDIT: 'Recebimento desfeito' } as const;

/** Undoes the payment that a message tells of, once: null where nothing can be undone any more. */
export const useUndoPayment = ({ id, undo }: Pick<Entry, 'id' | 'undo'>) => {
  const [send, { loading, client }] = useUndoToldPaymentMutation();
  const [tried, setTried] = useState(false);
  if (id === null || undo == null || tried) return null;
  const { type, companyId, transactionId, installmentId, version } = undo;
  const run = async () => {
    try {
      const { data } = await send({
        variables: { type, companyId, transactionId, installmentId, version },
        update: (cache, answer) =>
          answer.data && forgetListsOf([answer.data.undoInstallmentPayment.transaction])(cache),
      });
      if (data) notifySuccess(UNDONE[type], { detail: data.undoInstallmentPayment.message ?? undefined });
    } catch (error) {
      notifyFailure(error);
      // A document that has changed since is not undone from here.
      if (errorCode(error) !== 'CONFLICT') return;
    }
    client.cache.modify({
      id: client.cache.identify({ __typename: 'AssistantMessage', id }),
      fields: { undo: () => null },
    });
    setTried(true);
  };
  return { run: () => void run(), loading };
};
