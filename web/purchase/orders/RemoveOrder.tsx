import { ORDER_DELETED } from '#domain/messages.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { useOrderCalls } from './calls.ts';
import { failures } from './words.ts';

interface RemoveOrderProps {
  /** Null: nothing is asked. */
  order: { id: string; version: number; document: string } | null;
  onRemoved: () => void;
  onCancel: () => void;
}

/** Asks before an order is deleted, and tells what came of it (§8). */
export const RemoveOrder = ({ order, onRemoved, onCancel }: RemoveOrderProps) => {
  const calls = useOrderCalls();
  return (
    <RemoveDialog
      open={order !== null}
      title={`Excluir ${order?.document ?? ''}?`}
      text="O pedido deixa de existir, com as notas recebidas e a despesa delas. Isto não pode ser desfeito."
      failureText={failures.remove}
      onRemove={async () => (order ? calls.remove(order) : null)}
      onRemoved={() => {
        onRemoved();
        notifySuccess(ORDER_DELETED);
      }}
      onCancel={onCancel}
    />
  );
};
