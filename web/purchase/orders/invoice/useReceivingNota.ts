import { useEditor } from '#web/form/useEditor.ts';
import { OrderDocument } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { forgetDelivered } from '../calls.ts';
import type { Order } from '../receive/model.ts';
import { useReceived, type ReceiveEditorProps } from '../receive/ReceiveEditor.tsx';
import { failures } from '../words.ts';
import { receiveInvoice } from './invoiceApi.ts';
import { inputOf, isInvoiceForm, pathOf, problemsOf, proposedForm, type InvoiceForm, type ReadNota } from './model.ts';

interface Options extends Pick<ReceiveEditorProps, 'order' | 'files'> {
  nota: ReadNota;
  tolerance: string;
  onSaved: () => void;
}

/** What is decided about a nota that was read, and its one way to the service. */
export const useReceivingNota = ({ order, files, nota, tolerance, onSaved }: Options) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const { sendPhotos, savedMore } = useReceived({ order, files });
  const { file, proposal } = nota;
  const [formOf] = useState(() => () => proposedForm(proposal));

  const save = async (form: InvoiceForm, row: Order | null): Promise<Order | undefined> => {
    if (!row) return undefined;
    await receiveInvoice({ companyId, orderId: row.id }, file, inputOf(proposal, form, row.version));
    forgetDelivered(client.cache, row.expense?.id);
    // It is received by now: without the answer, the list shows it once it can be asked again.
    const variables = { companyId, id: row.id };
    const { data } = await client
      .query({ query: OrderDocument, variables, fetchPolicy: 'network-only', context: { quiet: true } })
      .catch(() => ({ data: undefined }));
    return data?.order ?? { ...row, version: row.version + 1 };
  };
  return useEditor<Order, InvoiceForm>({
    row: order,
    // Each nota has a draft of its own: what was decided is there when its file is chosen again.
    draftKey: `order.invoice.${proposal.invoice.accessKey}`,
    isForm: isInvoiceForm,
    formOf,
    problemsOf: useMemo(() => problemsOf(order, proposal, tolerance), [order, proposal, tolerance]),
    pathOf: pathOf(proposal),
    save,
    isAct: true,
    savedText: 'Recebimento confirmado',
    savedMore,
    failureText: failures.receive,
    onSaved: (saved) => {
      sendPhotos(saved);
      onSaved();
    },
  });
};
