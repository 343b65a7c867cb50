import { reread } from '#web/client/reread.ts';
import { notifyError, notifyFailure } from '#web/client/notify.ts';
import { TransactionDocument, type TransactionDetailFragment } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import type { Payable } from './model.ts';

export interface Payment {
  transaction: TransactionDetailFragment;
  installmentId: string;
}

const NOT_OPEN = 'Esta parcela não está mais em aberto: a lista foi atualizada.';

/** Returns the payment that is asked for. Its transaction is read first: the dialog begins with what is stored now. */
export const useDayPayment = () => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const [paying, setPaying] = useState<Payment | null>(null);
  const pay = async ({ type, transactionId: id, installmentId }: Payable): Promise<void> => {
    try {
      const data = await reread(client, { query: TransactionDocument, variables: { companyId, type, id } });
      const transaction = data?.transaction;
      if (transaction?.installments.some((one) => one.id === installmentId && one.forecast)) {
        return setPaying({ transaction, installmentId });
      }
      notifyError(NOT_OPEN);
      await client.refetchQueries({ include: ['MyDayInstallments'] });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return {
    paying,
    pay: (payable: Payable) => void pay(payable),
    // The undo of an earlier payment leaves the dialog of the next one open.
    close: (closed: Payment) => setPaying((now) => (now === closed ? null : now)),
  };
};
