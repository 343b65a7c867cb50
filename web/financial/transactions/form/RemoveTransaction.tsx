import { RemoveButton } from '#web/form/RemoveButton.tsx';
import { ConfirmDialog } from '#web/ui/index.ts';
import { useState } from 'react';

/** Deletes the document once the person has confirmed it. */
export const RemoveTransaction = ({ expense, onRemove }: { expense: boolean; onRemove: () => void }) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RemoveButton onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        danger
        title={expense ? 'Excluir a despesa?' : 'Excluir a receita?'}
        text="As parcelas, o rateio e os anexos também serão excluídos. Isto não pode ser desfeito."
        confirm="Excluir"
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
