import { errorText } from '#web/client/errors.ts';
import { useOrderQuery } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import { failures } from '../words.ts';
import { ReceiveEditor } from './ReceiveEditor.tsx';

export interface ReceiveDrawerProps {
  /** Id of the order. */
  id: string;
  onClose: () => void;
}

/** What comes of an order, nota by nota, beside its list or its page (mock 20d). */
export const ReceiveDrawer = ({ id, onClose }: ReceiveDrawerProps) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useOrderQuery({
    variables: { companyId, id },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const order = data?.order;
  if (order) return <ReceiveEditor order={order} onClose={onClose} onReload={() => void refetch()} />;
  const missing = error ? errorText(error, failures.one) : 'Pedido não encontrado.';
  return (
    <Drawer open onClose={onClose} title="Receber">
      {(error ?? data) ? <ErrorState message={missing} onRetry={() => void refetch()} /> : <Skeleton rows={10} />}
    </Drawer>
  );
};
