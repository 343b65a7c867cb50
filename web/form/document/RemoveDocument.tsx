import { ConfirmDialog } from '#web/ui/index.ts';
import { useState } from 'react';
import { RemoveButton } from '../RemoveButton.tsx';

export interface RemoveDocumentProps {
  /** "Excluir a despesa?" */
  title: string;
  /** What is deleted with the document. */
  text: string;
  onRemove: () => void;
}

/** Deletes the document after the user has confirmed it. */
export const RemoveDocument = ({ title, text, onRemove }: RemoveDocumentProps) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RemoveButton onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        danger
        title={title}
        text={text}
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
