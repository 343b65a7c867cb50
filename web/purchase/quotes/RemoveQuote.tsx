import { notifySuccess } from '#web/client/notify.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { useRemoveQuote } from './calls.ts';
import { failures } from './words.ts';

interface RemoveQuoteProps {
  /** Null: nothing is asked. */
  quote: { id: string; version: number; document: string } | null;
  onRemoved: () => void;
  onCancel: () => void;
}

/** Asks before a quote is deleted. */
export const RemoveQuote = ({ quote, onRemoved, onCancel }: RemoveQuoteProps) => {
  const remove = useRemoveQuote();
  return (
    <RemoveDialog
      open={quote !== null}
      title={`Excluir ${quote?.document ?? ''}?`}
      text="A cotação deixa de existir, com as respostas, e os links deixam de funcionar. Isto não pode ser desfeito."
      failureText={failures.remove}
      onRemove={async () => (quote ? remove(quote) : null)}
      onRemoved={() => {
        onRemoved();
        notifySuccess('Cotação excluída');
      }}
      onCancel={onCancel}
    />
  );
};
