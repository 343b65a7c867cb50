import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useOrderQuery } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Drawer, Skeleton } from '#web/ui/index.ts';
import { InvoiceEditor } from '../invoice/InvoiceEditor.tsx';
import { InvoiceButton } from '../invoice/InvoiceButton.tsx';
import { useNota } from '../invoice/useNota.ts';
import { useDeliveryFiles } from '../files/useDeliveryFiles.ts';
import { bothOf, failures, isReceivable } from '../words.ts';
import type { Order } from './model.ts';
import { ReceiveEditor } from './ReceiveEditor.tsx';

export interface ReceiveDrawerProps {
  /** Id of the order. */
  id: string;
  /** NF-e of what arrives, chosen before the drawer opened. */
  file: File | null;
  onFile: (file: File | null) => void;
  /** Receives the NF-e in another order. */
  onOrder: (id: string) => void;
  /** The NF-e was received. */
  onReceived: (file: File) => void;
  onClose: () => void;
}

/** What comes of an order, nota by nota, beside its list or its page (mock 20d). */
export const ReceiveDrawer = (props: ReceiveDrawerProps) => {
  const { id, onClose } = props;
  const { companyId } = usePlace();
  const { data, error, refetch } = useOrderQuery({
    variables: { companyId, id },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const order = data?.order;
  if (order) return <Receiving {...props} order={order} onReload={() => void refetch()} />;
  const missing = error ? errorText(error, failures.one) : 'Pedido não encontrado.';
  return (
    <Drawer open onClose={onClose} title="Receber">
      {(error ?? data) ? (
        <Failure error={error} message={missing} onRetry={() => void refetch()} remedy={gone(onClose)} />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  );
};

/** By the NF-e once it is read, else typed; what was typed stays as a draft meanwhile. */
const Receiving = (props: ReceiveDrawerProps & { order: Order; onReload: () => void }) => {
  const { order, file, onFile, onOrder, onReceived, onClose, onReload } = props;
  const files = useDeliveryFiles(order);
  const { nota, reading, failure } = useNota(file, order.id);
  const part = { order, files, onClose, onReload };
  if (nota && isReceivable(bothOf(order)))
    return (
      <InvoiceEditor
        key={nota.proposal.invoice.accessKey}
        {...part}
        nota={nota}
        onFile={onFile}
        onOrder={onOrder}
        onReceived={() => onReceived(nota.file)}
      />
    );
  return (
    <ReceiveEditor
      {...part}
      onFile={onFile}
      xml={<InvoiceButton reading={reading} failure={failure} onFile={onFile} />}
    />
  );
};
