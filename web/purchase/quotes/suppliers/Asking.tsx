import { Button, Dialog, Field, TextArea } from '#web/ui/index.ts';
import { useState } from 'react';

interface ReasonProps {
  title: string;
  label: string;
  confirm: string;
  required: boolean;
  onConfirm: (text: string) => void;
  onClose: () => void;
}

/** Asks for a reason in words. */
export const Reason = ({ title, label, confirm, required, onConfirm, onClose }: ReasonProps) => {
  const [text, setText] = useState('');
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={required && text.trim() === ''} onClick={() => onConfirm(text)}>
            {confirm}
          </Button>
        </>
      }
    >
      <Field label={label} required={required}>
        <TextArea value={text} maxLength={500} onChange={setText} />
      </Field>
    </Dialog>
  );
};
